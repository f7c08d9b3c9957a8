// RM3100, a magnetometer of three coils.
// Sources: PNI's user manual, doc 1017252 r03 and r04 (table 5-1: map and defaults, table 5-4:
// rates, results big-endian in 24 bits; "reading from the CMM register or writing to the TMRC
// register will terminate Continuous Measurement Mode"); Linux 6.1
// drivers/iio/magnetometer/rm3100-core.c (POLL's bits, counts for a gauss by cycle count); PX4's
// rm3100 driver (REVID 0x36 = 0x22).
// From memory of that manual and not checked: a gain of 0.3671 counts for a µT and cycle, and
// 1.5; it gives the 20, 38 and 75 that drivers agree on.
// Not known: how long a single measurement takes (here 7 ms for 200 cycles, in proportion); DRDM
// and the alarms do nothing here.
#include "chip.h"

enum { POLL = 0x00, CONTINUOUS = 0x01, CYCLES = 0x04, RATE = 0x0b, DATA = 0x24, STATUS = 0x34 };
enum { REVISION = 0x36, RUNS = 1, READY = 0x80 };

static void power_on(struct chip *chip) {
  for (int axis = 0; axis < 3; axis++) chip->registers[CYCLES + 2 * axis + 1] = 200;
  chip->registers[RATE] = 0x96;
  chip->registers[REVISION] = 0x22;
}

static int cycles(const struct chip *chip, int axis) {
  return chip->registers[CYCLES + 2 * axis] << 8 | chip->registers[CYCLES + 2 * axis + 1];
}

static double rate(const struct chip *chip) {
  static const double rates[] = {600, 300, 150, 75,  37,  18,    9,
                                 4.5, 2.3, 1.2, 0.6, 0.3, 0.15, 0.075};
  double most = 86000.0 / (cycles(chip, 0) + 1); // 430 Hz with 200 cycles
  if (chip->registers[POLL] & 0x70) return most / 3;
  if (!(chip->registers[CONTINUOUS] & RUNS)) return 0;
  int code = chip->registers[RATE] - 0x92;
  double asked = code >= 0 && code < 14 ? rates[code] : 0;
  return asked < most ? asked : most;
}

static void measure(struct chip *chip) {
  uint8_t *registers = chip->registers;
  uint8_t axes = registers[POLL] & 0x70 ? registers[POLL] : registers[CONTINUOUS];
  for (int axis = 0; axis < 3; axis++) {
    if (!(axes & 0x10 << axis)) continue;
    double per_microtesla = 0.3671 * cycles(chip, axis) + 1.5;
    int32_t value = counts(chip, chip->surroundings.field[axis], per_microtesla, -(1 << 23),
                           (1 << 23) - 1, NULL);
    registers[DATA + 3 * axis] = value >> 16;
    put_big_endian(registers + DATA + 3 * axis + 1, value);
  }
  registers[STATUS] |= READY;
  registers[POLL] = 0;
}

static uint8_t read_register(struct chip *chip, uint8_t pointer) {
  uint8_t number = pointer & 0x7f, value = chip->registers[number];
  if (number >= DATA && number < DATA + 9) chip->registers[STATUS] &= ~READY;
  if (number == CONTINUOUS) chip->registers[CONTINUOUS] &= ~RUNS;
  return value;
}

static void write_register(struct chip *chip, uint8_t pointer, uint8_t value) {
  uint8_t number = pointer & 0x7f;
  if (number >= DATA && number <= REVISION && number != 0x33) return;
  chip->registers[number] = value;
  chip->registers[STATUS] &= ~READY;
  if (number == RATE) chip->registers[CONTINUOUS] &= ~RUNS;
  if (number <= RATE) chip_restart(chip);
}

static uint8_t next(uint8_t pointer) { return (pointer & 0x80) | ((pointer + 1) & 0x7f); }

const struct model rm3100 = {
    .name = "rm3100", .address = 0x20, .first_data = 0x24, .last_data = 0x2c,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = next,
};
