// BNO055: magnetometer, accelerometer and gyro behind a microcontroller of its own.
// Sources: Linux 7.3 drivers/iio/imu/bno055/bno055.c (registers of both pages, scales, 650 ms after a reset,
// 7 to 19 ms for a change of mode, a gyro whose scale depends on the range outside the fusion modes);
// Bosch's bno055_support headers (range and rate bits: gyro 000 is 2000 °/s, where Linux reads 125);
// kriswiner/BNO055 (IDs, order of the settings); Bosch BST-BNO055-DS000-14 tables 3-17 to 3-27.
// Not known: where data saturates (here at the range); what a fusion mode makes of the offsets (nothing here);
// whether settings outside CONFIG mode are ignored or spoil something (ignored here).
#include "chip.h"
#include <math.h>

enum { CHIP_ID = 0x00, PAGE = 0x07, DATA = 0x08, UNITS = 0x3b, MODE = 0x3d, TRIGGER = 0x3f, MAP = 0x41 };
enum { ACCEL_CONFIG = 0x08, MAG_CONFIG = 0x09, GYRO_CONFIG = 0x0a };
enum { CONFIG_MODE = 0, AMG = 7, FIRST_FUSION = 8, RESET = 0x20, GYRO_IN_RADIANS = 2 };

struct state {
  uint8_t page1[128];
  uint8_t next_mode;
  int64_t mode_at, awake_at, field_at; // ns; 0: nothing is due
};

static struct state *state(struct chip *chip) { return (struct state *)chip->memory; }

static void power_on(struct chip *chip) {
  static const uint8_t ids[] = {0xa0, 0xfb, 0x32, 0x0f, 0x11, 0x03};
  for (unsigned i = 0; i < sizeof ids; i++) chip->registers[CHIP_ID + i] = ids[i];
  chip->registers[UNITS] = 0x80;
  chip->registers[MAP] = 0x24;
  state(chip)->page1[ACCEL_CONFIG] = 0x0d;
  state(chip)->page1[MAG_CONFIG] = 0x6d;
  state(chip)->page1[GYRO_CONFIG] = 0x38;
}

// Brings a change of mode to its end.
static void settle(struct chip *chip) {
  struct state *s = state(chip);
  if (!s->mode_at || chip->clock < s->mode_at) return;
  chip->registers[MODE] = s->next_mode;
  // It has measured since then, though it was not asked.
  chip->next_measurement = s->mode_at + 10 * 1000000LL;
  s->mode_at = 0;
}

static double rate(const struct chip *chip) {
  settle((struct chip *)chip);
  return chip->registers[MODE] == CONFIG_MODE ? 0 : 100;
}

static bool answers(const struct chip *chip) {
  const struct state *s = (const struct state *)chip->memory;
  // The clock stands still while no request is let through: time goes on with each question.
  struct chip *mutable = (struct chip *)chip;
  if (s->awake_at) chip_update(mutable);
  return chip->clock >= s->awake_at;
}

static void put(struct chip *chip, int at, const double *value, double per_unit, double limit) {
  for (int axis = 0; axis < 3; axis++)
    put_little_endian(chip->registers + DATA + at + 2 * axis,
                      counts(chip, value[axis], per_unit, -limit, limit, NULL));
}

static void measure(struct chip *chip) {
  static const double field_rates[] = {2, 6, 8, 10, 15, 20, 25, 30};
  static const double gyro_ranges[] = {2000, 1000, 500, 250, 125, 2000, 2000, 2000};
  struct state *s = state(chip);
  bool fusion = chip->registers[MODE] >= FIRST_FUSION;
  double degrees = 180 / M_PI;
  double range = fusion ? 2000 : gyro_ranges[s->page1[GYRO_CONFIG] & 7];
  double gyro = fusion ? (chip->registers[UNITS] & GYRO_IN_RADIANS ? 900 : 16 * degrees)
                       : 32768 / range * degrees;
  double g = fusion ? 4 : 2 << (s->page1[ACCEL_CONFIG] & 3);
  put(chip, 0, chip->surroundings.acceleration, chip->registers[UNITS] & 1 ? 1000 / 9.80665 : 100,
      g * (chip->registers[UNITS] & 1 ? 1000 : 980.665));
  put(chip, 12, chip->surroundings.rate, gyro, 32767);
  if (chip->next_measurement < s->field_at) return;
  put(chip, 6, chip->surroundings.field, 16, 32767);
  double field_rate = fusion ? 20 : field_rates[s->page1[MAG_CONFIG] & 7];
  s->field_at = chip->next_measurement + (int64_t)(1e9 / field_rate);
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  settle(chip);
  if (chip->registers[PAGE] == 1 && number != PAGE && number < 128) return state(chip)->page1[number];
  return chip->registers[number];
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  struct state *s = state(chip);
  settle(chip);
  bool configuring = chip->registers[MODE] == CONFIG_MODE && !s->mode_at;
  if (number == PAGE) {
    chip->registers[PAGE] = value & 1;
  } else if (chip->registers[PAGE] == 1) {
    if (configuring && number >= ACCEL_CONFIG && number < 0x20) s->page1[number] = value;
  } else if (number == MODE) {
    s->next_mode = value & 0x0f;
    s->mode_at = chip->clock + (s->next_mode == CONFIG_MODE ? 19 : 7) * 1000000LL;
    chip_restart(chip);
  } else if (number == TRIGGER && value & RESET) {
    chip_power_on(chip);
    s->awake_at = chip->clock + 650 * 1000000LL;
  } else if (configuring && (number == UNITS || number == 0x3e || number == TRIGGER ||
                             number == 0x40 || number == MAP || number == MAP + 1 ||
                             (number >= 0x55 && number <= 0x6a))) {
    chip->registers[number] = value;
  }
}

const struct model bno055 = {
    .name = "bno055", .address = 0x28, .first_data = DATA, .last_data = DATA + 17,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .answers = answers,
};
