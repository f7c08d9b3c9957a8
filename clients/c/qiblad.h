/* A client of qiblad, the daemon that streams a compass heading and the direction of the Qibla.
 *
 * One header, C11 and POSIX, no allocation, no locale, no thread: copy it beside your program and include it before
 * other headers.
 *
 *   struct qiblad_client client;
 *   qiblad_init(&client, "{\"reading\":{\"rate_hz\":10},\"event\":{}}", NULL);
 *   while (qiblad_next(&client, -1) != QIBLAD_REFUSED)
 *     if (qiblad_is(&client, "reading")) { double heading; if (qiblad_number(&client, "heading_true_deg", &heading)) ... }
 *
 * A message stays as the daemon sent it (docs/protocol.md), in client.message; the functions below find its members.
 * What is not known is absent, and the functions return false. A message with "skipped" has lost that many of its
 * topic just before it, because the program was too slow; "resync" tells the same of events. */
#ifndef QIBLAD_H
#define QIBLAD_H

#if !defined(_POSIX_C_SOURCE) && !defined(_DEFAULT_SOURCE) && !defined(_GNU_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define QIBLAD_PROTOCOL_MAJOR 1
/* The longest line of the daemon and the longest request, bytes with the line feed. */
#define QIBLAD_LINE_BYTES 16384
#define QIBLAD_REQUEST_BYTES 4096
/* How long a daemon may take to accept a connection, s. */
#define QIBLAD_CONNECT_S 1
/* How long a daemon may take for its first line, and the first and the longest pause before connecting again, ms. */
#define QIBLAD_HELLO_MS 5000
#define QIBLAD_FIRST_PAUSE_MS 250
#define QIBLAD_LONGEST_PAUSE_MS 8000
/* The deepest nesting of a message. */
#define QIBLAD_DEPTH 32

enum qiblad_result {
  /* The daemon has another version of the protocol: connecting again cannot help. client.reason says it. */
  QIBLAD_REFUSED = -1,
  /* Nothing came in time, or a signal did. */
  QIBLAD_TIMEOUT = 0,
  /* A message is in client.message. */
  QIBLAD_MESSAGE = 1,
  /* The daemon has answered; its hello is in client.message. See replay, simulated and new_run. */
  QIBLAD_CONNECTED = 2,
  /* There is no connection, for client.reason: show no old heading any more. The next call connects again, after a
     pause. */
  QIBLAD_DISCONNECTED = 3
};

struct qiblad_client {
  /* The line, ended by NUL instead of its line feed; "" where the last result was no message. Until the next call. */
  const char *message;
  /* Whether the data come from a recording, and whether no sensor measured them. */
  bool replay, simulated;
  /* Another run than before: forget every message, seq and t_us. */
  bool new_run;
  /* Set to true after qiblad_init to connect to control.sock, which also takes requests that change the daemon. */
  bool control;
  /* Why there is no connection, one line. */
  char reason[512];
  /* The connection, for poll() beside other descriptors; -1 without one, which poll() leaves out. Give poll() no longer
     than qiblad_wait_ms: without a connection no descriptor shows when the next attempt is due. Then call qiblad_next
     with a timeout of 0 until it returns QIBLAD_TIMEOUT: lines that have arrived are not shown by poll(). */
  int descriptor;

  /* Private. */
  const char *qiblad_topics, *qiblad_folder;
  bool qiblad_greeted;
  char qiblad_run[64];
  int64_t qiblad_attempt, qiblad_pause, qiblad_sent;
  uint32_t qiblad_random;
  size_t qiblad_start, qiblad_used;
  char qiblad_buffer[QIBLAD_LINE_BYTES];
};

/* --- JSON: finds a member in a line without copying it. --- */

static inline const char *qiblad__blank(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) at++;
  return at;
}

/* The bytes of the UTF-8 sequence at `at`, 0 where it is not valid (RFC 3629). */
static inline int qiblad__utf8(const unsigned char *at, const char *end) {
  size_t left = (size_t)(end - (const char *)at);
  int more = at[0] < 0x80 ? 0 : at[0] >= 0xC2 && at[0] < 0xE0 ? 1 : (at[0] & 0xF0) == 0xE0 ? 2
      : at[0] >= 0xF0 && at[0] < 0xF5 ? 3 : -1;
  if (more < 0 || left <= (size_t)more) return 0;
  for (int i = 1; i <= more; i++) if ((at[i] & 0xC0) != 0x80) return 0;
  if ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] > 0x9F)) return 0;
  if ((at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] > 0x8F)) return 0;
  return more + 1;
}

