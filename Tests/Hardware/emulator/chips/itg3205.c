// ITG-3205, which is the ITG-3200 in another package, a gyroscope.
// Sources: Linux 6.1 drivers/iio/gyro/itg3200_core.c and include/linux/iio/gyro/itg3200.h (registers, bits, 14.375
// counts for 1 °/s, 280 a degree and -13200 at 35 °C, 1 or 8 kHz divided by SMPLRT_DIV + 1, six bits of 0x00 =
// 110100; it sends register numbers with bit 7 set, which the part ignores).
// From memory and not checked: INT_STATUS tells of new data only where INT_CFG asks for it, and a read of it
// takes that back; the counts stay defined only with FS_SEL = 3 (here any other gives zeros).
// Not known: bits 7 and 0 of 0x00 (here as the address). Filters and clock change nothing here.
#include "chip.h"
#include <math.h>

enum { ID = 0x00, DIVIDER = 0x15, FILTER = 0x16, INTERRUPT = 0x17, STATUS = 0x1a, TEMPERATURE = 0x1b };
enum { GYRO = 0x1d, POWER = 0x3e, RESET = 0x80, SLEEP = 0x40, READY = 1 };

static void power_on(struct chip *chip) { chip->registers[ID] = chip->address; }

static double rate(const struct chip *chip) {
  if (chip->registers[POWER] & SLEEP) return 0;
  int filter = chip->registers[FILTER] & 7;
  double base = filter == 0 || filter == 7 ? 8000 : 1000;
  return base / (1 + chip->registers[DIVIDER]);
}

static void measure(struct chip *chip) {
  uint8_t *registers = chip->registers;
  double per_rate = (registers[FILTER] & 0x18) == 0x18 ? 14.375 * 180 / M_PI : 0;
  for (int axis = 0; axis < 3; axis++)
    put_big_endian(registers + GYRO + 2 * axis,
                   counts(chip, chip->surroundings.rate[axis], per_rate, -32768, 32767, NULL));
  put_big_endian(registers + TEMPERATURE, (chip->surroundings.temperature - 35) * 280 - 13200);
  if (registers[INTERRUPT] & READY) registers[STATUS] |= READY;
}

static uint8_t read_register(struct chip *chip, uint8_t pointer) {
  uint8_t number = pointer & 0x7f, value = chip->registers[number];
  if (number == STATUS) chip->registers[STATUS] = 0;
  return value;
}

static uint8_t next(uint8_t pointer) { return (pointer & 0x80) | ((pointer + 1) & 0x7f); }

static void write_register(struct chip *chip, uint8_t pointer, uint8_t value) {
  uint8_t number = pointer & 0x7f;
  if (number == POWER && value & RESET) {
    chip_power_on(chip);
    return;
  }
  if (number != ID && (number < DIVIDER || number > INTERRUPT) && number != POWER) return;
  chip->registers[number] = value;
  if (number == DIVIDER || number == FILTER || number == POWER) chip_restart(chip);
}

const struct model itg3205 = {
    .name = "itg3205", .address = 0x68, .first_data = 0x1d, .last_data = 0x22,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = next,
};
