// QMC5883L, a magnetometer; sold as HMC5883L on boards named GY-271.
// Sources: QST's data sheet, tables 13 to 20, as quoted in arendst/Tasmota
// tasmota/tasmota_xsns_sensor/xsns_33_qmc5883l.ino; Linux (2026)
// drivers/iio/magnetometer/qmc5883l.c (sensitivities 12000 and 3000 LSB/G, 0x0D = 0xFF);
// ArduPilot AP_Compass_QMC5883L.cpp (0x0C = 0x01).
// Not known: the temperature's offset (the data sheet: not compensated; here 50 °C reads 0);
// whether an unread measurement keeps newer ones out (betaflight's driver reads 0x05 to free it;
// the data sheet says that data is refreshed all the time, and so it is here).
#include "chip.h"

enum { STATUS = 0x06, CONTROL_1 = 0x09, CONTROL_2 = 0x0a, PERIOD = 0x0b, RESERVED = 0x0c, ID = 0x0d };
enum { READY = 1, OVERFLOW = 2, SKIPPED = 4, ROLL_OVER = 0x40, SOFT_RESET = 0x80 };

static void power_on(struct chip *chip) {
  chip->registers[RESERVED] = 0x01;
  chip->registers[ID] = 0xff;
}

static double rate(const struct chip *chip) {
  static const double rates[] = {10, 50, 100, 200};
  uint8_t control = chip->registers[CONTROL_1];
  return (control & 3) == 1 ? rates[control >> 2 & 3] : 0;
}

static void measure(struct chip *chip) {
  uint8_t *registers = chip->registers;
  double per_microtesla = (registers[CONTROL_1] >> 4 & 3) == 0 ? 120 : 30;
  bool clipped = false;
  for (int axis = 0; axis < 3; axis++) {
    double field = chip->surroundings.field[axis];
    put_little_endian(registers + 2 * axis,
                      counts(chip, field, per_microtesla, -32768, 32767, &clipped));
  }
  put_little_endian(registers + 7, (int32_t)((chip->surroundings.temperature - 50) * 100));
  uint8_t skipped = registers[STATUS] & READY ? SKIPPED : 0;
  registers[STATUS] = READY | (clipped ? OVERFLOW : 0) | skipped;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number < STATUS) chip->registers[STATUS] &= ~(READY | SKIPPED);
  // The pointer is about to count up: from 0x06 it would go to 0x07.
  if (chip->registers[CONTROL_2] & ROLL_OVER && number == STATUS) chip->pointer = 0xff;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number < CONTROL_1 || number > PERIOD) return;
  if (number == CONTROL_2 && value & SOFT_RESET) {
    chip_power_on(chip);
    return;
  }
  chip->registers[number] = value;
  if (number == CONTROL_1) chip_restart(chip);
}

const struct model qmc5883l = {
    .name = "qmc5883l", .address = 0x0d, .first_data = 0x00, .last_data = 0x05,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
