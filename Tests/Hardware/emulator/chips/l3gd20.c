// L3GD20, L3GD20H and L3G4200D, gyroscopes.
// Sources: Linux 6.1 drivers/iio/gyro/st_gyro_core.c (registers, rates, ranges, identities); Pololu's
// l3g-arduino (L3G.cpp: CTRL_REG1 = 0x6f wakes it, sensitivities, bit 7 counts the pointer up).
// From memory and not checked: 0x07 in CTRL_REG1 after power-on, OUT_TEMP counting down a degree a count.
// Not known: where OUT_TEMP has its zero, the counts at the ends of the ranges. Filters, FIFO and the slow
// rates of the L3GD20H change nothing here.
#include "st.h"
#include <math.h>

enum { ID = 0x0f, CONTROL_1 = 0x20, CONTROL_4 = 0x23, CONTROL_5 = 0x24, TEMPERATURE = 0x26 };
enum { STATUS = 0x27, DATA = 0x28, READY = 0x0f, OVERRUN = 0xf0, BOOT = 0x80, POWER = 0x08 };

static void wake_as(struct chip *chip, uint8_t id) {
  chip->registers[ID] = id;
  chip->registers[CONTROL_1] = 0x07;
}
static void power_on_l3gd20(struct chip *chip) { wake_as(chip, 0xd4); }
static void power_on_l3gd20h(struct chip *chip) { wake_as(chip, 0xd7); }
static void power_on_l3g4200d(struct chip *chip) { wake_as(chip, 0xd3); }

static double rate(const struct chip *chip) {
  double slowest = chip->registers[ID] == 0xd4 ? 95 : 100;
  uint8_t control = chip->registers[CONTROL_1];
  return control & POWER ? slowest * (1 << (control >> 6)) : 0;
}

static void measure(struct chip *chip) {
  static const double mdps[] = {8.75, 17.5, 70, 70};
  uint8_t *registers = chip->registers;
  double per_rate = 1000 / mdps[registers[CONTROL_4] >> 4 & 3] * 180 / M_PI;
  for (int axis = 0; axis < 3; axis++) {
    // Bit 0 switches y on and bit 1 x, in the oldest part at least; all are on or off in what is tested.
    if (!(registers[CONTROL_1] & 7)) continue;
    int32_t value = counts(chip, chip->surroundings.rate[axis], per_rate, -32768, 32767, NULL);
    bool big = registers[CONTROL_4] & 0x40;
    (big ? put_big_endian : put_little_endian)(registers + DATA + 2 * axis, value);
  }
  registers[TEMPERATURE] = (uint8_t)(25 - (int)chip->surroundings.temperature);
  registers[STATUS] = READY | (registers[STATUS] & READY ? OVERRUN : 0);
}

static uint8_t read_register(struct chip *chip, uint8_t pointer) {
  uint8_t number = pointer & 0x7f, value = chip->registers[number];
  if (number == DATA + 5) chip->registers[STATUS] = 0;
  return value;
}

static void write_register(struct chip *chip, uint8_t pointer, uint8_t value) {
  uint8_t number = pointer & 0x7f;
  if (number < CONTROL_1 || number > CONTROL_5 + 1) return;
  chip->registers[number] = number == CONTROL_5 ? value & ~BOOT : value;
  if (number == CONTROL_1) chip_restart(chip);
}

#define L3G(symbol, text, place)                                                       \
  const struct model symbol = {                                                        \
      .name = text, .address = place, .first_data = 0x28, .last_data = 0x2d,           \
      .power_on = power_on_##symbol, .rate = rate, .measure = measure,                 \
      .read = read_register, .write = write_register, .next = st_next,                 \
  }
L3G(l3gd20, "l3gd20", 0x6a);
L3G(l3gd20h, "l3gd20h", 0x6a);
L3G(l3g4200d, "l3g4200d", 0x69);
