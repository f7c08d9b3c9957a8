// BMI270, accelerometer and gyroscope, which measure only after its maker's code was sent to it.
// Sources: Linux 7.3 drivers/iio/imu/bmi270/bmi270_core.c (registers, the upload, ranges, rates, 0x24,
// INTERNAL_STATUS 1 when it is well); Apache NuttX drivers/sensors/bmi270.c (the same, ranges' scales);
// Bosch's BMI270_SensorAPI as other libraries show it (INIT_ADDR: the low four bits and the others of a
// word's number; STATUS 0x03 with its ready bits).
// From memory of Bosch's data sheet and not checked: what the registers hold after power-on; that in
// power save nothing but PWR_CONF and CMD is written. Any 8192 bytes are taken here: the real chip runs
// them. Not known: how long it takes to start (here 20 ms). The correction of the gyro's x is 0 here.
#include "chip.h"
#include <math.h>
#include <string.h>

enum { ID = 0x00, STATUS = 0x03, ACCEL = 0x0c, GYRO = 0x12, INTERNAL = 0x21, ACCEL_CONFIG = 0x40 };
enum { ACCEL_RANGE = 0x41, GYRO_CONFIG = 0x42, GYRO_RANGE = 0x43, INIT_CONTROL = 0x59 };
enum { INIT_WORD = 0x5b, INIT_DATA = 0x5e, POWER_CONFIG = 0x7c, POWER = 0x7d, COMMAND = 0x7e };
enum { ACCEL_ON = 4, GYRO_ON = 2, ACCEL_READY = 0x80, GYRO_READY = 0x40, SAVES = 1, CODE = 8192 };

struct upload {
  int64_t runs_from; // ns; 0: no code runs
  int count;         // bytes that came in their order
  bool misplaced;        // some did not
};
static struct upload *upload(struct chip *chip) { return (struct upload *)chip->memory; }

static void power_on(struct chip *chip) {
  chip->registers[ID] = 0x24;
  chip->registers[ACCEL_CONFIG] = 0xa8;
  chip->registers[ACCEL_RANGE] = 0x02;
  chip->registers[GYRO_CONFIG] = 0xa9;
  chip->registers[POWER_CONFIG] = 0x03;
}

static bool runs(const struct chip *chip) {
  const struct upload *upload = (const struct upload *)chip->memory;
  return upload->runs_from && chip->clock >= upload->runs_from;
}

static double rate(const struct chip *chip) {
  double accel = 100 * exp2((chip->registers[ACCEL_CONFIG] & 15) - 8);
  double gyro = 100 * exp2((chip->registers[GYRO_CONFIG] & 15) - 8);
  if (!runs(chip)) return 0;
  if (!(chip->registers[POWER] & ACCEL_ON)) accel = 0;
  if (!(chip->registers[POWER] & GYRO_ON)) gyro = 0;
  return accel > gyro ? accel : gyro;
}

static void measure(struct chip *chip) {
  uint8_t *registers = chip->registers;
  double per_g = 16384 >> (registers[ACCEL_RANGE] & 3);
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
  if (number == INTERNAL) return runs(chip) ? 1 : chip->registers[INIT_CONTROL] & 1 ? 2 : 0;
  if (number >= ACCEL && number < ACCEL + 6) chip->registers[STATUS] &= ~ACCEL_READY;
  if (number >= GYRO && number < GYRO + 6) chip->registers[STATUS] &= ~GYRO_READY;
  return value;
}

static void init_control(struct chip *chip, uint8_t value) {
  struct upload *got = upload(chip);
  bool whole = got->count == CODE && !got->misplaced;
  if (value & 1) got->runs_from = whole ? chip->clock + 20000000 : 0;
  else memset(got, 0, sizeof *got);
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  bool saves = chip->registers[POWER_CONFIG] & SAVES;
  if (number == COMMAND && value == 0xb6) {
    chip_power_on(chip);
    return;
  }
  if (number < 0x2f || (saves && number != POWER_CONFIG)) return;
  if (number == INIT_CONTROL) init_control(chip, value);
  if (number == INIT_DATA) upload(chip)->count++;
  else chip->registers[number] = value;
  // Without a place, one burst counts on by itself.
  int word = chip->registers[INIT_WORD] | chip->registers[INIT_WORD + 1] << 4;
  if (number == INIT_WORD + 1 && 2 * word != upload(chip)->count) upload(chip)->misplaced = true;
  chip_restart(chip);
}

static uint8_t next(uint8_t pointer) { return pointer == INIT_DATA ? pointer : pointer + 1; }

const struct model bmi270 = {
    .name = "bmi270", .address = 0x68, .first_data = 0x0c, .last_data = 0x17,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = next,
};
