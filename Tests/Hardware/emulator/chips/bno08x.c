// BNO085, a hub of accelerometer, gyro and magnetometer that talks in packets (SHTP) and has no registers.
// Sources: Adafruit_CircuitPython_BNO08x 1.3.3 __init__.py and i2c.py (header, channels, numbers and lengths of
// reports, answers to FD and F9, a header that can be read without the packet); CEVA's sh2.c and
// sh2_SensorValue.c (uncalibrated reports 07 and 0F: sixteen bytes, Q9 and Q4, three offsets behind; command
// response "initialize" after a start); BNO080 data sheet 1000-3927 (advertisement on channel 0 after a reset;
// figure 1-26: bit 15 of the length in a read that continues another one, and a number that counts each);
// hcrest/bno080-nucleo-demo #6 (so also after a read of the header alone: 14 01 00 01, then 14 81 00 01 and all).
// Not known: how long a start takes (here 120 ms without an acknowledge); what a read beyond a packet gives (here
// zeros); what the advertisement says (here tags of the right form with nothing in them); which rates an interval
// is rounded to (here none).
#include "chip.h"
#include <math.h>
#include <string.h>

enum { COMMAND, EXECUTABLE, CONTROL, REPORTS, HEADER = 4 };
enum { KINDS = 5, GO_ON = 0x80 };

static const struct kind {
  uint8_t number, length;
  double per_unit;
} kinds[KINDS] = {{0x01, 10, 256}, {0x02, 10, 512}, {0x03, 10, 16}, {0x07, 16, 512}, {0x0f, 16, 16}};

struct state {
  uint8_t packet[300];
  uint16_t length;                     // of the packet that waits; 0: none
  uint8_t sequence[6], number[KINDS];  // of packets and reports
  uint8_t starting, answers[3], wanted; // what is to be said: steps of a start, features, the product
  uint32_t interval[KINDS];            // µs; 0: not asked for
  int64_t due[KINDS], awake_at;        // ns
  uint8_t last[KINDS][6];              // bytes of the last measurement
};

static struct state *state(struct chip *chip) { return (struct state *)chip->memory; }

static void power_on(struct chip *chip) {
  _Static_assert(sizeof(struct state) <= sizeof chip->memory, "the state does not fit");
  state(chip)->starting = 3;
}

static double rate(const struct chip *chip) { return (void)chip, 0; }

static bool answers(const struct chip *chip) {
  const struct state *s = (const struct state *)chip->memory;
  // The clock stands still while no request is let through: time goes on with each question.
  if (s->awake_at) chip_update((struct chip *)chip);
  return chip->clock >= s->awake_at;
}

// Begins a packet on a channel; what is put into it follows.
static void begin(struct state *s, uint8_t channel) {
  s->length = HEADER;
  s->packet[2] = channel;
  s->packet[3] = s->sequence[channel]++;
}

static uint8_t *put(struct state *s, int count) {
  uint8_t *at = s->packet + s->length;
  memset(at, 0, count);
  s->length += count;
  return at;
}

static void finish(struct state *s) {
  s->packet[0] = s->length & 0xff;
  s->packet[1] = s->length >> 8;
}

static void say_start(struct state *s) {
  switch (s->starting--) {
  case 3: // 276 bytes: 0, then ten tags of 22 bytes and one of 29
    begin(s, COMMAND);
    put(s, 1);
    for (int tag = 1; tag <= 11; tag++) {
      uint8_t *at = put(s, 2 + (tag < 11 ? 22 : 29));
      at[0] = tag;
      at[1] = tag < 11 ? 22 : 29;
    }
    break;
  case 2:
    begin(s, EXECUTABLE);
    put(s, 1)[0] = 1;
    break;
  default:
    begin(s, CONTROL);
    memcpy(put(s, 16), (const uint8_t[]){0xf1, 0, 0x84}, 3);
  }
}

static const double *felt(const struct chip *chip, int kind) {
  switch (kinds[kind].number) {
  case 0x01: return chip->surroundings.acceleration;
  case 0x02:
  case 0x07: return chip->surroundings.rate;
  default: return chip->surroundings.field;
  }
}

