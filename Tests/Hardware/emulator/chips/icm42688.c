// ICM-42688-P, accelerometer and gyroscope.
// Sources: Linux drivers/iio/imu/inv_icm42600/inv_icm42600.h and inv_icm42600_core.c (registers, rates, ranges,
// 0x75 = 0x47, data high byte first unless INTF_CONFIG0 bit 4 is cleared, the soft reset and its flag, 132.48 counts a degree
// and 0 at 25 °C); kriswiner/ICM42688 #10 (14 bytes from 0x1d on in one read).
// TDK DS-000347 rev. 1.8, 14.35 (INTF_CONFIG1 0x91 after a reset; what its upper bits do changes nothing here).
// From memory and not checked: after power-on both are off, ranges are the widest, 1 kHz; DATA_RDY_INT is set
// only where INT_SOURCE0 asks for it and is cleared by a read of INT_STATUS; -32768 until the first measurement.
// Not known: the counts at the ends of the ranges. Of the banks only the first one is there; filters, FIFO and
// time stamps change nothing here, their registers are kept.
#include "chip.h"
#include <math.h>

enum { DEVICE = 0x11, TEMPERATURE = 0x1d, ACCEL = 0x1f, GYRO = 0x25, STATUS = 0x2d, INTERFACE = 0x4c };
enum { POWER = 0x4e, GYRO_CONFIG = 0x4f, ACCEL_CONFIG = 0x50, SOURCE = 0x65, ID = 0x75, BANK = 0x76 };
enum { READY = 0x08, RESET_DONE = 0x10, BIG_ENDIAN_DATA = 0x10 };

static void power_on(struct chip *chip) {
  chip->registers[ID] = 0x47;
  chip->registers[STATUS] = RESET_DONE;
  chip->registers[INTERFACE] = 0x30;
  chip->registers[INTERFACE + 1] = 0x91;
  chip->registers[GYRO_CONFIG] = chip->registers[ACCEL_CONFIG] = 0x06;
  chip->registers[0x52] = 0x11;
  chip->registers[SOURCE] = 0x10;
  for (int i = TEMPERATURE; i < GYRO + 6; i += 2) put_big_endian(chip->registers + i, -32768);
}

static double rate_of(uint8_t config) {
  static const double rates[] = {0,  32000, 16000, 8000, 4000, 2000,   1000,    200,
                                 100, 50,   25,    12.5, 6.25, 3.125,  1.5625,  500};
  return rates[config & 0x0f];
}
static bool gyro_runs(const struct chip *chip) { return (chip->registers[POWER] >> 2 & 3) == 3; }
static bool accel_runs(const struct chip *chip) { return chip->registers[POWER] & 2; }

static double rate(const struct chip *chip) {
  double gyro = gyro_runs(chip) ? rate_of(chip->registers[GYRO_CONFIG]) : 0;
  double accel = accel_runs(chip) ? rate_of(chip->registers[ACCEL_CONFIG]) : 0;
  return gyro > accel ? gyro : accel;
}

static void put(struct chip *chip, int number, int32_t value) {
  bool big = chip->registers[INTERFACE] & BIG_ENDIAN_DATA;
  (big ? put_big_endian : put_little_endian)(chip->registers + number, value);
}

static void measure(struct chip *chip) {
  uint8_t *registers = chip->registers;
  const struct surroundings *around = &chip->surroundings;
  // ±16 g and ±2000 °/s, and half of it with each step.
  double per_unit = 2048 * (1 << (registers[ACCEL_CONFIG] >> 5)) / 9.80665;
  double per_rate = 16.4 * (1 << (registers[GYRO_CONFIG] >> 5)) * 180 / M_PI;
  for (int axis = 0; axis < 3; axis++) {
    if (accel_runs(chip))
      put(chip, ACCEL + 2 * axis,
          counts(chip, around->acceleration[axis], per_unit, -32767, 32767, NULL));
    if (gyro_runs(chip))
      put(chip, GYRO + 2 * axis, counts(chip, around->rate[axis], per_rate, -32767, 32767, NULL));
  }
  put(chip, TEMPERATURE, (around->temperature - 25) * 132.48);
  if (registers[SOURCE] & READY) registers[STATUS] |= READY;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number == STATUS) chip->registers[STATUS] = 0;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number == BANK) chip->memory[0] = value & 7;
  if (chip->memory[0] != 0) return; // another bank, which is not there
  if (number == DEVICE && value & 1) {
    chip_power_on(chip);
    return;
  }
  bool data = number >= TEMPERATURE && number <= STATUS;
  if (data || number == ID) return;
  chip->registers[number] = value;
  if (number == POWER || number == GYRO_CONFIG || number == ACCEL_CONFIG) chip_restart(chip);
}

const struct model icm42688 = {
    .name = "icm42688", .address = 0x68, .first_data = 0x1f, .last_data = 0x2a,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
