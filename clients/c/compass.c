/* A compass: prints what qiblad streams, until Ctrl-C or the end of a recording.
 * cc -std=c11 -Wall -Wextra -o compass compass.c */
#include "qiblad.h"

/* Prints a member that may be absent. */
static void show(const struct qiblad_client *client, const char *title, const char *member) {
  double value;
  if (qiblad_number(client, member, &value)) {
    printf("%s %g", title, value);
  } else {
    printf("%s unknown", title);
  }
}

int main(void) {
  static struct qiblad_client client;
  enum qiblad_result result;
  char text[64];
  qiblad_init(&client, "{\"reading\":{\"rate_hz\":10},\"event\":{}}", NULL);
  while ((result = qiblad_next(&client, -1)) != QIBLAD_REFUSED) {
    if (qiblad_is(&client, "reading")) {
      show(&client, "heading", "heading_true_deg");
      show(&client, " ±", "error68_deg");
      show(&client, "  Qibla", "pointer_deg");
      if (!qiblad_string(&client, "status", text, sizeof text)) break;
      printf("  %s%s\n", text, client.replay ? "  REPLAY" : client.simulated ? "  SIMULATED" : "");
    } else if (qiblad_is(&client, "event") && qiblad_string(&client, "name", text, sizeof text)) {
      printf("event %s\n", text);
    } else if (result == QIBLAD_DISCONNECTED) {
      printf("no compass: %s\n", client.reason);
    } else if (qiblad_is(&client, "bye") && qiblad_word(&client, "reason", "replay_ended")) {
      return 0;
    }
    fflush(stdout);
  }
  fprintf(stderr, "compass: %s\n", client.reason);
  return 1;
}