static void say_report(struct chip *chip, int kind) {
  struct state *s = state(chip);
  uint8_t *at = put(s, kinds[kind].length);
  at[0] = kinds[kind].number;
  at[1] = s->number[kind]++;
  at[2] = 3; // the best accuracy
  if (chip->fault != FAULT_STUCK)
    for (int axis = 0; axis < 3; axis++)
      put_little_endian(s->last[kind] + 2 * axis,
                        counts(chip, felt(chip, kind)[axis], kinds[kind].per_unit, -32768, 32767, NULL));
  memcpy(at + 4, s->last[kind], 6);
  if (chip->fault == FAULT_ZERO_DATA) memset(at + 4, 0, 6);
  if (chip->fault == FAULT_ONES_DATA) memset(at + 4, 0xff, 6);
}

static void say_reports(struct chip *chip) {
  struct state *s = state(chip);
  if (chip->fault == FAULT_NOT_READY) return;
  for (int kind = 0; kind < KINDS; kind++) {
    if (!s->interval[kind] || chip->clock < s->due[kind]) continue;
    int64_t period = s->interval[kind] * 1000LL;
    s->due[kind] += (1 + (chip->clock - s->due[kind]) / period) * period;
    if (!s->length) {
      begin(s, REPORTS);
      put(s, 5)[0] = 0xfb;
    }
    say_report(chip, kind);
  }
}

// What the hub has to say next, if anything.
static void speak(struct chip *chip) {
  struct state *s = state(chip);
  if (s->length) return;
  if (s->starting) {
    say_start(s);
  } else if (s->wanted) {
    s->wanted = 0;
    begin(s, CONTROL);
    // Version 3.2, part 10004148.
    memcpy(put(s, 16), (const uint8_t[]){0xf8, 0, 3, 2, 0xf4, 0xa6, 0x98, 0x00}, 8);
  } else if (s->answers[0]) {
    begin(s, CONTROL);
    memcpy(put(s, 17), (const uint8_t[]){0xfc, s->answers[0]}, 2);
    memmove(s->answers, s->answers + 1, sizeof s->answers - 1);
    s->answers[sizeof s->answers - 1] = 0;
  } else {
    say_reports(chip);
  }
  finish(s);
}

static void give(struct chip *chip, uint8_t *bytes, int count) {
  struct state *s = state(chip);
  speak(chip);
  memset(bytes, chip->fault == FAULT_ONES ? 0xff : 0, count);
  if (!s->length || chip->fault == FAULT_ZERO || chip->fault == FAULT_ONES) return;
  memcpy(bytes, s->packet, count < s->length ? count : s->length);
  if (count >= s->length) {
    s->length = 0;
    return;
  }
  // The rest comes with a header of its own; after a read of the header alone that is the whole packet.
  if (count > HEADER) {
    memmove(s->packet + HEADER, s->packet + count, s->length - count);
    s->length -= count - HEADER;
    finish(s);
  }
  s->packet[1] |= GO_ON;
  s->packet[3] = s->sequence[s->packet[2]]++;
}

static void set_feature(struct chip *chip, const uint8_t *feature) {
  struct state *s = state(chip);
  for (int kind = 0; kind < KINDS; kind++) {
    if (kinds[kind].number != feature[1]) continue;
    s->interval[kind] = feature[5] | feature[6] << 8 | feature[7] << 16 | (uint32_t)feature[8] << 24;
    s->due[kind] = chip->clock + s->interval[kind] * 1000LL;
  }
  for (unsigned i = 0; i < sizeof s->answers; i++) {
    if (s->answers[i]) continue;
    s->answers[i] = feature[1];
    break;
  }
}

static void take(struct chip *chip, const uint8_t *bytes, int count) {
  struct state *s = state(chip);
  if (count <= HEADER || (bytes[0] | bytes[1] << 8) != count) return;
  const uint8_t *payload = bytes + HEADER;
  if (bytes[2] == EXECUTABLE && payload[0] == 1) {
    chip_power_on(chip);
    s->awake_at = chip->clock + 120 * 1000000LL;
  } else if (bytes[2] == CONTROL && payload[0] == 0xf9) {
    s->wanted = 1;
  } else if (bytes[2] == CONTROL && payload[0] == 0xfd && count == HEADER + 17) {
    set_feature(chip, payload);
  }
}

static void measure(struct chip *chip) { (void)chip; }

const struct model bno08x = {
    .name = "bno08x", .address = 0x4a, .power_on = power_on, .rate = rate, .measure = measure,
    .answers = answers, .take = take, .give = give,
};
