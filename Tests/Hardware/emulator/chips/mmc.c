// MMC5603 and MMC5983MA, magnetometers that are magnetised anew from time to time.
// Sources: Linux (2025, 2026) drivers/iio/magnetometer/mmc5633.c and mmc5983.c (registers,
// layout of the data, 16384 LSB/G, AUTO_SR bit 5 and AUTO_ST bit 6 of the MMC5603);
// adafruit/Adafruit_MMC56x3 (ODR, continuous mode); sparkfun/SparkFun_MMC5983MA (CM_FREQ,
// write-only registers).
// Sources disagree on the MMC5603's gain: ArduPilot takes 16384 counts for a gauss, as here, and
// Linux and Adafruit 0.0625 mG for a count, which is 2.4 % more.
// Sources disagree: of the MMC5983MA, Linux takes (after SET - after RESET) / 2 for the field,
// ArduPilot AP_Compass_MMC5xx3.cpp the opposite; here as Linux. Of the MMC5603, Linux and
// Adafruit end with a RESET and take the sign as it is: here a field is positive after RESET,
// and as long as neither was done.
// Not known: the bridge's offset of any part (here 3, -5 and 8 µT). A setting that sets and
// resets by itself takes the offset away here. On-chip temperature: 0.8 °C a count from -75 °C.
#include "chip.h"

// In `memory`: whether the last pulse was the one that turns the sign round.
enum { TURNED = 0 };
static const double offset[] = {3, -5, 8};

// The field as the film feels it: with its sign, and with the offset unless that is cancelled.
static double felt(const struct chip *chip, int axis, bool cancels) {
  double field = chip->surroundings.field[axis];
  return cancels ? field : (chip->memory[TURNED] ? -field : field) + offset[axis];
}

// ---- MMC5603: 20 bits, 163.84 counts for a µT, zero in the middle.
enum { M3_STATUS = 0x18, M3_ODR = 0x1a, M3_CONTROL_0, M3_CONTROL_1, M3_CONTROL_2, M3_ID = 0x39 };

static void power_on_5603(struct chip *chip) { chip->registers[M3_ID] = 0x10; }

static double rate_5603(const struct chip *chip) {
  static const double longest[] = {6.6, 3.5, 2.0, 1.2}; // ms, by bandwidth
  const uint8_t *registers = chip->registers;
  if (registers[M3_CONTROL_0] & 1) return 1000 / longest[registers[M3_CONTROL_1] & 3];
  if (!(registers[M3_CONTROL_2] & 0x10)) return 0;
  bool fast = registers[M3_ODR] == 255 && registers[M3_CONTROL_2] & 0x80;
  return fast ? 1000 : registers[M3_ODR];
}

static void measure_5603(struct chip *chip) {
  uint8_t *registers = chip->registers;
  bool cancels = registers[M3_CONTROL_0] & 0x20;
  for (int axis = 0; axis < 3; axis++) {
    int32_t value =
        counts(chip, felt(chip, axis, cancels), 163.84, -(1 << 19), (1 << 19) - 1, NULL) + (1 << 19);
    registers[2 * axis] = value >> 12;
    registers[2 * axis + 1] = value >> 4;
    registers[6 + axis] = value << 4;
  }
  registers[M3_STATUS] |= 0x40;
  registers[M3_CONTROL_0] &= ~1;
}

static uint8_t read_5603(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number >= M3_ODR && number <= M3_CONTROL_2) return 0; // write-only
  if (number <= 8) chip->registers[M3_STATUS] &= ~0x40;
  return value;
}

static void write_5603(struct chip *chip, uint8_t number, uint8_t value) {
  if (number < M3_ODR || number > M3_CONTROL_2) return;
  if (number == M3_CONTROL_1 && value & 0x80) {
    chip_power_on(chip);
    return;
  }
  if (number == M3_CONTROL_0 && value & 0x18) chip->memory[TURNED] = !(value & 0x10);
  if (number == M3_CONTROL_0 && value & 0x02) {
    chip->registers[0x09] = (chip->surroundings.temperature + 75) / 0.8;
    chip->registers[M3_STATUS] |= 0x80;
  }
  chip->registers[number] = number == M3_CONTROL_0 ? value & 0xa1 : value;
  chip->registers[M3_STATUS] &= ~0x40;
  chip_restart(chip);
}

const struct model mmc5603 = {
    .name = "mmc5603", .address = 0x30, .first_data = 0x00, .last_data = 0x08,
    .power_on = power_on_5603, .rate = rate_5603, .measure = measure_5603,
    .read = read_5603, .write = write_5603,
};

// ---- MMC5983MA: 18 bits, the lowest two of each axis together in 0x06.
enum { M8_STATUS = 0x08, M8_CONTROL_0, M8_CONTROL_1, M8_CONTROL_2, M8_CONTROL_3, M8_ID = 0x2f };

static void power_on_5983(struct chip *chip) {
  chip->registers[M8_ID] = 0x30;
  chip->registers[M8_STATUS] = 0x10; // the factory's settings are read
}

static double rate_5983(const struct chip *chip) {
  static const double longest[] = {8, 4, 2, 0.5}; // ms, by bandwidth
  static const double rates[] = {0, 1, 10, 20, 50, 100, 200, 1000};
  const uint8_t *registers = chip->registers;
  if (registers[M8_CONTROL_0] & 1) return 1000 / longest[registers[M8_CONTROL_1] & 3];
  return registers[M8_CONTROL_2] & 0x08 ? rates[registers[M8_CONTROL_2] & 7] : 0;
}

static void measure_5983(struct chip *chip) {
  uint8_t *registers = chip->registers;
  bool cancels = registers[M8_CONTROL_0] & 0x20;
  registers[6] = 0;
  for (int axis = 0; axis < 3; axis++) {
    int32_t value =
        counts(chip, felt(chip, axis, cancels), 163.84, -(1 << 17), (1 << 17) - 1, NULL) + (1 << 17);
    registers[2 * axis] = value >> 10;
    registers[2 * axis + 1] = value >> 2;
    registers[6] |= (value & 3) << (6 - 2 * axis);
  }
  registers[M8_STATUS] |= 0x01;
  registers[M8_CONTROL_0] &= ~1;
}

static uint8_t read_5983(struct chip *chip, uint8_t number) {
  if (number >= M8_CONTROL_0 && number <= M8_CONTROL_3) return 0; // write-only
  return chip->registers[number];
}

static void write_5983(struct chip *chip, uint8_t number, uint8_t value) {
  if (number == M8_STATUS) chip->registers[M8_STATUS] &= ~(value & 0x03); // 1 clears
  if (number < M8_CONTROL_0 || number > M8_CONTROL_3) return;
  if (number == M8_CONTROL_1 && value & 0x80) {
    chip_power_on(chip);
    return;
  }
  if (number == M8_CONTROL_0 && value & 0x18) chip->memory[TURNED] = !(value & 0x08);
  if (number == M8_CONTROL_0 && value & 0x02) {
    chip->registers[0x07] = (chip->surroundings.temperature + 75) / 0.8;
    chip->registers[M8_STATUS] |= 0x02;
  }
  if (number == M8_CONTROL_0 && value & 0x01) chip->registers[M8_STATUS] &= ~0x01;
  chip->registers[number] = number == M8_CONTROL_0 ? value & 0x25 : value;
  chip_restart(chip);
}

const struct model mmc5983ma = {
    .name = "mmc5983ma", .address = 0x30, .first_data = 0x00, .last_data = 0x06,
    .power_on = power_on_5983, .rate = rate_5983, .measure = measure_5983,
    .read = read_5983, .write = write_5983,
};
