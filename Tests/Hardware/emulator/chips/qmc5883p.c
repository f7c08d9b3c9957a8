// QMC5883P, a magnetometer; what a GY-271 carries today.
// Sources: adafruit/Adafruit_QMC5883P Adafruit_QMC5883P.h (registers, fields) and
// CircuitPython's (1000, 2500, 3750, 15000 LSB/G); Linux (2026)
// drivers/iio/magnetometer/qmc6308.c for the sister chip of the same map: the same
// sensitivities, a soft reset that stays set until 0 is written, a ready bit that reading the
// status clears.
// Not known: where data saturates (each range times its sensitivity is 30000, and so it does
// here); whether the soft reset clears itself (here as in the QMC6308); what 0x29 turns (kept,
// without effect); OSR1 changes nothing here. OSR2 leaves each second, fourth or eighth value, the
// mean of as many (PX4 #26350: 50 Hz of 200 with OSR2 4).
#include "chip.h"

enum { ID = 0x00, DATA = 0x01, STATUS = 0x09, CONTROL_1 = 0x0a, CONTROL_2 = 0x0b, SIGNS = 0x29 };
enum { READY = 1, OVERFLOW = 2, SOFT_RESET = 0x80, FULL_SCALE = 30000 };

static void power_on(struct chip *chip) { chip->registers[ID] = 0x80; }

static int averages(const struct chip *chip) { return 1 << (chip->registers[CONTROL_1] >> 6); }

static double rate(const struct chip *chip) {
  static const double rates[] = {10, 50, 100, 200};
  uint8_t control = chip->registers[CONTROL_1];
  if (chip->registers[CONTROL_2] & SOFT_RESET || !(control & 3)) return 0;
  return ((control & 3) == 2 ? 200 : rates[control >> 2 & 3]) / averages(chip);
}

static void measure(struct chip *chip) {
  static const double per_gauss[] = {1000, 2500, 3750, 15000};
  uint8_t *registers = chip->registers;
  double per_microtesla = per_gauss[registers[CONTROL_2] >> 2 & 3] / 100;
  bool clipped = false;
  for (int axis = 0; axis < 3; axis++) {
    double field = chip->surroundings.field[axis];
    int32_t sum = 0;
    for (int i = 0; i < averages(chip); i++)
      sum += counts(chip, field, per_microtesla, -FULL_SCALE, FULL_SCALE, &clipped);
    put_little_endian(registers + DATA + 2 * axis, sum / averages(chip));
  }
  registers[STATUS] = READY | (clipped ? OVERFLOW : 0);
  if ((registers[CONTROL_1] & 3) == 2) registers[CONTROL_1] &= ~3; // single: back to suspend
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number == STATUS) chip->registers[STATUS] &= ~READY;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number != CONTROL_1 && number != CONTROL_2 && number != 0x0d && number != SIGNS) return;
  if (number == CONTROL_2 && value & SOFT_RESET) chip_power_on(chip);
  chip->registers[number] = value;
  if (number <= CONTROL_2) chip_restart(chip);
}

const struct model qmc5883p = {
    .name = "qmc5883p", .address = 0x2c, .first_data = 0x01, .last_data = 0x06,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