/* The value of four hexadecimal digits, -1 where they are none. */
static inline long qiblad__hex(const char *at, const char *end) {
  long value = 0;
  if (end - at < 4) return -1;
  for (int i = 0; i < 4; i++) {
    char c = at[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
        : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/* One character of a string: its code, and the place behind it; NULL where it is not valid. */
static inline const char *qiblad__character(const char *at, const char *end, long *code) {
  static const char names[] = "\"\\/bfnrt", codes[] = "\"\\/\b\f\n\r\t";
  if (*at == '\\') {
    if (++at >= end) return NULL;
    const char *name = *at == '\0' ? NULL : strchr(names, *at);
    if (name != NULL) {
      *code = (unsigned char)codes[name - names];
      return at + 1;
    }
    if (*at != 'u' || (*code = qiblad__hex(at + 1, end)) < 0) return NULL;
    at += 5;
    if (*code < 0xD800 || *code > 0xDFFF) return at;
    if (*code > 0xDBFF || end - at < 6 || at[0] != '\\' || at[1] != 'u') return NULL;
    long low = qiblad__hex(at + 2, end);
    if (low < 0xDC00 || low > 0xDFFF) return NULL;
    *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
    return at + 6;
  }
  const unsigned char *byte = (const unsigned char *)at;
  int length = qiblad__utf8(byte, end);
  if (length == 0 || byte[0] < 0x20) return NULL;
  *code = length == 1 ? byte[0] : byte[0] & (0xFF >> (length + 1));
  for (int i = 1; i < length; i++) *code = (*code << 6) | (byte[i] & 0x3F);
  return at + length;
}

/* The place behind a string, a number or a word; NULL where it is not valid. */
static inline const char *qiblad__scalar(const char *at, const char *end) {
  static const char *const words[] = {"true", "false", "null"};
  if (at >= end) return NULL;
  if (*at == '"') {
    long code;
    at++;
    while (at != NULL && at < end && *at != '"') at = qiblad__character(at, end, &code);
    return at != NULL && at < end ? at + 1 : NULL;
  }
  for (int i = 0; i < 3; i++) {
    size_t length = strlen(words[i]);
    if ((size_t)(end - at) >= length && memcmp(at, words[i], length) == 0) return at + length;
  }
  if (*at == '-') at++;
  const char *digits = at;
  while (at < end && *at >= '0' && *at <= '9') at++;
  if (at == digits || (*digits == '0' && at > digits + 1)) return NULL;
  if (at < end && *at == '.') {
    digits = ++at;
    while (at < end && *at >= '0' && *at <= '9') at++;
    if (at == digits) return NULL;
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    digits = at;
    while (at < end && *at >= '0' && *at <= '9') at++;
    if (at == digits) return NULL;
  }
  return at;
}

/* The place behind a value; NULL where it is not valid. */
static inline const char *qiblad__value(const char *at, const char *end, int depth) {
  at = qiblad__blank(at, end);
  if (at >= end) return NULL;
  if (*at != '{' && *at != '[') return qiblad__scalar(at, end);
  if (depth == 0) return NULL;
  bool object = *at == '{';
  char close = object ? '}' : ']';
  at = qiblad__blank(at + 1, end);
  if (at < end && *at == close) return at + 1;
  while (at != NULL && at < end) {
    if (object) {
      at = qiblad__blank(at, end);
      if (at >= end || *at != '"' || (at = qiblad__scalar(at, end)) == NULL) return NULL;
      at = qiblad__blank(at, end);
      if (at >= end || *at++ != ':') return NULL;
    }
    if ((at = qiblad__value(at, end, depth - 1)) == NULL) return NULL;
    at = qiblad__blank(at, end);
    if (at < end && *at == close) return at + 1;
    if (at >= end || *at++ != ',') return NULL;
  }
  return NULL;
}

/* The value of the member `path`, as "status" or "target.name", in a valid object; NULL where it is absent. */
static inline const char *qiblad__find(const char *json, const char *path) {
  const char *end = json + strlen(json), *at = qiblad__blank(json, end);
  while (at < end && *at == '{') {
    size_t length = strcspn(path, ".");
    at = qiblad__blank(at + 1, end);
    for (;;) {
      if (at >= end || *at != '"') return NULL;
      const char *key = at + 1;
      if ((at = qiblad__scalar(at, end)) == NULL) return NULL;
      bool same = (size_t)(at - 1 - key) == length && memcmp(key, path, length) == 0;
      at = qiblad__blank(qiblad__blank(at, end) + 1, end);
      if (same) break;
      if ((at = qiblad__value(at, end, QIBLAD_DEPTH)) == NULL) return NULL;
      at = qiblad__blank(at, end);
      if (at >= end || *at != ',') return NULL;
      at = qiblad__blank(at + 1, end);
    }
    if (path[length] == '\0') return at;
    path += length + 1;
  }
  return NULL;
}

/* --- Members of client.message. Each returns false where the member is absent or of another kind. --- */

/* A number. Not strtod(), which reads a comma in some locales. */
static inline bool qiblad_number(const struct qiblad_client *client, const char *path, double *value) {
  const char *at = qiblad__find(client->message, path);
  if (at == NULL || (*at != '-' && (*at < '0' || *at > '9'))) return false;
  bool negative = *at == '-';
  uint64_t digits = 0;
  int exponent = 0, fraction = 0, written = 0;
  for (at += negative; *at == '.' || (*at >= '0' && *at <= '9'); at++) {
    if (*at == '.') {
      fraction = 1;
    } else if (digits < UINT64_MAX / 10 - 1) {
      digits = digits * 10 + (uint64_t)(*at - '0');
      exponent -= fraction;
    } else {
      exponent += 1 - fraction;
    }
  }
  if (*at == 'e' || *at == 'E') {
    int sign = *++at == '-' ? -1 : 1;
    if (*at == '-' || *at == '+') at++;
    for (; *at >= '0' && *at <= '9'; at++) if (written < 10000) written = written * 10 + (*at - '0');
    exponent += sign * written;
  }
  double power = 1, result = (double)digits;
  /* Exact to 10^22: a number of the protocol is rounded once, by the division. */
  int steps = exponent < 0 ? -exponent : exponent;
  for (int i = 0; i < steps && i < 700; i++) {
    power *= 10;
    if (power >= 1e22) {
      result = exponent < 0 ? result / power : result * power;
      power = 1;
    }
  }
  result = exponent < 0 ? result / power : result * power;
  *value = negative ? -result : result;
  return true;
}

/* A whole number of 64 bits, exactly. */
static inline bool qiblad_integer(const struct qiblad_client *client, const char *path, int64_t *value) {
  const char *at = qiblad__find(client->message, path);
  if (at == NULL || (*at != '-' && (*at < '0' || *at > '9'))) return false;
  bool negative = *at == '-';
  int64_t number = 0;
  for (at += negative; *at >= '0' && *at <= '9'; at++) {
    int digit = *at - '0';
    if (number < (INT64_MIN + digit) / 10) return false;
    number = number * 10 - digit; /* below 0, where the range is larger by one */
  }
  if (*at == '.' || *at == 'e' || *at == 'E' || (!negative && number == INT64_MIN)) return false;
  *value = negative ? number : -number;
  return true;
}

static inline bool qiblad_bool(const struct qiblad_client *client, const char *path, bool *value) {
  const char *at = qiblad__find(client->message, path);
  if (at == NULL || (*at != 't' && *at != 'f')) return false;
  *value = *at == 't';
  return true;
}

/* A string in UTF-8, its escapes resolved, ended by NUL. False also where it does not fit, or contains U+0000. */
static inline bool qiblad_string(const struct qiblad_client *client, const char *path, char *text, size_t size) {
  const char *at = qiblad__find(client->message, path), *end = client->message + strlen(client->message);
  size_t used = 0;
  if (size > 0) text[0] = '\0';
  if (at == NULL || *at != '"') return false;
  for (at++; *at != '"';) {
    long code;
    if ((at = qiblad__character(at, end, &code)) == NULL || code == 0 || used + 5 > size) return false;
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char heads[] = {0, 0xC0, 0xE0, 0xF0};
    text[used++] = (char)(heads[more] | (code >> (6 * more)));
    while (more-- > 0) text[used++] = (char)(0x80 | ((code >> (6 * more)) & 0x3F));
    text[used] = '\0';
  }
  return size > 0;
}

/* Whether the member `path` is the word `word`. */
static inline bool qiblad_word(const struct qiblad_client *client, const char *path, const char *word) {
  const char *at = qiblad__find(client->message, path);
  size_t length = strlen(word);
  return at != NULL && *at == '"' && strncmp(at + 1, word, length) == 0 && at[length + 1] == '"';
}

/* Whether the message is of this type. */
static inline bool qiblad_is(const struct qiblad_client *client, const char *type) {
  return qiblad_word(client, "type", type);
}

/* --- The connection. --- */

static inline int64_t qiblad__now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Connects nowhere yet; qiblad_next does.
 *   topics   a JSON object of the topics to watch with their options; NULL for none. It is not copied.
 *   folder   the folder of the sockets, as for qiblad --socket-dir; NULL for the places that the daemon uses */
static inline void qiblad_init(struct qiblad_client *client, const char *topics, const char *folder) {
  memset(client, 0, sizeof *client);
  client->message = "";
  client->descriptor = -1;
  client->qiblad_topics = topics;
  client->qiblad_folder = folder;
  client->qiblad_pause = QIBLAD_FIRST_PAUSE_MS;
  client->qiblad_random = (uint32_t)getpid() * 2654435761u ^ (uint32_t)qiblad__now();
}

static inline void qiblad_close(struct qiblad_client *client) {
  if (client->descriptor >= 0) close(client->descriptor);
  client->descriptor = -1;
  client->qiblad_greeted = false;
  client->qiblad_start = client->qiblad_used = 0;
}

static inline enum qiblad_result qiblad__lose(struct qiblad_client *client, const char *reason) {
  qiblad_close(client);
  client->message = "";
  if (reason != client->reason) snprintf(client->reason, sizeof client->reason, "%s", reason);
  /* Between half and all of it, so that many clients of one daemon do not come at one instant. */
  client->qiblad_random = client->qiblad_random * 1664525u + 1013904223u;
  int64_t half = client->qiblad_pause / 2;
  client->qiblad_attempt = qiblad__now() + half + (int64_t)(client->qiblad_random >> 8) % (half + 1);
  client->qiblad_pause *= 2;
  if (client->qiblad_pause > QIBLAD_LONGEST_PAUSE_MS) client->qiblad_pause = QIBLAD_LONGEST_PAUSE_MS;
  return QIBLAD_DISCONNECTED;
}

/* Adds the socket to the reason why there is no connection. */
static inline void qiblad__note(struct qiblad_client *client, const char *path, const char *why) {
  size_t used = strlen(client->reason);
  snprintf(client->reason + used, sizeof client->reason - used, "%s%s (%s)",
      used == 0 ? "no daemon answers: " : ", ", path, why);
}

/* Any user can make /tmp/qiblad-UID first and put a socket with wrong headings into it: it is used only if it
 * belongs to this user and no other may write to it. NULL where it is safe. */
static inline const char *qiblad__danger(const char *folder) {
  struct stat status;
  if (lstat(folder, &status) != 0) return strerror(errno);
  if (!S_ISDIR(status.st_mode)) return "its folder is not a folder";
  if (status.st_uid != getuid()) return "its folder belongs to another user";
  return (status.st_mode & 022) != 0 ? "its folder is writable for other users" : NULL;
}

/* connect(), which waits while a daemon that hangs has a full queue. The limit is that of writes (socket(7)), which then
 * have none again. */
static inline bool qiblad__reach(int descriptor, const struct sockaddr_un *address) {
  struct timeval limit = {.tv_sec = QIBLAD_CONNECT_S}, none = {0};
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  if (connect(descriptor, (const struct sockaddr *)address, sizeof *address) != 0) return false;
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &none, sizeof none);
  return true;
}

static inline bool qiblad__try(struct qiblad_client *client, const char *before, const char *folder, bool shared) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char place[sizeof address.sun_path];
  const char *name = client->control ? "control.sock" : "stream.sock", *why = NULL;
  int length = snprintf(place, sizeof place, "%s%s", before, folder);
  int whole = snprintf(address.sun_path, sizeof address.sun_path, "%s%s/%s", before, folder, name);
  if (length < 0 || whole < 0 || (size_t)whole >= sizeof address.sun_path) why = "the path is too long for a socket";
  if (why == NULL && shared) why = qiblad__danger(place);
  if (why == NULL) {
    client->descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client->descriptor >= 0 && qiblad__reach(client->descriptor, &address)) return true;
    why = errno == EAGAIN ? "it accepts nothing" : strerror(errno);
    qiblad_close(client);
  }
  qiblad__note(client, address.sun_path, why);
  return false;
}

