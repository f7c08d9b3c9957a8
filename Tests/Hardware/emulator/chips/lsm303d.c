// LSM303D, magnetometer and accelerometer at one address.
// Sources: Linux drivers/iio/magnetometer/st_magn_core.c and drivers/iio/accel/st_accel_core.c (the settings of
// lsm303d and lsm9ds0, 0x0f = 0x49: registers, rates, ranges, 80 to 479 µG and 0.061 to 0.732 mg a count);
// Pololu's lsm303-arduino (LSM303.cpp: CTRL1 to CTRL7 of the LSM303D, bit 7 counts the pointer up).
// From memory and not checked: CTRL1 0x07, CTRL5 0x18, CTRL6 0x20, CTRL7 0x03 after power-on; 100 Hz of the
// field only where the accelerometer is faster than 50 Hz or off (here always).
// Not known: what follows 0x0D in one read (here 0x0E), the counts at the ends of the ranges, which measurement
// the flags belong to when the rates differ (here both are measured at the faster one's pace, and the field's
// flag is set at its own).
#include "st.h"

enum { STATUS_M = 0x07, FIELD = 0x08, ID = 0x0f, CONTROL_0 = 0x1f, CONTROL_1, CONTROL_2 };
enum { CONTROL_5 = 0x24, CONTROL_6, CONTROL_7, STATUS_A = 0x27, ACCEL = 0x28, READY = 0x0f };

static void power_on(struct chip *chip) {
  chip->registers[ID] = 0x49;
  chip->registers[CONTROL_1] = 0x07;
  chip->registers[CONTROL_5] = 0x18;
  chip->registers[CONTROL_6] = 0x20;
  chip->registers[CONTROL_7] = 0x03;
}

static double accel_rate(const struct chip *chip) {
  static const double rates[] = {0, 3.125, 6.25, 12.5, 25, 50, 100, 200, 400, 800, 1600};
  int code = chip->registers[CONTROL_1] >> 4;
  return code < 11 ? rates[code] : 0;
}

static double field_rate(const struct chip *chip) {
  static const double rates[] = {3.125, 6.25, 12.5, 25, 50, 100, 0, 0};
  bool runs = (chip->registers[CONTROL_7] & 3) == 0;
  return runs ? rates[chip->registers[CONTROL_5] >> 2 & 7] : 0;
}

static double rate(const struct chip *chip) {
  double accel = accel_rate(chip), field = field_rate(chip);
  return accel > field ? accel : field;
}

static void measure_field(struct chip *chip) {
  static const double microgauss[] = {80, 160, 320, 479};
  double per_microtesla = 1e4 / microgauss[chip->registers[CONTROL_6] >> 5 & 3];
  for (int axis = 0; axis < 3; axis++)
    put_little_endian(
        chip->registers + FIELD + 2 * axis,
        counts(chip, chip->surroundings.field[axis], per_microtesla, -32768, 32767, NULL));
  chip->registers[STATUS_M] = READY;
}

static void measure(struct chip *chip) {
  static const double mg[] = {0.061, 0.122, 0.183, 0.244, 0.732, 0.732, 0.732, 0.732};
  uint8_t *registers = chip->registers;
  double per_unit = 1000 / mg[registers[CONTROL_2] >> 3 & 7] / 9.80665;
  for (int axis = 0; accel_rate(chip) > 0 && axis < 3; axis++) {
    if (!(registers[CONTROL_1] & 1 << axis)) continue;
    put_little_endian(
        registers + ACCEL + 2 * axis,
        counts(chip, chip->surroundings.acceleration[axis], per_unit, -32768, 32767, NULL));
    registers[STATUS_A] = READY;
  }
  if (field_rate(chip) <= 0) return;
  // One field for so many accelerations.
  int each = (int)(rate(chip) / field_rate(chip) + 0.5);
  chip->memory[0] = (uint8_t)((chip->memory[0] + 1) % each);
  if (chip->memory[0] == 0) measure_field(chip);
}

static uint8_t read_register(struct chip *chip, uint8_t pointer) {
  uint8_t number = pointer & 0x7f, value = chip->registers[number];
  if (number == FIELD + 5) chip->registers[STATUS_M] = 0;
  if (number == ACCEL + 5) chip->registers[STATUS_A] = 0;
  return value;
}

static void write_register(struct chip *chip, uint8_t pointer, uint8_t value) {
  uint8_t number = pointer & 0x7f;
  if (number < CONTROL_0 || number > CONTROL_7) return;
  if (number == CONTROL_0 && value & 0x80) {
    chip_power_on(chip); // BOOT
    return;
  }
  chip->registers[number] = value;
  if (number == CONTROL_1 || number == CONTROL_5 || number == CONTROL_7) chip_restart(chip);
}

const struct model lsm303d = {
    .name = "lsm303d", .address = 0x1d, .first_data = 0x08, .last_data = 0x0d,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = st_next,
};
