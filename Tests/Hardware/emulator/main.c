// An I2C bus with chips that are not there.
//   virtual-i2c serve SOCKET MODEL[@ADDRESS]…   until it is stopped; needs root, vhci-hcd
//   virtual-i2c tell SOCKET COMMAND…            each a word of its own: 'field all 20 0 40'
//   virtual-i2c models                          what can be emulated, and at which address
#include "chip.h"
#include "control.h"
#include "usb.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define LINE 1024

static struct sockaddr_un address_of(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  return address;
}

static int listen_at(const char *path) {
  struct sockaddr_un address = address_of(path);
  int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  unlink(path);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) ||
      listen(listener, 8)) {
    perror(path);
    exit(1);
  }
  return listener;
}

static void answer_commands(int listener) {
  char command[LINE], answer[LINE];
  int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (client < 0) return;
  for (ssize_t count; (count = recv(client, command, LINE - 1, 0)) > 0;) {
    command[count] = 0;
    control_do(command, answer, LINE);
    if (send(client, answer, strlen(answer), MSG_NOSIGNAL) < 0) break;
  }
  close(client);
}

static int serve(const char *path, char **names) {
  char command[LINE], answer[LINE];
  for (; *names; names++) {
    char *at = strchr(*names, '@');
    if (at) *at = ' ';
    snprintf(command, LINE, "add %s", *names);
    control_do(command, answer, LINE);
    if (strcmp(answer, "ok")) {
      fprintf(stderr, "virtual-i2c: %s\n", answer);
      return 2;
    }
  }
  int listener = listen_at(path);
  if (!usb_plug()) return 1;
  for (;;) {
    struct pollfd waiting[2] = {{listener, POLLIN, 0}, {usb_socket, POLLIN, 0}};
    if (poll(waiting, 2, -1) < 0 && errno != EINTR) return 1;
    if (waiting[1].revents && !usb_answer()) usb_unplug();
    if (waiting[0].revents & POLLIN) answer_commands(listener);
  }
}

static int tell(const char *path, char **commands) {
  struct sockaddr_un address = address_of(path);
  int status = 0, server = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (server < 0 || connect(server, (struct sockaddr *)&address, sizeof address)) {
    perror(path);
    return 1;
  }
  for (; *commands; commands++) {
    char answer[LINE];
    ssize_t count = -1;
    if (send(server, *commands, strlen(*commands), MSG_NOSIGNAL) >= 0)
      count = recv(server, answer, LINE - 1, 0);
    if (count <= 0) return 1;
    answer[count] = 0;
    if (strcmp(answer, "ok")) puts(answer);
    if (!strncmp(answer, "error", 5)) status = 2;
  }
  return status;
}

int main(int count, char **words) {
  signal(SIGPIPE, SIG_IGN);
  if (count >= 3 && !strcmp(words[1], "serve")) return serve(words[2], words + 3);
  if (count >= 4 && !strcmp(words[1], "tell")) return tell(words[2], words + 3);
  if (count == 2 && !strcmp(words[1], "models")) {
    for (const struct model *const *model = models; *model; model++)
      printf("%s 0x%02x\n", (*model)->name, (*model)->address);
    return 0;
  }
  fprintf(stderr, "usage: virtual-i2c serve SOCKET MODEL[@ADDRESS]… | tell SOCKET COMMAND… | models\n");
  return 2;
}
