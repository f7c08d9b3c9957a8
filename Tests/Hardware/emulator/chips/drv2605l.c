// DRV2605L, a driver of vibration motors. It measures nothing; it is here for the haptic outputs.
// Sources: adafruit/Adafruit_DRV2605_Library (registers, modes, 7 in STATUS's top bits); TI's forum,
// "DRV2605L: STANDBY mode?" (0x00 = 0xE0, 0x01 = 0x40 after power-on) and "drv2605l-i2c-
// comunication-failure" (a dump of real registers, from 0x16 on).
// Not known: how long each effect takes (here 100 ms, and 750 and 1000 ms for the two alerts that
// say so in their names); whether a dump taken after an initialisation is what power-on gives.
// Calibration and diagnosis end at once and well. For tests, `peek` shows at 0xF0 how often
// something was started since power-on, and from 0xF1 on the eight effects of the last time.
#include "chip.h"
#include <string.h>

enum { STATUS = 0x00, MODE = 0x01, SEQUENCE = 0x04, GO = 0x0c, STARTED = 0xf0, PLAYED = 0xf1 };
enum { STANDBY = 0x40, RESET = 0x80, INTERNAL = 0, DIAGNOSE = 6, CALIBRATE = 7 };

static void power_on(struct chip *chip) {
  static const uint8_t dumped[] = {0x3e, 0x8c, 0x0c, 0x6c, 0x36, 0x93, 0xf5, 0x01, 0x20, 0x80, 0x33};
  memcpy(chip->registers + 0x16, dumped, sizeof dumped);
  chip->registers[STATUS] = 0xe0;
  chip->registers[MODE] = STANDBY;
}

static double rate(const struct chip *chip) { return (void)chip, 0; }
static void measure(struct chip *chip) { (void)chip; }

// The end of what is being played, ns.
static int64_t *end_of(struct chip *chip) { return (int64_t *)(void *)chip->memory; }

static void start(struct chip *chip) {
  uint8_t *registers = chip->registers;
  int mode = registers[MODE] & 7;
  if (registers[MODE] & STANDBY || (mode != INTERNAL && mode != DIAGNOSE && mode != CALIBRATE)) return;
  registers[STARTED]++;
  memcpy(registers + PLAYED, registers + SEQUENCE, 8);
  int64_t length = 0; // ms
  for (int i = 0; i < 8 && mode == INTERNAL && registers[SEQUENCE + i]; i++) {
    uint8_t effect = registers[SEQUENCE + i];
    bool pause = effect & 0x80; // 10 ms each
    length += pause ? (effect & 0x7f) * 10 : effect == 15 ? 750 : effect == 16 ? 1000 : 100;
  }
  registers[GO] = 1;
  *end_of(chip) = chip->clock + length * 1000000;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  if (chip->clock >= *end_of(chip)) chip->registers[GO] = 0;
  return chip->registers[number];
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number == MODE && value & RESET) {
    chip_power_on(chip);
  } else if (number == GO && value & 1) {
    start(chip);
  } else if (number == GO) {
    chip->registers[GO] = 0;
    *end_of(chip) = 0;
  } else if (number > STATUS && number < 0x21) {
    chip->registers[number] = value;
  }
}

const struct model drv2605l = {
    .name = "drv2605l", .address = 0x5a, .first_data = 0x00, .last_data = 0x00,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
