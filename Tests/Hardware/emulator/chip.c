#include "chip.h"
#include <math.h>
#include <string.h>
#include <time.h>

struct chip chips[CHIPS_MAX];

// While a measurement is caught up with, everything that it does happens when it was due.
static int64_t catching_up;

static int64_t now(void) {
  struct timespec time;
  if (catching_up) return catching_up;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

struct chip *chip_at(uint8_t address) {
  for (struct chip *chip = chips; chip < chips + CHIPS_MAX; chip++) {
    if (!chip->model || chip->address != address) continue;
    if (!chip->model->answers || chip->model->answers(chip)) return chip;
  }
  return NULL;
}

struct chip *chip_add(const struct model *model, uint8_t address) {
  for (struct chip *chip = chips; chip < chips + CHIPS_MAX; chip++) {
    if (chip->model) continue;
    *chip = (struct chip){.model = model, .address = address, .noise = 1, .random = 1 + address};
    // At rest, flat, somewhere in the northern hemisphere: nothing that a test should rely on.
    chip->surroundings = (struct surroundings){{20, 0, 40}, {0, 0, 9.80665}, {0, 0, 0}, 25};
    chip_power_on(chip);
    return chip;
  }
  return NULL;
}

void chip_power_on(struct chip *chip) {
  memset(chip->registers, 0, sizeof chip->registers);
  memset(chip->memory, 0, sizeof chip->memory);
  chip->next_measurement = 0;
  chip->model->power_on(chip);
}

void chip_restart(struct chip *chip) { chip->next_measurement = 0; }

// One measurement; a stuck chip says that there is a new one and shows the old.
static void measure(struct chip *chip) {
  uint8_t first = chip->model->first_data, old[256];
  size_t count = chip->model->last_data - first + 1;
  memcpy(old, chip->registers + first, count);
  chip->model->measure(chip);
  if (chip->fault == FAULT_STUCK) memcpy(chip->registers + first, old, count);
}

void chip_update(struct chip *chip) {
  chip->clock = now();
  double rate = chip->model->rate(chip);
  if (rate <= 0 || chip->fault == FAULT_NOT_READY) {
    chip->next_measurement = 0;
    return;
  }
  int64_t period = (int64_t)(1e9 / rate);
  if (!chip->next_measurement) chip->next_measurement = chip->clock + period;
  // At most two: with one that was not read, the second is enough to show that data was lost.
  while (chip->clock >= chip->next_measurement) {
    int64_t late = (chip->clock - chip->next_measurement) / period;
    if (late > 1) chip->next_measurement += (late - 1) * period;
    int64_t before = catching_up;
    catching_up = chip->next_measurement;
    measure(chip);
    catching_up = before;
    // A single measurement ends the mode that asked for it.
    if (chip->model->rate(chip) <= 0) {
      chip->next_measurement = 0;
      return;
    }
    chip->next_measurement += period;
  }
}

void chip_write(struct chip *chip, const uint8_t *bytes, int count) {
  if (count < 1) return;
  chip_update(chip);
  if (chip->model->take) {
    chip->model->take(chip, bytes, count);
    return;
  }
  chip->pointer = bytes[0];
  for (int i = 1; i < count; i++) {
    chip->model->write(chip, chip->pointer, bytes[i]);
    chip->pointer = chip->model->next ? chip->model->next(chip->pointer) : chip->pointer + 1;
  }
  chip_update(chip);
}

static uint8_t faulty(const struct chip *chip, uint8_t number, uint8_t value) {
  bool data = number >= chip->model->first_data && number <= chip->model->last_data;
  switch (chip->fault) {
  case FAULT_ZERO_DATA: return data ? 0x00 : value;
  case FAULT_ONES_DATA: return data ? 0xff : value;
  case FAULT_ZERO: return 0x00;
  case FAULT_ONES: return 0xff;
  default: return value;
  }
}

void chip_read(struct chip *chip, uint8_t *bytes, int count) {
  chip_update(chip);
  if (chip->model->give) {
    chip->model->give(chip, bytes, count);
    return;
  }
  for (int i = 0; i < count && i < chip->model->preceding; i++) bytes[i] = 0x5a;
  for (int i = chip->model->preceding; i < count; i++) {
    uint8_t number = chip->pointer;
    uint8_t value =
        chip->model->read ? chip->model->read(chip, number) : chip->registers[number];
    bytes[i] = faulty(chip, chip->model->next ? number & 0x7f : number, value);
    chip->pointer = chip->model->next ? chip->model->next(number) : number + 1;
  }
}

static int noise(struct chip *chip) {
  if (chip->noise <= 0) return 0;
  chip->random = chip->random * 1664525u + 1013904223u; // Numerical Recipes' generator
  return (int)((chip->random >> 16) % (2 * chip->noise + 1)) - chip->noise;
}

int32_t counts(struct chip *chip, double value, double per_unit, int32_t low, int32_t high,
               bool *clipped) {
  double exact = value * per_unit;
  if (chip->fault == FAULT_SATURATE) exact = 1e9;
  double rounded = round(exact) + noise(chip);
  bool outside = rounded < low || rounded > high;
  if (clipped) *clipped = *clipped || outside;
  return outside ? (rounded < low ? low : high) : (int32_t)rounded;
}

void put_little_endian(uint8_t *registers, int32_t value) {
  registers[0] = value & 0xff;
  registers[1] = value >> 8 & 0xff;
}

void put_big_endian(uint8_t *registers, int32_t value) {
  registers[0] = value >> 8 & 0xff;
  registers[1] = value & 0xff;
}
