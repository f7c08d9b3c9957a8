// What can be told to a running adapter. CHIP is a model's name or an address, or `all`.
//   add MODEL [ADDRESS]       remove CHIP         list
//   field CHIP X Y Z          µT along the chip's own axes
//   acceleration CHIP X Y Z   m/s²
//   rate CHIP X Y Z           rad/s
//   temperature CHIP T        °C
//   noise CHIP COUNTS         each reading is off by up to so many counts (at first 1)
//   fault CHIP KIND [COUNT [AFTER]]   the kinds are in `kinds`; COUNT and AFTER are of transfers
//   power CHIP                off and on again: every register as after power-on
//   poke CHIP REGISTER VALUE  peek CHIP REGISTER
//   delay US                  every message takes so much longer
//   unplug                    plug
#include "control.h"
#include "chip.h"
#include "usb.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[] = {
    "none",      "nack",      "error", "hang", "short",    "stuck",
    "zero-data", "ones-data", "zero",  "ones", "saturate", "not-ready",
};

#define WORDS_MAX 8
struct words {
  char *word[WORDS_MAX];
  int count;
};

static bool matches(const struct chip *chip, const char *name) {
  if (!chip->model) return false;
  char *end;
  long address = strtol(name, &end, 0);
  return !strcmp(name, "all") || !strcmp(name, chip->model->name) ||
         (!*end && address == chip->address);
}

static bool number(const struct words *words, int at, double *value) {
  char *end = NULL;
  if (at >= words->count) return false;
  *value = strtod(words->word[at], &end);
  return end && !*end;
}

static bool vector(const struct words *words, double *to) {
  double value[3];
  for (int axis = 0; axis < 3; axis++)
    if (!number(words, 2 + axis, &value[axis])) return false;
  memcpy(to, value, sizeof value);
  return true;
}

static bool set_fault(struct chip *chip, const struct words *words) {
  double count = -1, after = 0;
  for (unsigned kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
    if (words->count < 3 || strcmp(words->word[2], kinds[kind])) continue;
    number(words, 3, &count);
    number(words, 4, &after);
    chip->fault = kind;
    chip->fault_count = count;
    chip->fault_after = after;
    return true;
  }
  return false;
}

// One command to one chip; false where it makes no sense.
static bool tell_chip(struct chip *chip, const struct words *words, char *answer, int size) {
  const char *verb = words->word[0];
  double a, b;
  if (!strcmp(verb, "field")) return vector(words, chip->surroundings.field);
  if (!strcmp(verb, "acceleration")) return vector(words, chip->surroundings.acceleration);
  if (!strcmp(verb, "rate")) return vector(words, chip->surroundings.rate);
  if (!strcmp(verb, "temperature")) return number(words, 2, &chip->surroundings.temperature);
  if (!strcmp(verb, "fault")) return set_fault(chip, words);
  if (!strcmp(verb, "noise") && number(words, 2, &a)) {
    chip->noise = a;
  } else if (!strcmp(verb, "power")) {
    chip_power_on(chip);
  } else if (!strcmp(verb, "remove")) {
    chip->model = NULL;
  } else if (!strcmp(verb, "poke") && number(words, 2, &a) && number(words, 3, &b)) {
    chip->registers[(uint8_t)a] = b;
  } else if (!strcmp(verb, "peek") && number(words, 2, &a)) {
    snprintf(answer, size, "0x%02x", chip->registers[(uint8_t)a]);
  } else {
    return false;
  }
  return true;
}

static bool add(const struct words *words) {
  double address = -1;
  for (const struct model *const *model = models; *model && words->count > 1; model++) {
    if (strcmp((*model)->name, words->word[1])) continue;
    if (!number(words, 2, &address)) address = (*model)->address;
    return chip_add(*model, address) != NULL;
  }
  return false;
}

static void list(char *answer, int size) {
  for (struct chip *chip = chips; chip < chips + CHIPS_MAX && size > 0; chip++) {
    if (!chip->model) continue;
    int used = snprintf(answer, size, "%s 0x%02x %s\n", chip->model->name, chip->address,
                        kinds[chip->fault]);
    answer += used;
    size -= used;
  }
}

static bool tell_bus(const struct words *words, char *answer, int size) {
  const char *verb = words->word[0];
  double value;
  if (!strcmp(verb, "add")) return add(words);
  if (!strcmp(verb, "plug")) return usb_socket >= 0 || usb_plug();
  if (!strcmp(verb, "unplug")) {
    usb_unplug();
  } else if (!strcmp(verb, "delay") && number(words, 1, &value)) {
    usb_delay = value;
  } else if (!strcmp(verb, "list")) {
    list(answer, size);
  } else {
    return false;
  }
  return true;
}

void control_do(char *command, char *answer, int size) {
  struct words words = {.count = 0};
  char *rest = NULL, whole[128];
  snprintf(whole, sizeof whole, "%s", command);
  for (char *word = strtok_r(command, " \t\n", &rest); word && words.count < WORDS_MAX;
       word = strtok_r(NULL, " \t\n", &rest))
    words.word[words.count++] = word;
  snprintf(answer, size, "ok");
  if (words.count == 0) return;
  if (tell_bus(&words, answer, size)) return;
  int told = 0;
  for (struct chip *chip = chips; chip < chips + CHIPS_MAX && words.count > 1; chip++)
    told += matches(chip, words.word[1]) && tell_chip(chip, &words, answer, size);
  if (!told) snprintf(answer, size, "error: cannot do: %s", whole);
}
