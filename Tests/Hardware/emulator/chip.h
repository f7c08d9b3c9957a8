// A chip on the emulated bus: registers that a bus reads and writes, filled from the
// field, force and rate that a test sets. A model is a file in chips/ for one kind of chip.
#ifndef CHIP_H
#define CHIP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What surrounds a chip, along the chip's own axes as its data sheet draws them.
struct surroundings {
  double field[3];        // µT
  double acceleration[3]; // m/s², specific force: an axis that points up at rest feels +9.81
  double rate[3];         // rad/s, right-hand rule
  double temperature;     // °C
};

enum fault {
  FAULT_NONE,
  FAULT_NACK,      // the address is not acknowledged
  FAULT_ERROR,     // the adapter reports an error
  FAULT_HANG,      // the adapter does not answer: the kernel gives up after 2 s
  FAULT_SHORT,     // a read ends one byte early
  FAULT_STUCK,     // new measurements repeat the last one, bit for bit
  FAULT_ZERO_DATA, // the data registers read 0x00
  FAULT_ONES_DATA, // the data registers read 0xFF
  FAULT_ZERO,      // every register reads 0x00
  FAULT_ONES,      // every register reads 0xFF
  FAULT_SATURATE,  // the surroundings are beyond every range
  FAULT_NOT_READY, // no measurement is ever finished
};

struct chip;

struct model {
  const char *name;
  uint8_t address;                                // the usual one
  uint8_t first_data, last_data;                  // the measurement's registers
  uint8_t preceding;                              // bytes that mean nothing, before every read
  void (*power_on)(struct chip *);                // registers as after power-on
  double (*rate)(const struct chip *);            // measurements a second; 0: it does not measure
  void (*measure)(struct chip *);                 // the surroundings into the registers
  uint8_t (*read)(struct chip *, uint8_t);        // NULL: what the register holds
  void (*write)(struct chip *, uint8_t, uint8_t); // after the register's number
  uint8_t (*next)(uint8_t pointer);               // NULL: the pointer counts up
  bool (*answers)(const struct chip *);           // NULL: always
  // Of a chip without registers: what is written to it, and what it sends; else NULL.
  void (*take)(struct chip *, const uint8_t *, int);
  void (*give)(struct chip *, uint8_t *, int);
};

struct chip {
  const struct model *model;
  uint8_t address;
  uint8_t pointer;
  uint8_t registers[256];
  _Alignas(8) uint8_t memory[512]; // what a model needs besides: other banks, latches
  int64_t next_measurement; // ns
  int64_t clock;            // ns, of the current transfer
  struct surroundings surroundings;
  int noise; // each reading is off by up to so many counts
  enum fault fault;
  int fault_after, fault_count; // transfers that go well first; that go wrong then, -1: all
  uint32_t random;
};

#define CHIPS_MAX 16
extern struct chip chips[CHIPS_MAX];
extern const struct model *const models[];

// The chip that would answer at this address now, or NULL.
struct chip *chip_at(uint8_t address);
struct chip *chip_add(const struct model *model, uint8_t address);
void chip_power_on(struct chip *chip);

// One message of a transfer. Reading gives what the chip would send.
void chip_write(struct chip *chip, const uint8_t *bytes, int count);
void chip_read(struct chip *chip, uint8_t *bytes, int count);

// Brings the chip to the present: finishes the measurements that were due.
void chip_update(struct chip *chip);
// The setting changed: the next measurement takes its full time.
void chip_restart(struct chip *chip);

// `value` in counts of `per_unit` a unit, with noise; limited to [low, high], *clipped says whether.
int32_t counts(struct chip *chip, double value, double per_unit, int32_t low, int32_t high,
               bool *clipped);
void put_little_endian(uint8_t *registers, int32_t value);
void put_big_endian(uint8_t *registers, int32_t value);
#endif
