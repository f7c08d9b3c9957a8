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

  @Test(arguments: ["", "_", "kxcjk1013", "hmc5843", "qmc5883l", "lps25h-press"])
  func anotherDeviceIsNone(name: String) {
    #expect(Chip.driver(ofKernelDevice: name) == nil)
  }
}
