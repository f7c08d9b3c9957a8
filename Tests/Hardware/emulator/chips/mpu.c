// MPU-6050, MPU-6500, MPU-9250, MPU-9150 and ICM-20602, accelerometer and gyroscope; the MPU-9250 drives an
// AK8963 besides, the MPU-9150 (an MPU-6050 by its map and its identity) an AK8975.
// Sources: Linux 6.1 drivers/iio/imu/inv_mpu6050 (inv_mpu_iio.h: registers and bits;
// inv_mpu_core.c: scales, temperatures; inv_mpu_aux.c and inv_mpu_magn.c: the inner bus);
// InvenSense's register map of the MPU-6050, RM-MPU-6000A rev. 4.2 (asleep after power-on; 8 or
// 1 kHz divided by SMPLRT_DIV + 1).
// Not known: whether the newer parts are asleep after power-on (the kernel: either; here awake);
// how often the inner bus runs while the chip sleeps (here not at all). The filters, the FIFO
// and the motion processor change nothing here.
#include "chip.h"
#include <math.h>
#include <string.h>

enum { DIVIDER = 0x19, FILTER = 0x1a, GYRO_RANGE = 0x1b, ACCEL_RANGE = 0x1c, SLAVES = 0x25 };
enum { MASTER_STATUS = 0x36, PIN = 0x37, INTERRUPT_STATUS = 0x3a, ACCEL = 0x3b, TEMPERATURE = 0x41 };
enum { GYRO = 0x43, EXTERNAL = 0x49, SLAVE_OUT = 0x63, USER = 0x6a, POWER_1 = 0x6b, POWER_2 = 0x6c };
enum { ID = 0x75, SLEEP = 0x40, RESET = 0x80, BYPASS = 2, MASTER = 0x20 };

static struct chip *find(const char *name) {
  for (struct chip *chip = chips; chip < chips + CHIPS_MAX; chip++)
    if (chip->model && !strcmp(chip->model->name, name)) return chip;
  return NULL;
}

// The magnetometer in a package with the gyroscope.
static struct chip *inner_chip(void) {
  struct chip *inner = find("ak8963");
  return inner ? inner : find("ak8975");
}

// An AK8963 without an MPU-9250 is on the bus by itself, and so is an AK8975 without an MPU-9150.
bool mpu_lets_through(void) {
  struct chip *mpu = find("mpu9250");
  if (!mpu) mpu = find("mpu9150");
  return !mpu || (mpu->registers[PIN] & BYPASS && !(mpu->registers[USER] & MASTER));
}

static void wake_as(struct chip *chip, uint8_t id, uint8_t power) {
  chip->registers[ID] = id;
  chip->registers[POWER_1] = power;
}

static void power_on_6050(struct chip *chip) { wake_as(chip, 0x68, SLEEP); }
static void power_on_6500(struct chip *chip) { wake_as(chip, 0x70, 0x01); }
// Source of the ICM-20602: Linux 6.1 inv_mpu_core.c (0x12, 326.8 counts a degree, 0 at 25 °C).
static void power_on_20602(struct chip *chip) { wake_as(chip, 0x12, 0x41); }
static void power_on_9250(struct chip *chip) { wake_as(chip, 0x71, 0x01); }

static double rate(const struct chip *chip) {
  if (chip->registers[POWER_1] & SLEEP) return 0;
  int filter = chip->registers[FILTER] & 7;
  double base = filter == 0 || filter == 7 ? 8000 : 1000;
  return base / (1 + chip->registers[DIVIDER]);
}

// One of the four automatic transfers of the inner bus; where what it reads goes, and how far on.
static uint8_t *run_slave(struct chip *chip, int slave, uint8_t *to) {
  const uint8_t *setting = chip->registers + SLAVES + 3 * slave;
  struct chip *inner = inner_chip();
  int count = setting[2] & 0x0f;
  if (!(setting[2] & 0x80)) return to;
  if (!inner || inner->address != (setting[0] & 0x7f)) {
    chip->registers[MASTER_STATUS] |= 1 << slave;
    return to;
  }
  if (!(setting[0] & 0x80)) {
    uint8_t message[2] = {setting[1], chip->registers[SLAVE_OUT + slave]};
    chip_write(inner, message, 2);
    return to;
  }
  chip_write(inner, setting + 1, 1);
  chip_read(inner, to, count);
  // Words may be swapped; a group starts at an odd or an even register.
  for (int i = setting[2] & 0x10 ? (setting[1] & 1 ? 0 : 1) : (setting[1] & 1);
       setting[2] & 0x40 && i + 1 < count; i += 2) {
    uint8_t first = to[i];
    to[i] = to[i + 1];
    to[i + 1] = first;
  }
  return to + count;
}

static void run_inner_bus(struct chip *chip) {
  uint8_t *to = chip->registers + EXTERNAL;
  for (int slave = 0; slave < 4; slave++) to = run_slave(chip, slave, to);
}

static void measure(struct chip *chip) {
  uint8_t *registers = chip->registers;
  const struct surroundings *around = &chip->surroundings;
  double per_g = 16384 >> (registers[ACCEL_RANGE] >> 3 & 3);
  double per_degree = 131.072 / (1 << (registers[GYRO_RANGE] >> 3 & 3));
  double degree = M_PI / 180;
  for (int axis = 0; axis < 3; axis++) {
    // Bits 5 to 3 stop the accelerometer's axes x, y, z; bits 2 to 0 the gyroscope's.
    if (!(registers[POWER_2] & 0x20 >> axis))
      put_big_endian(registers + ACCEL + 2 * axis,
                     counts(chip, around->acceleration[axis], per_g / 9.80665, -32768, 32767, NULL));
    if (!(registers[POWER_2] & 0x04 >> axis))
      put_big_endian(registers + GYRO + 2 * axis,
                     counts(chip, around->rate[axis], per_degree / degree, -32768, 32767, NULL));
  }
  // 340 counts a degree and 0 at 36.53 °C in the old part; 333.87 and 21 °C in the new ones.
  double degrees = around->temperature;
  put_big_endian(registers + TEMPERATURE, registers[ID] == 0x68   ? (degrees - 36.53) * 340
                                          : registers[ID] == 0x12 ? (degrees - 25) * 326.8
                                                                  : (degrees - 21) * 333.87);
  registers[INTERRUPT_STATUS] |= 1;
  if (registers[USER] & MASTER) run_inner_bus(chip);
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number == INTERRUPT_STATUS) chip->registers[number] = 0;
  if (number == MASTER_STATUS) chip->registers[number] = 0;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number == POWER_1 && value & RESET) {
    chip_power_on(chip);
    return;
  }
  bool data = number >= INTERRUPT_STATUS && number <= EXTERNAL + 23;
  if (data || number == ID || number == MASTER_STATUS) return;
  chip->registers[number] = number == USER ? value & ~0x0f : value;
  if (number == DIVIDER || number == POWER_1 || number == USER) chip_restart(chip);
}

#define MPU(symbol, text, start)                                                       \
  const struct model symbol = {                                                        \
      .name = text, .address = 0x68, .first_data = 0x3b, .last_data = 0x48,            \
      .power_on = start, .rate = rate, .measure = measure,                             \
      .read = read_register, .write = write_register,                                  \
  }
MPU(mpu6050, "mpu6050", power_on_6050);
MPU(mpu6500, "mpu6500", power_on_6500);
MPU(mpu9250, "mpu9250", power_on_9250);
MPU(mpu9150, "mpu9150", power_on_6050);
MPU(icm20602, "icm20602", power_on_20602);
