// QMC6310, a magnetometer: the QMC5883P's map at another address.
// Sources: Linux 7.3 drivers/iio/magnetometer/qmc6308.c for the sister chip (ID, sensitivities, a soft reset
// that stays set until 0 is written, a ready bit that reading the status clears); lewisxhe/SensorLib
// SensorQSTMagnetic.hpp (address, ID and gains of the QMC6310U; bits of 0x29: x, y, z).
// Not known: where data saturates (here as in the QMC5883P's model); OSR1 and OSR2 change nothing here.
#include "chip.h"

enum { ID = 0x00, DATA = 0x01, STATUS = 0x09, CONTROL_1 = 0x0a, CONTROL_2 = 0x0b, SIGNS = 0x29 };
enum { READY = 1, OVERFLOW = 2, SOFT_RESET = 0x80, FULL_SCALE = 30000 };

static void power_on(struct chip *chip) { chip->registers[ID] = 0x80; }

static double rate(const struct chip *chip) {
  static const double rates[] = {10, 50, 100, 200};
  if (chip->registers[CONTROL_2] & SOFT_RESET) return 0;
  switch (chip->registers[CONTROL_1] & 3) {
  case 0: return 0;   // suspended
  case 1: return rates[chip->registers[CONTROL_1] >> 2 & 3];
  default: return 200;
  }
}

static void measure(struct chip *chip) {
  static const double per_gauss[] = {1000, 2500, 3750, 15000};
  double per_microtesla = per_gauss[chip->registers[CONTROL_2] >> 2 & 3] / 100;
  bool clipped = false;
  for (int axis = 0; axis < 3; axis++) {
    int sign = chip->registers[SIGNS] >> axis & 1 ? -1 : 1;
    put_little_endian(chip->registers + DATA + 2 * axis,
                      counts(chip, sign * chip->surroundings.field[axis], per_microtesla, -FULL_SCALE,
                             FULL_SCALE, &clipped));
  }
  chip->registers[STATUS] = READY | (clipped ? OVERFLOW : 0);
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number == STATUS) chip->registers[STATUS] &= ~READY;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  switch (number) {
  case CONTROL_2:
    if (value & SOFT_RESET) chip_power_on(chip);
    __attribute__((fallthrough));
  case CONTROL_1:
    chip->registers[number] = value;
    chip_restart(chip);
    break;
  case 0x0d:
  case SIGNS: chip->registers[number] = value;
  }
}

const struct model qmc6310 = {
    .name = "qmc6310", .address = 0x1c, .first_data = DATA, .last_data = DATA + 5,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
