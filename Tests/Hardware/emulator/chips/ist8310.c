// IST8310, a magnetometer that measures when it is asked. No kernel driver: not judged.
// Sources: ArduPilot AP_Compass_IST8310.cpp (registers, 0.3 µT a count, ±1600 µT across and
// ±2500 µT along z, a reset bit that clears itself); betaflight compass_ist8310.c (STAT1 0x02,
// ready bit 0).
// Sources disagree: the chip's frame is left-handed, and ArduPilot turns z round where
// betaflight turns y. Here the registers hold x, y and z as they are set; who reads them as
// right-handed is wrong on silicon. Not known: averaging, pulse and the 16-bit mode change
// nothing here but are kept.
#include "chip.h"

enum { ID = 0x00, STATUS = 0x02, DATA = 0x03, CONTROL_1 = 0x0a, CONTROL_2 = 0x0b, READY = 1 };
enum { OVERRUN = 2 };

static void power_on(struct chip *chip) { chip->registers[ID] = 0x10; }

// 6 ms from the request to the data, with sixteen readings averaged.
static double rate(const struct chip *chip) { return chip->registers[CONTROL_1] & 1 ? 166 : 0; }

static void measure(struct chip *chip) {
  uint8_t *registers = chip->registers;
  for (int axis = 0; axis < 3; axis++) {
    int32_t limit = axis == 2 ? 8333 : 5333;
    put_little_endian(registers + DATA + 2 * axis,
                      counts(chip, chip->surroundings.field[axis], 1 / 0.3, -limit, limit, NULL));
  }
  registers[STATUS] = READY | (registers[STATUS] & READY ? OVERRUN : 0);
  registers[CONTROL_1] &= ~1;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number >= DATA && number < DATA + 6) chip->registers[STATUS] = 0;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number == CONTROL_2 && value & 1) {
    chip_power_on(chip);
    return;
  }
  if (number < CONTROL_1) return;
  chip->registers[number] = value;
  if (number == CONTROL_1) chip_restart(chip);
}

const struct model ist8310 = {
    .name = "ist8310", .address = 0x0e, .first_data = 0x03, .last_data = 0x08,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
