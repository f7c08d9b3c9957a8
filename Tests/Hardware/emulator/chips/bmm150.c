// BMM150, a magnetometer whose readings mean nothing without its factory trim.
// Sources: boschsensortec/BMM150_SensorAPI bmm150.c (the compensation in floating point, which
// is inverted here; registers, overflow values); Linux 6.1
// drivers/iio/magnetometer/bmc150_magn.c (trim layout, rates, power), which judges with integers
// of its own.
// Not known: the trim of any particular part (here made up, near those of Bosch's examples);
// what registers read while the chip is suspended (here 0, but for the power register).
#include "chip.h"
#include <math.h>
#include <string.h>

enum { ID = 0x40, DATA = 0x42, HALL = 0x48, POWER = 0x4b, MODE = 0x4c, REPEAT_XY = 0x51 };
enum { REPEAT_Z = 0x52, TRIM = 0x5d, ON = 1, RESET = 0x82, SLEEP = 3, FORCED = 1 };

static const struct {
  int x1, y1, x2, y2, z1, z2, z3, z4, xy1, xy2, xyz1;
} trim = {5, -4, 26, 24, 24747, 763, -30, 12, 29, -3, 6753};
static const int hall = 6700;

static void power_on(struct chip *chip) {
  uint8_t *at = chip->registers + TRIM;
  at[0] = trim.x1;
  at[1] = trim.y1;
  put_little_endian(at + 5, trim.z4);
  at[7] = trim.x2;
  at[8] = trim.y2;
  put_little_endian(at + 11, trim.z2);
  put_little_endian(at + 13, trim.z1);
  put_little_endian(at + 15, trim.xyz1);
  put_little_endian(at + 17, trim.z3);
  at[19] = trim.xy2;
  at[20] = trim.xy1;
  chip->registers[ID] = 0x32;
  chip->registers[MODE] = SLEEP << 1;
}

static bool on(const struct chip *chip) { return chip->registers[POWER] & ON; }

static double rate(const struct chip *chip) {
  static const double rates[] = {10, 2, 6, 8, 15, 20, 25, 30};
  int mode = chip->registers[MODE] >> 1 & 3;
  if (!on(chip) || mode > FORCED) return 0;
  double longest = 145.0 * (2 * chip->registers[REPEAT_XY] + 1) +
                   500.0 * (chip->registers[REPEAT_Z] + 1) + 980; // µs
  return mode == FORCED ? 1e6 / longest : rates[chip->registers[MODE] >> 3 & 7];
}

// The reading of x or y that Bosch's compensation turns into this many µT.
static double across(double microtesla, int offset, int gain) {
  double drift = trim.xyz1 * 16384.0 / hall - 16384;
  double bend = trim.xy2 * drift * drift / 268435456 + drift * trim.xy1 / 16384;
  return (microtesla * 16 - offset * 8) * 8192 / ((bend + 256) * (gain + 160));
}

static double along(double microtesla) {
  double gain = trim.z2 + trim.z1 * (double)hall / 32768;
  double drift = trim.z3 * (double)(hall - trim.xyz1);
  return (microtesla * 16 * gain * 4 + drift) / 131072 + trim.z4;
}

static void put(struct chip *chip, int axis, double reading, int limit, int shift) {
  bool clipped = false;
  int32_t value = counts(chip, reading, 1, -limit, limit - 1, &clipped);
  put_little_endian(chip->registers + DATA + 2 * axis, (clipped ? -limit : value) << shift);
}

static void measure(struct chip *chip) {
  const double *field = chip->surroundings.field;
  put(chip, 0, across(field[0], trim.x1, trim.x2), 4096, 3);
  put(chip, 1, across(field[1], trim.y1, trim.y2), 4096, 3);
  put(chip, 2, along(field[2]), 16384, 1);
  put_little_endian(chip->registers + HALL, hall << 2 | 1); // bit 0: data ready
  if ((chip->registers[MODE] >> 1 & 3) == FORCED) chip->registers[MODE] |= SLEEP << 1;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  if (!on(chip) && number != POWER) return 0;
  uint8_t value = chip->registers[number];
  if (number == HALL + 1) chip->registers[HALL] &= ~1;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number == POWER && (value & RESET) == RESET) {
    chip_power_on(chip);
    chip->registers[POWER] = ON;
    return;
  }
  if (number == POWER && !(value & ON)) chip->registers[MODE] = SLEEP << 1;
  if (number < POWER || number > REPEAT_Z || (!on(chip) && number != POWER)) return;
  chip->registers[number] = value;
  if (number <= MODE) chip_restart(chip);
}

const struct model bmm150 = {
    .name = "bmm150", .address = 0x10, .first_data = 0x42, .last_data = 0x49,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
