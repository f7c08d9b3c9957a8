// LIS3DH and its relative in the LSM303DLHC, accelerometers.
// Sources: Linux 6.1 drivers/iio/accel/st_accel_core.c (registers, rates, ranges; 1, 2, 4 and 12
// mg a count of 12 bits); adafruit/Adafruit_LIS3DH (data to the left of its 16 bits).
// From memory and not checked: CTRL_REG1's 0x07 after power-on.
// Not known: whether the LSM303DLHC's accelerometer has a 0x0F (its data sheet names none; parts
// that were sold answer 0x33, and so here). The 8- and 10-bit modes give all 12 bits here.
#include "st.h"

enum { ID = 0x0f, CONTROL_1 = 0x20, CONTROL_4 = 0x23, CONTROL_6 = 0x25, STATUS = 0x27, DATA = 0x28 };
enum { READY = 0x0f, OVERRUN = 0xf0 };

static void power_on(struct chip *chip) {
  chip->registers[ID] = 0x33;
  chip->registers[CONTROL_1] = 0x07;
}

static double rate(const struct chip *chip) {
  static const double rates[] = {0, 1, 10, 25, 50, 100, 200, 400, 1600, 1344};
  int code = chip->registers[CONTROL_1] >> 4;
  return code < 10 ? rates[code] : 0;
}

static void measure(struct chip *chip) {
  static const double per_g[] = {1000, 500, 250, 1000.0 / 12};
  uint8_t *registers = chip->registers;
  double per_unit = per_g[registers[CONTROL_4] >> 4 & 3] / 9.80665;
  for (int axis = 0; axis < 3; axis++) {
    if (!(registers[CONTROL_1] & 1 << axis)) continue;
    int32_t value =
        counts(chip, chip->surroundings.acceleration[axis], per_unit, -2048, 2047, NULL) * 16;
    bool big = registers[CONTROL_4] & 0x40;
    (big ? put_big_endian : put_little_endian)(registers + DATA + 2 * axis, value);
  }
  registers[STATUS] = READY | (registers[STATUS] & READY ? OVERRUN : 0);
}

static uint8_t read_register(struct chip *chip, uint8_t pointer) {
  uint8_t number = pointer & 0x7f, value = chip->registers[number];
  if (number == DATA + 5) chip->registers[STATUS] = 0;
  return value;
}

static void write_register(struct chip *chip, uint8_t pointer, uint8_t value) {
  uint8_t number = pointer & 0x7f;
  if (number < CONTROL_1 || number > CONTROL_6) return;
  chip->registers[number] = value;
  if (number == CONTROL_1) chip_restart(chip);
}

const struct model lis3dh = {
    .name = "lis3dh", .address = 0x18, .first_data = 0x28, .last_data = 0x2d,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = st_next,
};

const struct model lsm303dlhc_accelerometer = {
    .name = "lsm303dlhc_accel", .address = 0x19, .first_data = 0x28, .last_data = 0x2d,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = st_next,
};
