// LSM9DS1, accelerometer and gyroscope; its magnetometer is a LIS3MDL's (lis3mdl.c).
// Sources: ST's data sheet, DocID025715 rev. 2 and 3 (pages 21 and 45 on: registers; section 3.3: while
// both run, a read goes from OUT_Z_G on to OUT_X_XL, and from OUT_Z_XL back to OUT_X_G); Linux 6.1
// drivers/iio/imu/st_lsm6dsx/st_lsm6dsx_core.c (rates, ranges, 0x0f = 0x68).
// Not known: what follows OUT_Z_G where only one of the two runs (here the same), the counts at the ends of
// the ranges. The accelerometer's own rate counts only while the gyroscope is off. Filters and
// FIFO change nothing here. The registers hold x, y and z as they are set: who takes them for
// right-handed is wrong on silicon.
#include "chip.h"
#include <math.h>

enum { ID = 0x0f, GYRO_1 = 0x10, STATUS = 0x17, GYRO = 0x18, CONTROL_4 = 0x1e, CONTROL_5 = 0x1f };
enum { ACCEL_6 = 0x20, CONTROL_8 = 0x22, CONTROL_10 = 0x24, ACCEL = 0x28, TEMPERATURE = 0x15 };
enum { RESET = 0x01, BOOT = 0x80, ACCEL_READY = 1, GYRO_READY = 2 };

static void power_on(struct chip *chip) {
  chip->registers[ID] = 0x68;
  chip->registers[CONTROL_4] = chip->registers[CONTROL_5] = 0x38;
  chip->registers[CONTROL_8] = 0x04;
}

static double gyro_rate(const struct chip *chip) {
  static const double rates[] = {0, 14.9, 59.5, 119, 238, 476, 952, 0};
  return rates[chip->registers[GYRO_1] >> 5];
}

static double accel_rate(const struct chip *chip) {
  static const double rates[] = {0, 10, 50, 119, 238, 476, 952, 0};
  return rates[chip->registers[ACCEL_6] >> 5];
}

static double rate(const struct chip *chip) {
  double gyro = gyro_rate(chip);
  return gyro > 0 ? gyro : accel_rate(chip);
}

static void measure(struct chip *chip) {
  static const double mg[] = {0.061, 0.732, 0.122, 0.244};
  static const double mdps[] = {8.75, 17.5, 0, 70};
  uint8_t *registers = chip->registers;
  const struct surroundings *around = &chip->surroundings;
  double per_unit = 1000 / mg[registers[ACCEL_6] >> 3 & 3] / 9.80665;
  double milli = mdps[registers[GYRO_1] >> 3 & 3];
  double per_rate = milli > 0 ? 1000 / milli * 180 / M_PI : 0;
  bool has_gyro = gyro_rate(chip) > 0;
  for (int axis = 0; axis < 3; axis++) {
    // Bits 3 to 5 switch the axes on.
    if (registers[CONTROL_5] & 0x08 << axis)
      put_little_endian(registers + ACCEL + 2 * axis,
                        counts(chip, around->acceleration[axis], per_unit, -32768, 32767, NULL));
    if (has_gyro && registers[CONTROL_4] & 0x08 << axis)
      put_little_endian(registers + GYRO + 2 * axis,
                        counts(chip, around->rate[axis], per_rate, -32768, 32767, NULL));
  }
  put_little_endian(registers + TEMPERATURE, (around->temperature - 25) * 16);
  registers[STATUS] |= ACCEL_READY | (has_gyro ? GYRO_READY : 0) | 4;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  if (number == 0x27) number = STATUS; // the same flags at two places
  uint8_t value = chip->registers[number];
  if (number == GYRO + 5) chip->registers[STATUS] &= ~GYRO_READY;
  if (number == ACCEL + 5) chip->registers[STATUS] &= ~ACCEL_READY;
  return value;
}

// As while both run.
static uint8_t next(uint8_t pointer) {
  switch (pointer) {
  case GYRO + 5: return ACCEL;
  case ACCEL + 5: return GYRO;
  default: return pointer + 1;
  }
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number == CONTROL_8 && value & (RESET | BOOT)) {
    chip_power_on(chip);
    return;
  }
  bool is_setting = (number >= 0x04 && number <= 0x0d) || (number >= GYRO_1 && number <= 0x13) ||
                    (number >= CONTROL_4 && number <= CONTROL_10) || number == 0x2e;
  if (!is_setting) return;
  chip->registers[number] = value;
  if (number == GYRO_1 || number == ACCEL_6) chip_restart(chip);
}

const struct model lsm9ds1 = {
    .name = "lsm9ds1", .address = 0x6a, .first_data = 0x18, .last_data = 0x2d,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = next,
};
