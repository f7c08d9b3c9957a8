/// The kernel's driver bno055 (Linux 6.1 to 7.3, drivers/iio/imu/bno055/bno055.c): where it leaves the chip's own
/// fusion on, and where its scales are not those of the chip.
extension IIODevice {
  /// Switches off the fusion of a BNO055, and sets a range of the gyro for which the driver's scale is right.
  ///
  /// With its fusion, which the driver switches on, the chip changes the offsets of its sensors by itself, and our
  /// calibration becomes wrong. Without it, the driver's scale of the gyro is that of 125 °/s for 2 000 °/s,
  /// of 250 for 1 000 and so on: its table is the reverse of Bosch's. At 500 °/s, in the middle, both agree.
  /// Where this is not permitted the chip stays as it is.
  ///
  /// - Returns: whether something was changed, so that the device has to be described again.
  func switchOffItsFusion() -> Bool {
    guard name == "bno055", writeSmallText("0", to: "\(path)/fusion_enable") else { return false }
    // 500 °/s / 2¹⁵ in rad/s a count; the driver takes the nearest.
    return writeSmallText("0.000266", to: "\(path)/in_anglvel_scale")
  }
}

extension IIOChannel {
  /// The factor that corrects a driver's scale of the field where its value shows a known error.
  ///
  /// bno055 has 1/160 gauss for a count where the chip has 16 counts for 1 µT, which is 1/1 600.
  static func scaleCorrection(of driver: String, _ scale: Double) -> Double {
    driver == "bno055" && abs(scale * 160 - 1) < 0.01 ? 0.1 : 1
  }
}
