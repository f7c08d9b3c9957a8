// AK8963 (in the MPU-9250), AK8975 (in the MPU-9150), AK09916 (in the ICM-20948) and AK09918, magnetometers.
// Sources: Linux 6.1 drivers/iio/magnetometer/ak8975.c and
// drivers/iio/imu/inv_mpu6050/inv_mpu_magn.c (registers, modes, 0.6 and 0.15 µT a count, the
// fuse ROM's adjustment, CNTL2's reset); InvenSense's data sheet of the ICM-20948, DS-000189
// rev. 1.3, pages 77 and 78 (the AK09916's map, where its pointer wraps, what clears DRDY and
// DOR); AKM's of the AK09918, page 23 (±32752 counts), and of the AK09911, MS1526-E-01, figures 6.7 and 6.8 (a
// measurement that ends while a reader holds the data is skipped, sets DOR and not DRDY; taken for all of them).
// From memory and not checked: the AK8963's ±32760 counts, the overflow where the three
// magnitudes add up to 4912 µT, 7.2 ms for a single measurement.
// The AK8975, from ak8975.c and inv_mpu_magn.c: the AK8963's map without its reset and its 16 bits, 0.3 µT a
// count, ±4096 counts (its raw range there is 1 to 4096), single measurements, a fuse ROM. From memory and not
// checked: the upper bits of CNTL always read 0, the sum of 2400 µT, 9 ms for a measurement.
// Not known: what the AK09916 answers at 0x60 to 0x62. It has no fuse ROM, but the kernel driver
// scales by what it reads there: 128 means "no adjustment" and is answered here; with 0 the
// kernel's field would be half of the true one. The AK09918 answers 0 here; newer kernels halve it.
#include "chip.h"
#include <string.h>

struct map {
  uint8_t status_1, data, status_2, mode, reset, first_adjustment, mode_mask, fuse_mode;
};
static const struct map old_map = {0x02, 0x03, 0x09, 0x0a, 0x0b, 0x10, 0x0f, 0x0f};
// No reset: 0xff is no register of it.
static const struct map oldest_map = {0x02, 0x03, 0x09, 0x0a, 0xff, 0x10, 0x0f, 0x0f};
static const struct map new_map = {0x10, 0x11, 0x18, 0x31, 0x32, 0x60, 0x1f, 0x1f};
enum { READY = 1, OVERRUN = 2, OVERFLOW = 8, WIDE = 0x10, SINGLE = 1 };
// In `memory`: 1 while a reader holds the data, which no measurement may then change.
enum { HELD = 0 };
// A factory adjustment unlike 128, so that who forgets it is 5 % off.
static const uint8_t adjustment[] = {0x9a, 0x8d, 0x76};

static bool is_ak8975(const struct chip *chip) { return !strcmp(chip->model->name, "ak8975"); }

static const struct map *map_of(const struct chip *chip) {
  if (is_ak8975(chip)) return &oldest_map;
  return chip->model->next ? &new_map : &old_map;
}

static void power_on_ak8963(struct chip *chip) {
  chip->registers[0x00] = 0x48;
  chip->registers[0x01] = 0x9a; // "device information"; the value is a common one
}

static void power_on_ak8975(struct chip *chip) { chip->registers[0x00] = 0x48; }

static void power_on_ak09916(struct chip *chip) {
  chip->registers[0x00] = 0x48;
  chip->registers[0x01] = 0x09;
  memset(chip->registers + 0x60, 128, 3);
}

static void power_on_ak09918(struct chip *chip) {
  chip->registers[0x00] = 0x48;
  chip->registers[0x01] = 0x0c;
}

static double rate(const struct chip *chip) {
  const struct map *map = map_of(chip);
  uint8_t mode = chip->registers[map->mode] & map->mode_mask;
  if (map == &oldest_map) return mode == SINGLE ? 110 : 0; // 9 ms
  if (mode == SINGLE) return 130; // 7.2 ms
  if (map == &old_map) return mode == 2 ? 8 : mode == 6 ? 100 : 0;
  return mode == 2 ? 10 : mode == 4 ? 20 : mode == 6 ? 50 : mode == 8 ? 100 : 0;
}

