// LIS2MDL, which is also the magnetometer of the LSM303AGR and, by its map, the IIS2MDC.
// Sources: Linux 6.1 drivers/iio/magnetometer/st_magn_core.c (registers, rates, 1.5 mG a count,
// 0x4F = 0x40, no bit for counting up); adafruit/Adafruit_LIS2MDL (CFG_REG_A's bits); ST's
// forum, "LIS2MDL embedded temperature sensor" (8 counts a degree, 0 at 25 °C); "IIS2MDC read X,Y,Z,
// temperature via I2C - separately or together ?" and "LIS2MDL BDU only works for 3 axis independent
// readouts" (the pointer goes from 0x6D back to 0x68, so that the temperature needs a read of its own).
// LPF, bit 0 of CFG_REG_B, is here the mean of the last two measurements: a quarter of the rate in
// place of half of it, as ST's lis2mdl_reg.h names the two.
// Not known: what the chip does with bit 7 of a register's number (here nothing: all numbers
// count up); what it reads beyond ±49.15 G (here it is limited to ±32768 counts).
#include "chip.h"

enum { ID = 0x4f, CONFIG_A = 0x60, CONFIG_B, CONFIG_C = 0x62, STATUS = 0x67, DATA = 0x68, TEMPERATURE = 0x6e };
enum { READY = 0x0f, OVERRUN = 0xf0 };

static uint8_t next(uint8_t pointer) { return pointer == DATA + 5 ? DATA : pointer + 1; }

static void power_on(struct chip *chip) {
  chip->registers[ID] = 0x40;
  chip->registers[CONFIG_A] = 0x03;
}

static double rate(const struct chip *chip) {
  static const double rates[] = {10, 20, 50, 100};
  uint8_t config = chip->registers[CONFIG_A];
  return (config & 3) < 2 ? rates[config >> 2 & 3] : 0;
}

static void measure(struct chip *chip) {
  uint8_t *registers = chip->registers;
  int32_t *last = (int32_t *)chip->memory; // x, y, z, and whether there are some
  for (int axis = 0; axis < 3; axis++) {
    int32_t new = counts(chip, chip->surroundings.field[axis], 1 / 0.15, -32768, 32767, NULL);
    bool filters = registers[CONFIG_B] & 1 && last[3];
    put_little_endian(registers + DATA + 2 * axis, filters ? (new + last[axis]) / 2 : new);
    last[axis] = new;
  }
  last[3] = 1;
  put_little_endian(registers + TEMPERATURE, (chip->surroundings.temperature - 25) * 8);
  registers[STATUS] = READY | (registers[STATUS] & READY ? OVERRUN : 0);
  if ((registers[CONFIG_A] & 3) == 1) registers[CONFIG_A] |= 3; // single: back to idle
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number == DATA + 5) chip->registers[STATUS] = 0;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number < CONFIG_A || number > CONFIG_C) return;
  if (number == CONFIG_A && value & 0x60) {
    chip_power_on(chip);
    return;
  }
  chip->registers[number] = value;
  if (number == CONFIG_A) chip_restart(chip);
}

const struct model lis2mdl = {
    .name = "lis2mdl", .address = 0x1e, .first_data = 0x68, .last_data = 0x6d,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = next,
};
