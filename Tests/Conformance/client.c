/* The client that scripts/conformance runs for clients/c/qiblad.h: one line for each message.
 *
 *   client [--poll]    --poll: waits as a program does that polls other descriptors too */
#include "../../clients/c/qiblad.h"

static struct qiblad_client client;

static const char *word(const char *path) {
  static char text[1024];
  return qiblad_string(&client, path, text, sizeof text) ? text : "?";
}

static long long whole(const char *path) {
  int64_t value = 0;
  return qiblad_integer(&client, path, &value) ? (long long)value : -1;
}

static void end_line(void) {
  if (whole("skipped") > 0) printf(" skipped=%lld", whole("skipped"));
  printf("\n");
}

static void report(int64_t question) {
  double heading;
  if (qiblad_is(&client, "reading")) {
    printf("reading seq=%lld t_us=%lld heading=", whole("seq"), whole("t_us"));
    if (qiblad_number(&client, "heading_true_deg", &heading)) {
      printf("%.3f", heading);
    } else {
      printf("-");
    }
    printf(" status=%s", word("status"));
    end_line();
  } else if (qiblad_is(&client, "event")) {
    printf("event seq=%lld name=%s", whole("seq"), word("name"));
    end_line();
  } else if (qiblad_is(&client, "state")) {
    printf("state seq=%lld status=%s", whole("seq"), word("status"));
    end_line();
  } else if (qiblad_is(&client, "qibla")) {
    printf("qibla seq=%lld target=%s", whole("seq"), word("target.name"));
    end_line();
  } else if (qiblad_is(&client, "resync")) {
    printf("resync lost=%lld\n", whole("lost_events"));
  } else if (qiblad_is(&client, "bye")) {
    printf("bye reason=%s\n", word("reason"));
  } else if (qiblad_answers(&client, question)) {
    printf("answer %s\n", qiblad_is(&client, "reply") ? "ok" : word("code"));
  } else if (qiblad_is(&client, "error")) {
    printf("error %s\n", word("code"));
  }
}

/* What happens next, by poll() and a call that does not wait. */
static enum qiblad_result polled(void) {
  enum qiblad_result result;
  while ((result = qiblad_next(&client, 0)) == QIBLAD_TIMEOUT) {
    struct pollfd wait[] = {{.fd = client.descriptor, .events = POLLIN}};
    poll(wait, 1, qiblad_wait_ms(&client));
  }
  return result;
}

int main(int count, char **arguments) {
  bool polls = count == 2 && strcmp(arguments[1], "--poll") == 0;
  int64_t question = 0;
  bool connected = false;
  enum qiblad_result result;
  qiblad_init(&client, "{\"reading\":{},\"event\":{},\"state\":{},\"qibla\":{}}", NULL);
  while ((result = polls ? polled() : qiblad_next(&client, -1)) != QIBLAD_REFUSED) {
    if (result == QIBLAD_CONNECTED) {
      connected = true;
      printf("connected run=%s replay=%s simulated=%s new_run=%s\n", word("run_id"), client.replay ? "true" : "false",
          client.simulated ? "true" : "false", client.new_run ? "true" : "false");
      question = qiblad_request(&client, "\"do\":\"get\",\"topic\":\"position\"");
    } else if (result == QIBLAD_DISCONNECTED) {
      if (connected) printf("disconnected\n");
      connected = false;
    } else if (result == QIBLAD_MESSAGE) {
      report(question);
      if (qiblad_is(&client, "bye") && qiblad_word(&client, "reason", "replay_ended")) return 0;
    }
    fflush(stdout);
  }
  printf("refused\n");
  fprintf(stderr, "client: %s\n", client.reason);
  return 1;
}
