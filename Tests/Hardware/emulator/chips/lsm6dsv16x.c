// LSM6DSV16X, accelerometer and gyroscope.
// Sources: Linux (6.4 and later) drivers/iio/imu/st_lsm6dsx/st_lsm6dsx_core.c (the settings of lsm6dsv and
// lsm6dsv16x: registers, rates, ranges, 0x0f = 0x70); stm32duino/LSM6DSV16X (rate in CTRL1 and CTRL2[3:0], mode
// above it, FS_G in CTRL6[3:0], FS_XL in CTRL8[1:0]); ArduPilot #33293 (CTRL8 bit 2 tells the LSM6DSV32X).
// From memory and not checked: STATUS_REG 0x1e and its flags, 256 counts a degree with 0 at 25 °C.
// Not known: which measurement the flags belong to when the two rates differ (here both belong to the
// faster). The other modes, filters, FIFO and fusion are not there; their registers are kept.
#include "chip.h"
#include <math.h>

enum { ID = 0x0f, CONTROL_1 = 0x10, CONTROL_2, CONTROL_3, CONTROL_6 = 0x15, CONTROL_8 = 0x17 };
enum { STATUS = 0x1e, TEMPERATURE = 0x20, GYRO = 0x22, ACCEL = 0x28, RESET = 0x01, BOOT = 0x80 };

static void power_on(struct chip *chip) {
  chip->registers[ID] = 0x70;
  chip->registers[CONTROL_3] = 0x44;
}

static double rate_of(uint8_t control) {
  static const double rates[] = {0,   1.875, 7.5, 15,  30,   60,   120,  240,
                                 480, 960,   1920, 3840, 7680, 0,  0,    0};
  return rates[control & 0x0f];
}

static double rate(const struct chip *chip) {
  double accel = rate_of(chip->registers[CONTROL_1]), gyro = rate_of(chip->registers[CONTROL_2]);
  return accel > gyro ? accel : gyro;
}

static void measure(struct chip *chip) {
  static const double mg[] = {0.061, 0.122, 0.244, 0.488};
  static const double mdps[] = {4.375, 8.75, 17.5, 35, 70};
  uint8_t *registers = chip->registers;
  const struct surroundings *around = &chip->surroundings;
  int range = registers[CONTROL_6] & 0x0f;
  double per_unit = 1000 / mg[registers[CONTROL_8] & 3] / 9.80665;
  double per_rate = 1000 / (range < 5 ? mdps[range] : 140) * 180 / M_PI;
  for (int axis = 0; axis < 3; axis++) {
    if (rate_of(registers[CONTROL_1]) > 0) {
      put_little_endian(registers + ACCEL + 2 * axis,
                        counts(chip, around->acceleration[axis], per_unit, -32768, 32767, NULL));
      registers[STATUS] |= 1;
    }
    if (rate_of(registers[CONTROL_2]) > 0) {
      put_little_endian(registers + GYRO + 2 * axis,
                        counts(chip, around->rate[axis], per_rate, -32768, 32767, NULL));
      registers[STATUS] |= 2;
    }
  }
  put_little_endian(registers + TEMPERATURE, (around->temperature - 25) * 256);
  registers[STATUS] |= 4;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number == GYRO + 5) chip->registers[STATUS] &= ~2;
  if (number == ACCEL + 5) chip->registers[STATUS] &= ~1;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number == CONTROL_3 && value & (RESET | BOOT)) {
    chip_power_on(chip);
    return;
  }
  bool data = number >= STATUS && number <= ACCEL + 5;
  if (data || number == ID) return;
  chip->registers[number] = value;
  if (number == CONTROL_1 || number == CONTROL_2) chip_restart(chip);
}

const struct model lsm6dsv16x = {
    .name = "lsm6dsv16x", .address = 0x6a, .first_data = 0x22, .last_data = 0x2d,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
