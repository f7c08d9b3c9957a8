// In this order: libi2c's header needs the kernel's and size_t, and includes neither.
#include <stddef.h>
#include <linux/i2c.h>
#include <linux/i2c-dev.h>
#include <i2c/smbus.h>
