// BMM350, a magnetometer whose readings mean little without its factory's memory. No kernel driver:
// not judged.
// Sources: ArduPilot AP_Compass_BMM350.cpp, after boschsensortec/BMM350_SensorAPI (registers,
// commands, memory words, compensation, which is inverted here); Bosch's API for INT_STATUS 0x30
// with its ready bit 2 and the two bytes that precede every read.
// Not known: the memory of any particular part (here made up); what the two bytes hold (here 0x5A, so
// so that they are not taken for data); averaging changes nothing here; how long commands take (here no
// time).
#include "chip.h"

enum { ID = 0x00, AVERAGE_RATE = 0x04, AXES = 0x05, COMMAND = 0x06, COMMAND_STATUS = 0x07 };
enum { STATUS = 0x30, DATA = 0x31, OTP_COMMAND = 0x50, OTP_HIGH = 0x52, OTP_LOW = 0x53 };
enum { OTP_STATUS = 0x55, RESET = 0x7e, READY = 4, SUSPEND = 0, NORMAL = 1, FORCED = 3 };

// Offsets in µT, 12 bits; then 8 bits each, with the factors that the formula below gives them.
static const struct {
  int offset[3], sensitivity[3], drift[3], bend[3], offset_t, sensitivity_t, t0;
  int x_y, y_x, z_x, z_y;
} trim = {
    {21, -34, 13}, {5, -7, 9}, {4, -6, 3}, {11, -9, 14}, 6, 5, 300, 4, -5, 6, -3,
};

static uint16_t word(int number) {
  const int *offset = trim.offset;
  uint8_t low = 0, high = 0;
  switch (number) {
  case 0x0d: low = trim.offset_t, high = trim.sensitivity_t; break;
  case 0x0e: return (offset[0] & 0x0fff) | (offset[1] >> 8 & 0x0f) << 12;
  case 0x0f: return (offset[1] & 0xff) | (offset[2] >> 8 & 0x0f) << 8;
  case 0x10: low = offset[2], high = trim.sensitivity[0]; break;
  case 0x11: low = trim.sensitivity[1], high = trim.sensitivity[2]; break;
  case 0x12: low = trim.drift[0], high = trim.bend[0]; break;
  case 0x13: low = trim.drift[1], high = trim.bend[1]; break;
  case 0x14: low = trim.drift[2], high = trim.bend[2]; break;
  case 0x15: low = trim.x_y, high = trim.y_x; break;
  case 0x16: low = trim.z_x, high = trim.z_y; break;
  case 0x18: return trim.t0;
  }
  return high << 8 | low;
}

static void power_on(struct chip *chip) {
  chip->registers[ID] = 0x33;
  chip->registers[OTP_STATUS] = 1;
}

static double rate(const struct chip *chip) {
  static const double rates[] = {0, 0, 400, 200, 100, 50, 25, 12.5, 6.25, 3.125, 1.5625};
  int code = chip->registers[AVERAGE_RATE] & 15, command = chip->registers[COMMAND];
  if (command == FORCED) return 100;
  return chip->registers[COMMAND_STATUS] & 8 && code < 11 ? rates[code] : 0;
}

static void put(uint8_t *registers, int32_t value) {
  registers[0] = value & 0xff;
  registers[1] = value >> 8 & 0xff;
  registers[2] = value >> 16 & 0xff;
}

// What one axis feels before its own compensation, from the field after that of all three.
static double before(const double *field, int axis) {
  double xy = trim.x_y / 800.0, yx = trim.y_x / 800.0, zx = trim.z_x / 800.0, zy = trim.z_y / 800.0;
  double x = field[0] + xy * field[1], y = field[1] + yx * field[0];
  if (axis < 2) return axis ? y : x;
  return field[2] - (x * (yx * zy - zx) - y * (zy - xy * zx)) / (1 - yx * xy);
}

static void measure(struct chip *chip) {
  static const double correction[] = {0, 0.01, 0}, bend[] = {0, 0, -0.0001};
  static const double gain[] = {14.55 * 19.46, 14.55 * 19.46, 9.0 * 31.0};
  const double lut = 0.714607238769531, adc = 1 / 1.5, temperature = chip->surroundings.temperature;
  double warmer = temperature - (trim.t0 / 512.0 + 23);
  for (int axis = 0; axis < 3; axis++) {
    double scale = 1e6 / 1048576 / (gain[axis] * adc * lut); // µT a count
    double value = before(chip->surroundings.field, axis) *
                       (1 + (trim.bend[axis] / 16384.0 + bend[axis]) * warmer) -
                   trim.offset[axis] - trim.drift[axis] / 32.0 * warmer;
    value /= 1 + trim.sensitivity[axis] / 256.0 + correction[axis];
    if (chip->registers[AXES] & 1 << axis)
      put(chip->registers + DATA + 3 * axis,
          counts(chip, value, 1 / scale, -(1 << 23), (1 << 23) - 1, NULL));
  }
  double degrees = (temperature - trim.offset_t / 5.0) / (1 + trim.sensitivity_t / 512.0);
  put(chip->registers + DATA + 9, (degrees + 25.49) * 0.00204 * adc * lut * 1048576);
  chip->registers[STATUS] |= READY;
  if (chip->registers[COMMAND] == FORCED) chip->registers[COMMAND] = SUSPEND;
}

static uint8_t read_register(struct chip *chip, uint8_t number) {
  uint8_t value = chip->registers[number];
  if (number == STATUS) chip->registers[STATUS] = 0;
  return value;
}

static void write_register(struct chip *chip, uint8_t number, uint8_t value) {
  uint8_t *registers = chip->registers;
  if (number == RESET && value == 0xb6) {
    chip_power_on(chip);
    return;
  }
  if (number == OTP_COMMAND && value >> 5 == 1) {
    uint16_t data = word(value & 31);
    registers[OTP_HIGH] = data >> 8;
    registers[OTP_LOW] = data;
  }
  if (number == ID || (number >= DATA && number < DATA + 12)) return;
  if (number != OTP_COMMAND && number != COMMAND && number != AVERAGE_RATE && number != AXES &&
      number != 0x2e)
    return;
  registers[number] = value;
  if (number != COMMAND) return;
  bool runs = value == NORMAL || (value == 2 && registers[COMMAND_STATUS] & 8);
  registers[COMMAND_STATUS] = (value & 7) << 5 | (runs ? 8 : 0);
  chip_restart(chip);
}

const struct model bmm350 = {
    .name = "bmm350", .address = 0x14, .first_data = 0x31, .last_data = 0x39, .preceding = 2,
    .power_on = power_on, .rate = rate, .measure = measure,
    .read = read_register, .write = write_register,
};
