/// The names that drivers of the kernel have for chips.
extension Chip {
  /// Chips that the kernel names and none of our drivers has, each with one of the same die or family.
  private static let kin = [
    "icm42688": "icm42688p", "icm20689": "mpu6500", "itg3200": "itg3205", "lis2dh12": "lis3dh",
    "lsm303agr": "lis3dh", "lsm303dlhc": "lis3dh", "lsm6dsl": "lsm6ds3trc", "lsm6dsm": "lsm6ds3trc",
    "lsm6dso": "lsm6dsox", "lsm6dsr": "ism330dhcx", "mpu6000": "mpu6050", "mpu6515": "mpu6500",
    "mpu6880": "mpu6500", "mpu9255": "mpu9250",
  ]

  /// The driver of ours for an accelerometer or gyro behind a driver of the kernel; `nil` where there is none.
  ///
  /// - Parameter name: the kernel's name of the device, as in `lsm6ds3tr-c_accel`.
  package static func driver(ofKernelDevice name: String) -> String? {
    let part = name.lowercased().prefix { $0 != "_" }
    let chip = part.hasSuffix("-imu") ? part.dropLast(4) : part
    let plain = String(chip.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
    let driver = kin[plain] ?? plain
    return knownTolerances[driver] == nil ? nil : driver
  }
}
