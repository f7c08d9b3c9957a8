// LIS3MDL, a magnetometer; the LSM9DS1's is the same (Linux 6.1 st_magn_core.c: one map, one identity).
// Sources: Linux 6.1 drivers/iio/magnetometer/st_magn_core.c (registers, rates, ranges, 0x0F =
// 0x3D); adafruit/Adafruit_LIS3MDL (6842, 3421, 2281, 1711 LSB/G; FAST_ODR 155 to 1000 Hz by
// mode); betaflight compass_lis3mdl.c (CTRL_REG2: REBOOT bit 3, SOFT_RST bit 2); ST's AN4602 as
// quoted in its forum, "LIS3MDL temperature reading issues" (8 counts a degree, 0 at 25 °C; the
// pointer goes from 0x2D back to 0x28, so that the temperature needs a read of its own).
// Not known: what an axis reads beyond its range (here it is limited to ±32768 counts, and no
// flag is set, for the part has none). BDU changes nothing here: both bytes always belong
// together.
#include "st.h"

enum { ID = 0x0f, CONTROL_1 = 0x20, CONTROL_2, CONTROL_3, CONTROL_4, CONTROL_5, STATUS = 0x27 };
enum { DATA = 0x28, TEMPERATURE = 0x2e, READY = 0x0f, OVERRUN = 0xf0 };

static uint8_t next(uint8_t pointer) {
  return pointer == (0x80 | (DATA + 5)) ? 0x80 | DATA : st_next(pointer);
}

static void power_on(struct chip *chip) {
  chip->registers[ID] = 0x3d;
  chip->registers[CONTROL_1] = 0x10;
  chip->registers[CONTROL_3] = 0x03;
}

static double rate(const struct chip *chip) {
  static const double rates[] = {0.625, 1.25, 2.5, 5, 10, 20, 40, 80};
  static const double fast[] = {1000, 560, 300, 155};
  uint8_t control = chip->registers[CONTROL_1];
  switch (chip->registers[CONTROL_3] & 3) {
  case 0: return control & 2 ? fast[control >> 5 & 3] : rates[control >> 2 & 7];
  case 1: return 80;
  default: return 0;
  }
}

static void measure(struct chip *chip) {
  static const double per_gauss[] = {6842, 3421, 2281, 1711};
  uint8_t *registers = chip->registers;
  double per_microtesla = per_gauss[registers[CONTROL_2] >> 5 & 3] / 100;
  for (int axis = 0; axis < 3; axis++) {
    int32_t value =
        counts(chip, chip->surroundings.field[axis], per_microtesla, -32768, 32767, NULL);
    bool big = registers[CONTROL_4] & 2;
    (big ? put_big_endian : put_little_endian)(registers + DATA + 2 * axis, value);
  }
  if (registers[CONTROL_1] & 0x80)
    put_little_endian(registers + TEMPERATURE, (chip->surroundings.temperature - 25) * 8);
  registers[STATUS] = READY | (registers[STATUS] & READY ? OVERRUN : 0);
  if ((registers[CONTROL_3] & 3) == 1) registers[CONTROL_3] |= 3; // single: back to power-down
}

static uint8_t read_register(struct chip *chip, uint8_t pointer) {
  uint8_t number = pointer & 0x7f, value = chip->registers[number];
  // The flags of an axis go with the high byte of the last axis that was read.
  if (number == DATA + 5) chip->registers[STATUS] = 0;
  return value;
}

static void write_register(struct chip *chip, uint8_t pointer, uint8_t value) {
  uint8_t number = pointer & 0x7f;
  if (number < CONTROL_1 || number > CONTROL_5) return;
  if (number == CONTROL_2 && value & 0x0c) {
    chip_power_on(chip);
    return;
  }
  chip->registers[number] = value;
  if (number == CONTROL_1 || number == CONTROL_3) chip_restart(chip);
}

const struct model lis3mdl = {
    .name = "lis3mdl", .address = 0x1c, .first_data = 0x28, .last_data = 0x2d,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = next,
};

const struct model lsm9ds1_magnetometer = {
    .name = "lsm9ds1_mag", .address = 0x1c, .first_data = 0x28, .last_data = 0x2d,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = next,
};
