#define _GNU_SOURCE
#include "CPlayer.h"
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

int player_start(const char *program, const char *file, int *identifier) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none;
  sigemptyset(&none);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  // Threads of this program block signals, and a program that inherits that cannot be ended.
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  // SwiftNIO does not set FD_CLOEXEC: the player would keep the port and the connections of browsers for as long as it
  // plays.
  int problem = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  pid_t started = -1;
  char *const words[] = {(char *)program, (char *)file, NULL};
  if (problem == 0) problem = posix_spawn(&started, program, &actions, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (problem == 0) *identifier = started;
  return problem;
}