/* Connects to the first socket that answers, in the order of the daemon. */
static inline bool qiblad__connect(struct qiblad_client *client) {
  const char *only = client->qiblad_folder != NULL ? client->qiblad_folder : getenv("QIBLAD_SOCKET_DIR");
  const char *runtime = getenv("XDG_RUNTIME_DIR");
  char user[32];
  client->reason[0] = '\0';
  if (only != NULL && *only != '\0') return qiblad__try(client, only, "", false);
  if (qiblad__try(client, "/run/qiblad", "", false)) return true;
  if (runtime != NULL && *runtime == '/' && qiblad__try(client, runtime, "/qiblad", false)) return true;
  snprintf(user, sizeof user, "%lu", (unsigned long)getuid());
  return qiblad__try(client, "/tmp/qiblad-", user, true);
}

static inline bool qiblad__send(struct qiblad_client *client, const char *text, size_t length) {
  while (length > 0) {
    ssize_t sent = send(client->descriptor, text, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    text += sent;
    length -= (size_t)sent;
  }
  return true;
}

/* Sends a request.
 *   members   what stands behind its id, as "\"do\":\"get\",\"topic\":\"state\""
 * Returns the id, for qiblad_answers; 0 where there is no connection, or the request is too long. */
static inline int64_t qiblad_request(struct qiblad_client *client, const char *members) {
  char line[QIBLAD_REQUEST_BYTES + 1];
  if (client->descriptor < 0) return 0;
  int length = snprintf(line, sizeof line, "{\"id\":%lld,%s}\n", (long long)++client->qiblad_sent, members);
  if (length < 0 || (size_t)length >= sizeof line) return 0;
  return qiblad__send(client, line, (size_t)length) ? client->qiblad_sent : 0;
}

/* Whether the message answers this request: it is of type "reply" or "error". */
static inline bool qiblad_answers(const struct qiblad_client *client, int64_t request) {
  int64_t id;
  return request != 0 && qiblad_integer(client, "id", &id) && id == request
      && (qiblad_is(client, "reply") || qiblad_is(client, "error"));
}

static inline enum qiblad_result qiblad__greet(struct qiblad_client *client) {
  char run[sizeof client->qiblad_run], topics[QIBLAD_REQUEST_BYTES];
  int64_t major = 0;
  if (!qiblad_is(client, "hello") || !qiblad_integer(client, "protocol.major", &major)
      || !qiblad_string(client, "run_id", run, sizeof run)) {
    return qiblad__lose(client, "what answers sends no hello; check which program it is");
  }
  if (major != QIBLAD_PROTOCOL_MAJOR) {
    qiblad_close(client);
    snprintf(client->reason, sizeof client->reason,
        "the daemon has version %lld of the protocol, this program knows %d; install matching versions",
        (long long)major, QIBLAD_PROTOCOL_MAJOR);
    return QIBLAD_REFUSED;
  }
  client->replay = client->simulated = false;
  qiblad_bool(client, "replay", &client->replay);
  qiblad_bool(client, "simulated", &client->simulated);
  client->new_run = client->qiblad_run[0] != '\0' && strcmp(client->qiblad_run, run) != 0;
  memcpy(client->qiblad_run, run, sizeof run);
  client->qiblad_greeted = true;
  if (client->qiblad_topics != NULL) {
    int length = snprintf(topics, sizeof topics, "\"do\":\"watch\",\"topics\":%s", client->qiblad_topics);
    if (length < 0 || (size_t)length >= sizeof topics || qiblad_request(client, topics) == 0) {
      return qiblad__lose(client, "the daemon takes no request");
    }
  }
  return QIBLAD_CONNECTED;
}

/* Takes the next whole line out of the buffer; QIBLAD_TIMEOUT where there is none. */
static inline enum qiblad_result qiblad__take(struct qiblad_client *client) {
  char *start = client->qiblad_buffer + client->qiblad_start;
  size_t left = client->qiblad_used - client->qiblad_start;
  char *end = left == 0 ? NULL : memchr(start, '\n', left);
  if (end == NULL && left == sizeof client->qiblad_buffer) {
    return qiblad__lose(client, "the daemon sent a line that is too long");
  }
  if (end == NULL) return QIBLAD_TIMEOUT;
  *end = '\0';
  client->qiblad_start = (size_t)(end + 1 - client->qiblad_buffer);
  const char *first = qiblad__blank(start, end), *behind = qiblad__value(start, end, QIBLAD_DEPTH);
  if (behind == NULL || qiblad__blank(behind, end) != end || *first != '{') {
    return qiblad__lose(client, "the daemon sent a line that is not JSON");
  }
  client->message = start;
  if (!client->qiblad_greeted) return qiblad__greet(client);
  if (qiblad__find(start, "seq") != NULL) client->qiblad_pause = QIBLAD_FIRST_PAUSE_MS;
  return QIBLAD_MESSAGE;
}

/* How long poll() may wait at most before qiblad_next is called again, ms: until the next attempt to connect, or until
 * the daemon must have sent its first line; -1 while it serves this client, for as long as nothing arrives; 0 where a
 * line is in the buffer already. For programs that wait for client.descriptor beside others:
 *
 *   struct pollfd wait[] = {{.fd = client.descriptor, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
 *   poll(wait, 2, qiblad_wait_ms(&client)); */
static inline int qiblad_wait_ms(const struct qiblad_client *client) {
  size_t left = client->qiblad_used - client->qiblad_start;
  if (left > 0 && memchr(client->qiblad_buffer + client->qiblad_start, '\n', left) != NULL) return 0;
  if (client->qiblad_greeted) return -1;
  int64_t until = client->qiblad_attempt - qiblad__now();
  return until < 0 ? 0 : (int)until; /* at most 8 s */
}

/* What happens next: waits up to timeout_ms, with -1 for ever; a second longer for each socket of a daemon that accepts
 * no connection. */
static inline enum qiblad_result qiblad_next(struct qiblad_client *client, int timeout_ms) {
  int64_t deadline = timeout_ms < 0 ? INT64_MAX : qiblad__now() + timeout_ms;
  client->message = "";
  for (;;) {
    if (client->descriptor >= 0) {
      enum qiblad_result taken = qiblad__take(client);
      if (taken != QIBLAD_TIMEOUT) return taken;
    }
    int64_t now = qiblad__now(), end = deadline;
    if (client->descriptor < 0 || !client->qiblad_greeted) {
      if (client->qiblad_attempt < end) end = client->qiblad_attempt;
    }
    int64_t left = end - now;
    struct pollfd wait = {.fd = client->descriptor, .events = POLLIN};
    int ready = poll(&wait, client->descriptor >= 0 ? 1 : 0, left <= 0 ? 0 : left > 60000 && end != INT64_MAX ? 60000
        : end == INT64_MAX ? -1 : (int)left);
    if (ready < 0) return errno == EINTR ? QIBLAD_TIMEOUT : qiblad__lose(client, strerror(errno));
    if (ready == 0) {
      now = qiblad__now();
      if (client->descriptor < 0 && now >= client->qiblad_attempt) {
        if (!qiblad__connect(client)) return qiblad__lose(client, client->reason);
        client->qiblad_attempt = now + QIBLAD_HELLO_MS;
      } else if (client->descriptor >= 0 && !client->qiblad_greeted && now >= client->qiblad_attempt) {
        return qiblad__lose(client, "the daemon sends no hello");
      } else if (now >= deadline) {
        return QIBLAD_TIMEOUT;
      }
      continue;
    }
    /* Room for the rest of a line: what was taken goes. */
    size_t used = client->qiblad_used - client->qiblad_start;
    memmove(client->qiblad_buffer, client->qiblad_buffer + client->qiblad_start, used);
    client->qiblad_start = 0;
    client->qiblad_used = used;
    ssize_t count = recv(client->descriptor, client->qiblad_buffer + used, sizeof client->qiblad_buffer - used, 0);
    if (count > 0) client->qiblad_used += (size_t)count;
    if (count == 0) return qiblad__lose(client, "the daemon closed the connection");
    if (count < 0 && errno != EINTR) return qiblad__lose(client, strerror(errno));
  }
}

#endif
