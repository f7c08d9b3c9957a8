// ADXL345, an accelerometer.
// Sources: Analog Devices' data sheet, the description of DATA_FORMAT and page 32 (ranges,
// justification, full resolution); Linux 6.1 drivers/iio/accel/adxl345_core.c (registers, rates,
// 13 bits).
// From memory and not checked: INT_SOURCE's flags.
// The data sheet's scale is 256 counts for a g; the kernel's, 0.0383 m/s², is 0.02 % smaller.
#include "chip.h"

enum { ID = 0x00, RATE = 0x2c, POWER = 0x2d, SOURCE = 0x30, FORMAT = 0x31, DATA = 0x32 };
enum { MEASURES = 8, READY = 0x80, OVERRUN = 1, FULL = 8, LEFT = 4 };

static void power_on(struct chip *chip) {
  chip->registers[ID] = 0xe5;
  chip->registers[RATE] = 0x0a;
  chip->registers[SOURCE] = 0x02;
}

static double rate(const struct chip *chip) {
  if (!(chip->registers[POWER] & MEASURES)) return 0;
  return 0.09765625 * (1 << (chip->registers[RATE] & 15));
}

static void measure(struct chip *chip) {
  uint8_t *registers = chip->registers;
  int range = registers[FORMAT] & 3;
  bool full = registers[FORMAT] & FULL;
  int bits = full ? 10 + range : 10;
  double per_g = full ? 256 : 256 >> range;
  for (int axis = 0; axis < 3; axis++) {
    int32_t value = counts(chip, chip->surroundings.acceleration[axis], per_g / 9.80665,
                           -(1 << (bits - 1)), (1 << (bits - 1)) - 1, NULL);
    int shift = registers[FORMAT] & LEFT ? 16 - bits : 0;
    put_little_endian(registers + DATA + 2 * axis, value * (1 << shift));
  }
  registers[SOURCE] |= READY | (registers[SOURCE] & READY ? OVERRUN : 0);
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number >= DATA && number < DATA + 6) chip->registers[SOURCE] &= ~(READY | OVERRUN);
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number < 0x1d || number == SOURCE || number == 0x2b) return;
  if (number >= DATA && number < DATA + 6) return;
  chip->registers[number] = value;
  if (number == RATE || number == POWER) chip_restart(chip);
}

const struct model adxl345 = {
    .name = "adxl345", .address = 0x53, .first_data = 0x32, .last_data = 0x37,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
