// LSM6DSOX, accelerometer and gyroscope; LSM6DSO, LSM6DS3TR-C and ISM330DHCX differ by their
// identity.
// Sources: Linux 6.1 drivers/iio/imu/st_lsm6dsx/st_lsm6dsx_core.c (registers, rates, ranges,
// identities); ST's data sheet of the LSM6DSO, DS12140 (0.061 mg a count, OUTX_L_A 0x28);
// Adafruit_CircuitPython_LSM6DS (CTRL3_C = 0x44: BDU and IF_INC).
// From memory and not checked: STATUS_REG 0x1E and its flags, 256 counts a degree with 0 at 25
// °C.
// Not known: which measurement STATUS_REG's flags belong to when the two rates differ (here both
// belong to the faster). FIFO, timestamps and the sensor hub are not there; their registers
// are kept.
#include "chip.h"
#include <math.h>

enum { ID = 0x0f, CONTROL_1 = 0x10, CONTROL_2 = 0x11, CONTROL_3 = 0x12, STATUS = 0x1e };
enum { TEMPERATURE = 0x20, GYRO = 0x22, ACCEL = 0x28, RESET = 0x01, BOOT = 0x80 };

static void wake_as(struct chip *chip, uint8_t id) {
  chip->registers[ID] = id;
  chip->registers[CONTROL_3] = 0x04;
}
static void power_on_lsm6dsox(struct chip *chip) { wake_as(chip, 0x6c); }
static void power_on_ism330dhcx(struct chip *chip) { wake_as(chip, 0x6b); }
static void power_on_lsm6ds3trc(struct chip *chip) { wake_as(chip, 0x6a); }

static double rate_of(uint8_t control) {
  static const double rates[] = {0, 12.5, 26, 52, 104, 208, 416, 833, 1666, 3332, 6664};
  return control >> 4 < 11 ? rates[control >> 4] : 0;
}

static double rate(const struct chip *chip) {
  double accel = rate_of(chip->registers[CONTROL_1]), gyro = rate_of(chip->registers[CONTROL_2]);
  return accel > gyro ? accel : gyro;
}

static void measure(struct chip *chip) {
  static const double mg[] = {0.061, 0.488, 0.122, 0.244};
  static const double mdps[] = {8.75, 17.5, 35, 70};
  uint8_t *registers = chip->registers;
  double per_unit = 1000 / mg[registers[CONTROL_1] >> 2 & 3] / 9.80665;
  double degree = registers[CONTROL_2] & 2 ? 4.375 : mdps[registers[CONTROL_2] >> 2 & 3];
  double per_rate = 1000 / degree * 180 / M_PI;
  for (int axis = 0; axis < 3; axis++) {
    const struct surroundings *around = &chip->surroundings;
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
  put_little_endian(registers + TEMPERATURE, (chip->surroundings.temperature - 25) * 256);
  registers[STATUS] |= 4;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number == ACCEL + 5) chip->registers[STATUS] &= ~1;
  if (number == GYRO + 5) chip->registers[STATUS] &= ~2;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number == ID || (number >= STATUS && number < ACCEL + 6)) return;
  if (number == CONTROL_3 && value & (RESET | BOOT)) {
    chip_power_on(chip);
    return;
  }
  chip->registers[number] = value;
  if (number == CONTROL_1 || number == CONTROL_2) chip_restart(chip);
}

#define LSM6(symbol, text, start)                                                      \
  const struct model symbol = {                                                        \
      .name = text, .address = 0x6a, .first_data = 0x22, .last_data = 0x2d,            \
      .power_on = start, .rate = rate, .measure = measure,                             \
      .read = read_register, .write = write_register,                                  \
  }
LSM6(lsm6dsox, "lsm6dsox", power_on_lsm6dsox);
LSM6(ism330dhcx, "ism330dhcx", power_on_ism330dhcx);
LSM6(lsm6ds3trc, "lsm6ds3tr-c", power_on_lsm6ds3trc);