static void measure(struct chip *chip) {
  const struct map *map = map_of(chip);
  uint8_t *registers = chip->registers;
  bool wide = map == &new_map || (map == &old_map && registers[map->mode] & WIDE), clipped = false;
  if (!chip->memory[HELD]) {
    for (int axis = 0; axis < 3; axis++) {
      double gain = map == &new_map ? 1 : (adjustment[axis] + 128) / 256.0;
      int32_t limit = map == &new_map ? 32752 : map == &oldest_map ? 4096 : wide ? 32760 : 8190;
      double per_count = map == &oldest_map ? 0.3 : wide ? 0.15 : 0.6;
      double per_microtesla = 1 / per_count / gain;
      put_little_endian(registers + map->data + 2 * axis,
                        counts(chip, chip->surroundings.field[axis], per_microtesla, -limit,
                               limit, &clipped));
    }
    // The sum of the magnitudes counts too.
    const double *field = chip->surroundings.field;
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) sum += field[axis] < 0 ? -field[axis] : field[axis];
    clipped = clipped || sum >= (map == &oldest_map ? 2400 : 4912);
    registers[map->status_2] =
        (clipped ? OVERFLOW : 0) | (map == &old_map && wide ? WIDE : 0);
  }
  bool is_skipped = chip->memory[HELD] || registers[map->status_1] & READY;
  registers[map->status_1] |= is_skipped ? OVERRUN : READY;
  if ((registers[map->mode] & map->mode_mask) == SINGLE) registers[map->mode] &= ~map->mode_mask;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  const struct map *map = map_of(chip);
  uint8_t *registers = chip->registers, value = registers[number];
  bool fuses = number >= map->first_adjustment && number < map->first_adjustment + 3;
  if (map != &new_map && fuses) {
    bool open = (registers[map->mode] & map->mode_mask) == map->fuse_mode;
    return open ? adjustment[number - map->first_adjustment] : 0;
  }
  if (number >= map->data && number < map->data + 6) {
    chip->memory[HELD] = 1;
    registers[map->status_1] &= ~(READY | OVERRUN);
  }
  if (number == map->status_2) {
    chip->memory[HELD] = 0;
    registers[map->status_1] &= ~(READY | OVERRUN);
  }
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  const struct map *map = map_of(chip);
  if (number == map->reset && value & 1) {
    chip_power_on(chip);
    return;
  }
  if (number != map->mode) return;
  chip->registers[number] = is_ak8975(chip) ? value & 0x0f : value;
  chip->memory[HELD] = 0;
  chip_restart(chip);
}

static uint8_t next(uint8_t pointer) {
  switch (pointer) {
  case 0x03: return 0x10;
  case 0x18: return 0x00;
  case 0x32: return 0x30;
  default: return pointer + 1;
  }
}

// Both sit on the inner bus of another chip and are seen outside only when that lets them through.
extern bool mpu_lets_through(void), icm20948_lets_through(void);

static bool ak8963_answers(const struct chip *chip) { return (void)chip, mpu_lets_through(); }
static bool ak09916_answers(const struct chip *chip) { return (void)chip, icm20948_lets_through(); }

const struct model ak8963 = {
    .name = "ak8963", .address = 0x0c, .first_data = 0x03, .last_data = 0x08,
    .power_on = power_on_ak8963, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .answers = ak8963_answers,
};

const struct model ak8975 = {
    .name = "ak8975", .address = 0x0c, .first_data = 0x03, .last_data = 0x08,
    .power_on = power_on_ak8975, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .answers = ak8963_answers,
};

const struct model ak09916 = {
    .name = "ak09916", .address = 0x0c, .first_data = 0x11, .last_data = 0x16,
    .power_on = power_on_ak09916, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = next, .answers = ak09916_answers,
};

const struct model ak09918 = {
    .name = "ak09918", .address = 0x0c, .first_data = 0x11, .last_data = 0x16,
    .power_on = power_on_ak09918, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register, .next = next,
};
