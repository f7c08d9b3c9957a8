// In this order, because libi2c's header needs the kernel's header and size_t but includes neither.
#include <stddef.h>
#include <linux/i2c.h>
#include <linux/i2c-dev.h>
#include <i2c/smbus.h>
