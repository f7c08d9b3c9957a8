/// The names that drivers of the kernel have for chips.
extension Chip {
  /// Chips that the kernel names and none of our drivers has, each with one of the same die or family.
  private static let kin = [
    "icm42688": "icm42688p", "icm20689": "mpu6500", "itg3200": "itg3205", "lis2dh12": "lis3dh",
    "lsm303agr": "lis3dh", "lsm303dlhc": "lis3dh", "lsm6dsl": "lsm6ds3trc", "lsm6dsm": "lsm6ds3trc",
    "lsm6dso": "lsm6dsox", "lsm6dsr": "ism330dhcx", "mpu6000": "mpu6050", "mpu6515": "mpu6500",
    "mpu6880": "mpu6500", "mpu9255": "mpu9250",
  ]

  /// Names of the kernel that do not begin as the driver of ours for the chip. The kernel has one driver for BMM150
  /// and its relatives, and one for MMC5603 and MMC5633.
  private static let aliases = [
    "bmc150_magn": "bmm150", "hmc5843": "hmc5883l", "hmc5983": "hmc5883l", "iis2mdc": "lis2mdl",
    "mmc5633": "mmc5603", "mmc5983": "mmc5983ma", "mpu9150": "mpu6050", "qmc6308": "qmc6310",
  ]

  /// Whether the kernel calls this chip so: the name begins with that of the driver, as in `lis3mdl-magn`.
  private func isMeant(by name: String) -> Bool {
    name.hasPrefix(driver) || Self.aliases[name] == driver
  }

  /// The open question about the axes of a magnetometer behind a driver of the kernel; `nil` if sources agree, and
  /// for a chip that none of our drivers has.
  ///
  /// - Parameter name: the kernel's name of the device, as in `bmc150_magn`.
  package static func openAxes(ofKernelDevice name: String) -> String? {
    supported.first { $0.kind.hasMagnetometer && $0.isMeant(by: name) }?.openAxes
  }

  /// Whether one of our drivers has the chip.
  ///
  /// - Parameter name: the kernel's name of the I²C device, as in `lis2dh12-accel` or `ds3231`.
  package static func isSupported(kernelDevice name: String) -> Bool {
    let part = String(name.lowercased().prefix { $0 != "-" && $0 != "_" })
    return Chip.driver(ofKernelDevice: part) != nil || supported.contains { $0.isMeant(by: name) }
  }

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
