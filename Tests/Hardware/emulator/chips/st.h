// What the chips of STMicroelectronics share: bit 7 of a register's number asks for a pointer that
// counts up. Source: Linux 6.1 drivers/iio/common/st_sensors (multi_read_bit).
#ifndef ST_H
#define ST_H
#include "chip.h"

static inline uint8_t st_next(uint8_t pointer) {
  return pointer & 0x80 ? 0x80 | ((pointer + 1) & 0x7f) : pointer;
}
#endif
