import Sensors
import Testing

struct KernelNamesTests {
  @Test(arguments: [
    ("mpu6050", "mpu6050"), ("mpu9255", "mpu9250"), ("icm42688", "icm42688p"), ("bmi160", "bmi160"),
    ("lsm6ds3tr-c_accel", "lsm6ds3trc"), ("lsm6dsox_gyro", "lsm6dsox"),
    ("lsm6dso_accel", "lsm6dsox"),
    ("lsm9ds1-imu_gyro", "lsm9ds1"), ("l3gd20_gyro", "l3gd20"), ("itg3200", "itg3205"),
    ("lsm303dlhc_accel", "lis3dh"), ("lis3dh_accel", "lis3dh"), ("adxl345", "adxl345"),
    ("bno055", "bno055"),
  ])
  func aKernelsDeviceIsOneOfOurChips(name: String, driver: String) {
    #expect(Chip.driver(ofKernelDevice: name) == driver)
    #expect(Chip.knownTolerances[driver] != nil)
  }

  // Linux 6.1 to 7.3: the names in the tables of the drivers, and the device tree's names without the maker.
  @Test(arguments: [
    "hmc5883l", "hmc5983", "lis3mdl-magn", "lsm9ds1-imu", "iis2mdc", "mmc5983", "bmc150_magn",
    "mpu9150", "mpu9250", "lis2dh12-accel", "lsm6dsl", "lsm6ds3tr-c", "rm3100", "qmc5883p",
  ])
  func aChipThatOurDriversHaveIsSupported(name: String) {
    #expect(Chip.isSupported(kernelDevice: name))
  }

  @Test(arguments: ["", "-", "ds3231", "ds1307", "es8316", "es8388", "rk805", "dummy", "24c32"])
  func aClockASoundChipAndTheLikeAreNotSupported(name: String) {
    #expect(!Chip.isSupported(kernelDevice: name))
  }

  @Test(arguments: ["", "_", "kxcjk1013", "hmc5843", "qmc5883l", "lps25h-press"])
  func anotherDeviceIsNone(name: String) {
    #expect(Chip.driver(ofKernelDevice: name) == nil)
  }
}
