// BMI160, accelerometer and gyroscope.
// Sources: Linux 6.1 drivers/iio/imu/bmi160/bmi160_core.c (registers, commands, ranges, rates,
// 0xD1).
// From memory of Bosch's data sheet and not checked: PMU_STATUS 0x03, STATUS 0x1B with its ready
// bits, the configuration after power-on. Not known: what the data registers hold while a part
// is suspended (here what they held before).
#include "chip.h"
#include <math.h>

enum { ID = 0x00, POWER = 0x03, GYRO = 0x0c, ACCEL = 0x12, STATUS = 0x1b, ACCEL_CONFIG = 0x40 };
enum { ACCEL_RANGE = 0x41, GYRO_CONFIG = 0x42, GYRO_RANGE = 0x43, COMMAND = 0x7e };
enum { ACCEL_ON = 0x10, GYRO_ON = 0x04, ACCEL_READY = 0x80, GYRO_READY = 0x40 };

static void power_on(struct chip *chip) {
  chip->registers[ID] = 0xd1;
  chip->registers[ACCEL_CONFIG] = chip->registers[GYRO_CONFIG] = 0x28;
  chip->registers[ACCEL_RANGE] = 0x03;
}

static double rate(const struct chip *chip) {
  double accel = 100 * exp2((chip->registers[ACCEL_CONFIG] & 15) - 8);
  double gyro = 100 * exp2((chip->registers[GYRO_CONFIG] & 15) - 8);
  if (!(chip->registers[POWER] & ACCEL_ON)) accel = 0;
  if (!(chip->registers[POWER] & GYRO_ON)) gyro = 0;
  return accel > gyro ? accel : gyro;
}

static void measure(struct chip *chip) {
  uint8_t *registers = chip->registers;
  uint8_t range = registers[ACCEL_RANGE];
  double per_g = range == 5 ? 8192 : range == 8 ? 4096 : range == 12 ? 2048 : 16384;
  double per_degree = 16.384 * (1 << (registers[GYRO_RANGE] & 7));
  for (int axis = 0; axis < 3; axis++) {
    if (registers[POWER] & ACCEL_ON)
      put_little_endian(registers + ACCEL + 2 * axis,
                        counts(chip, chip->surroundings.acceleration[axis], per_g / 9.80665, -32768,
                               32767, NULL));
    if (registers[POWER] & GYRO_ON)
      put_little_endian(registers + GYRO + 2 * axis,
                        counts(chip, chip->surroundings.rate[axis], per_degree * 180 / M_PI, -32768,
                               32767, NULL));
  }
  if (registers[POWER] & ACCEL_ON) registers[STATUS] |= ACCEL_READY;
  if (registers[POWER] & GYRO_ON) registers[STATUS] |= GYRO_READY;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number >= ACCEL && number < ACCEL + 6) chip->registers[STATUS] &= ~ACCEL_READY;
  if (number >= GYRO && number < GYRO + 6) chip->registers[STATUS] &= ~GYRO_READY;
  return value;
}

static void command(struct chip *chip, uint8_t value) {
  uint8_t *power = &chip->registers[POWER];
  if (value == 0xb6) chip_power_on(chip);
  if (value >= 0x10 && value <= 0x12) *power = (*power & ~0x30) | (value & 3) << 4;
  if (value >= 0x14 && value <= 0x17) *power = (*power & ~0x0c) | (value & 3) << 2;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number == COMMAND) command(chip, value);
  if (number >= ACCEL_CONFIG && number != COMMAND) chip->registers[number] = value;
  chip_restart(chip);
}

const struct model bmi160 = {
    .name = "bmi160", .address = 0x69, .first_data = 0x0c, .last_data = 0x17,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
