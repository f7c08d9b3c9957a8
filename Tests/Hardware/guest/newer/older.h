// What drivers of newer kernels expect and Debian's 6.1 does not have, as far as reading a sensor needs it.
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/i2c.h>
#include <linux/i3c/device.h>
#include <linux/iio/buffer.h>
#include <linux/iio/iio.h>
#include <linux/iio/sysfs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/pm_runtime.h>
#include <linux/property.h>
#include <linux/regmap.h>

// Symbols without name spaces, and not exported: each module holds the whole of a driver.
#undef MODULE_IMPORT_NS
#define MODULE_IMPORT_NS(space)
#undef EXPORT_SYMBOL_NS_GPL
#define EXPORT_SYMBOL_NS_GPL(symbol, space)
#undef EXPORT_SYMBOL_NS
#define EXPORT_SYMBOL_NS(symbol, space)
#undef EXPORT_NS_GPL_DEV_PM_OPS
#define EXPORT_NS_GPL_DEV_PM_OPS(name, space) const struct dev_pm_ops name

#define probe probe_new
#define REGCACHE_MAPLE REGCACHE_RBTREE
#define PM_RUNTIME_ACQUIRE_AUTOSUSPEND(device, result) int result = pm_runtime_resume_and_get(device)
#define PM_RUNTIME_ACQUIRE_ERR(result) (*(result))
typedef s64 aligned_s64 __aligned(8);
#define IIO_DECLARE_BUFFER_WITH_TS(type, name, count) \
  type name[ALIGN((count), sizeof(s64) / sizeof(type)) + sizeof(s64) / sizeof(type)] __aligned(8)
#define IIO_DECLARE_QUATERNION(type, name) type name[4] __aligned(4 * sizeof(type))

// What a driver knows of the chip, by the name given to new_device: there is no device tree. Nor
// does anything tell of an interrupt; without a node at all bmi270 gives up, with an error it goes on.
static inline const void *older_match(struct i2c_client *client) {
  const struct i2c_device_id *id =
      i2c_match_id(to_i2c_driver(client->dev.driver)->id_table, client);
  return id ? (const void *)id->driver_data : NULL;
}
#define i2c_get_match_data(client) older_match(client)
#define device_get_match_data(device) older_match(to_i2c_client(device))
#undef dev_fwnode
#define dev_fwnode(device) ((struct fwnode_handle *)ERR_PTR(-ENOENT))

#define iio_device_claim_direct(device) (!iio_device_claim_direct_mode(device))
#define iio_device_release_direct(device) iio_device_release_direct_mode(device)
#define iio_push_to_buffers_with_ts(device, data, size, time) \
  iio_push_to_buffers_with_timestamp(device, data, time)
#define iio_get_masklength(device) ((device)->masklength)
#define iio_trigger_poll_nested(trigger) iio_trigger_poll_chained(trigger)
// Of taps, which are not used here: some name that the driver has no other use for.
#define IIO_EV_INFO_SCALE IIO_EV_INFO_LOW_PASS_FILTER_3DB
#define regmap_assign_bits(map, number, bits, on) \
  regmap_update_bits(map, number, bits, (on) ? (bits) : 0)
static inline int iio_device_suspend_triggering(struct iio_dev *device) { return 0; }
static inline int iio_device_resume_triggering(struct iio_dev *device) { return 0; }

#define devm_device_init_wakeup(device) device_init_wakeup(device, true)
// Not used here: a board's statement of how a chip lies, and the chip's own fusion.
#define iio_read_acpi_mount_matrix(device, matrix, method) false
#define IIO_MOD_QUATERNION_AXIS IIO_MOD_QUATERNION
#define IIO_STATIC_CONST_DEVICE_ATTR(name, string)                                        \
  static ssize_t show_##name(struct device *device, struct device_attribute *attribute,   \
                             char *buffer) {                                              \
    return sysfs_emit(buffer, "%s\n", string);                                            \
  }                                                                                       \
  static IIO_DEVICE_ATTR(name, 0444, show_##name, NULL, 0)

// The other bus that mmc5633 can be on: here it never is.
struct i3c_xfer {
  u8 cmd;
  u16 len;
  union {
    void *in;
    const void *out;
  } data;
};
#define i3c_device_get_supported_xfer_mode(device) ((void)(device), 0)
#define i3c_device_do_xfers(device, transfers, count, mode) ((void)(transfers), -ENODEV)
