// ICM-20948, accelerometer and gyroscope with an AK09916 behind it. No kernel driver: judged by
// Pimoroni's library.
// Sources: InvenSense's data sheet, DS-000189 rev. 1.3; adafruit/Adafruit_ICM20X (banks,
// registers, 0xEA; 16384 LSB/g and 131 LSB a degree a second in the narrowest ranges); ArduPilot
// AP_InertialSensor_Invensensev2 (bank 2's configuration).
// Not known: which bank the chip answers from after a brown-out (here bank 0, as after
// power-on). The inner bus's own transfers, the filters, the FIFO and the motion processor are
// not there.
#include "chip.h"
#include <math.h>
#include <string.h>

enum { BANK = 0x7f, USER = 0x03, POWER_1 = 0x06, POWER_2 = 0x07, PIN = 0x0f, STATUS = 0x1a };
enum { ACCEL = 0x2d, GYRO = 0x33, TEMPERATURE = 0x39, GYRO_DIVIDER = 0x00, GYRO_RANGE = 0x01 };
enum { ACCEL_RANGE = 0x14, RESET = 0x80, SLEEP = 0x40, BYPASS = 2, MASTER = 0x20 };

// Bank 0 lives in `registers`, the three others in `memory`.
static uint8_t *bank(struct chip *chip, int number) {
  return number == 0 ? chip->registers : chip->memory + 128 * (number - 1);
}
static uint8_t *selected(struct chip *chip) { return bank(chip, chip->registers[BANK] >> 4 & 3); }

bool icm20948_lets_through(void) {
  for (struct chip *chip = chips; chip < chips + CHIPS_MAX; chip++)
    if (chip->model && !strcmp(chip->model->name, "icm20948"))
      return chip->registers[PIN] & BYPASS && !(chip->registers[USER] & MASTER);
  return true;
}

static void power_on(struct chip *chip) {
  chip->registers[0] = 0xea;
  chip->registers[POWER_1] = SLEEP | 1;
  bank(chip, 2)[GYRO_RANGE] = 1;
  bank(chip, 2)[ACCEL_RANGE] = 1;
}

static double rate(const struct chip *chip) {
  if (chip->registers[POWER_1] & SLEEP) return 0;
  return 1125.0 / (1 + chip->memory[128 + GYRO_DIVIDER]);
}

static void measure(struct chip *chip) {
  uint8_t *registers = chip->registers;
  double per_g = 16384 >> (bank(chip, 2)[ACCEL_RANGE] >> 1 & 3);
  double per_degree = 131.072 / (1 << (bank(chip, 2)[GYRO_RANGE] >> 1 & 3));
  for (int axis = 0; axis < 3; axis++) {
    put_big_endian(registers + ACCEL + 2 * axis,
                   counts(chip, chip->surroundings.acceleration[axis], per_g / 9.80665, -32768,
                          32767, NULL));
    put_big_endian(registers + GYRO + 2 * axis,
                   counts(chip, chip->surroundings.rate[axis], per_degree * 180 / M_PI, -32768,
                          32767, NULL));
  }
  put_big_endian(registers + TEMPERATURE, (chip->surroundings.temperature - 21) * 333.87);
  registers[STATUS] |= 1;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  if (number == BANK) return chip->registers[BANK];
  uint8_t *registers = selected(chip), value = registers[number & 0x7f];
  if (registers == chip->registers && number == STATUS) registers[STATUS] = 0;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  uint8_t *registers = selected(chip);
  if (number == BANK) {
    chip->registers[BANK] = value & 0x30;
    return;
  }
  bool first = registers == chip->registers;
  if (first && number == POWER_1 && value & RESET) {
    chip_power_on(chip);
    return;
  }
  if (first && (number == 0 || (number >= STATUS && number < TEMPERATURE + 2))) return;
  registers[number & 0x7f] = value;
  chip_restart(chip);
}

const struct model icm20948 = {
    .name = "icm20948", .address = 0x68, .first_data = 0x2d, .last_data = 0x38,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
