// HMC5883L and the magnetometer of the LSM303DLHC, which has the same map and other gains.
// Sources: Honeywell's data sheet of the HMC5883L, pages 11 to 16 (map, -4096, lock, pointer; RDY is cleared for
// 250 µs when the chip begins to write a measurement, and by a read only in the single mode);
// Linux 6.1 drivers/iio/magnetometer/hmc5843_core.c (rates, 1/gain) and st_magn_core.c (the
// LSM303DLHC's nano-gauss per count, 220 Hz); Adafruit's LSM303DLH_Mag (order X, Z, Y).
// From memory and not checked: 160 single measurements a second; the LSM303DLHC asleep after
// power-on.
// Not known: the LSM303DLHC's answer at 0x0F (0x3C in st_magn_core.c, and so here); whether its
// lock and its -4096 are the HMC5883L's (assumed). The bias currents of the self test change
// nothing.
#include "chip.h"

enum { CONFIG_A = 0, CONFIG_B = 1, MODE = 2, DATA = 3, STATUS = 9, ID = 10 };
enum { READY = 1, LOCKED = 2, CONTINUOUS = 0, SINGLE = 1, OVERFLOWED = -4096 };
// ns for which RDY is clear before a measurement is there.
enum { WRITING = 250000 };
// In `memory`: which of the six data registers have been read since they were written.
enum { SEEN = 0 };

static void power_on(struct chip *chip) {
  uint8_t *registers = chip->registers;
  registers[CONFIG_A] = 0x10;
  registers[CONFIG_B] = 0x20;
  registers[MODE] = SINGLE;
  registers[ID] = 'H';
  registers[ID + 1] = '4';
  registers[ID + 2] = '3';
}

static void power_on_lsm303dlhc(struct chip *chip) {
  power_on(chip);
  chip->registers[MODE] = 3;
  chip->registers[0x0f] = 0x3c;
}

static double rate(const struct chip *chip) {
  static const double rates[] = {0.75, 1.5, 3, 7.5, 15, 30, 75, 220};
  bool faster = chip->model->address == 0x1e && chip->registers[0x0f] == 0x3c;
  int code = chip->registers[CONFIG_A] >> 2 & 7;
  switch (chip->registers[MODE] & 3) {
  case CONTINUOUS: return code == 7 && !faster ? 75 : rates[code];
  case SINGLE: return 160; // 6 ms from the request to the data
  default: return 0;
  }
}

// The two parts differ in their gains, counts per gauss along x and y and along z.
static void measure_with(struct chip *chip, const double *across, const double *along) {
  static const int order[] = {0, 2, 1};
  uint8_t *registers = chip->registers;
  int gain = registers[CONFIG_B] >> 5;
  if (!(registers[STATUS] & LOCKED)) {
    for (int place = 0; place < 3; place++) {
      int axis = order[place];
      double per_gauss = axis == 2 ? along[gain] : across[gain];
      bool clipped = false;
      int32_t value =
          counts(chip, chip->surroundings.field[axis], per_gauss / 100, -2048, 2047, &clipped);
      put_big_endian(registers + DATA + 2 * place, clipped ? OVERFLOWED : value);
    }
    registers[STATUS] |= READY;
    chip->memory[SEEN] = 0;
  }
  if ((registers[MODE] & 3) == SINGLE) registers[MODE] = (registers[MODE] & ~3) | 2;
}

static void measure(struct chip *chip) {
  static const double gains[] = {1370, 1090, 820, 660, 440, 390, 330, 230};
  measure_with(chip, gains, gains);
}

static void measure_lsm303dlhc(struct chip *chip) {
  static const double across[] = {1100, 1100, 855, 670, 450, 400, 330, 230};
  static const double along[] = {980, 980, 760, 600, 400, 355, 295, 205};
  measure_with(chip, across, along);
}

// Whether the chip writes its data registers now, or began to and never ends.
static bool is_writing(const struct chip *chip) {
  if (chip->fault == FAULT_NOT_READY) return true;
  bool is_locked = chip->registers[STATUS] & LOCKED;
  return chip->next_measurement && !is_locked && chip->next_measurement - chip->clock < WRITING;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t *registers = chip->registers, value = registers[number];
  if (number == STATUS && is_writing(chip)) value &= ~READY;
  if (number >= DATA && number < STATUS) {
    uint8_t *seen = &chip->memory[SEEN];
    *seen |= 1 << (number - DATA);
    bool all = *seen == 0x3f, is_continuous = (registers[MODE] & 3) == CONTINUOUS;
    registers[STATUS] = (registers[STATUS] & (is_continuous ? READY : 0)) | (all ? 0 : LOCKED);
    if (all) *seen = 0;
  }
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  if (number > MODE) return;
  chip->registers[number] = value;
  if (number == CONFIG_B) return;
  chip->registers[STATUS] &= ~LOCKED;
  chip->memory[SEEN] = 0;
  chip_restart(chip);
}

const struct model hmc5883l = {
    .name = "hmc5883l", .address = 0x1e, .first_data = 3, .last_data = 8,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};

const struct model lsm303dlhc_magnetometer = {
    .name = "lsm303dlhc_mag", .address = 0x1e, .first_data = 3, .last_data = 8,
    .power_on = power_on_lsm303dlhc, .rate = rate, .measure = measure_lsm303dlhc,
    .read = read_register, .write = write_register,
};
