package import IIO
private import Sensors

extension IIODevice {
  /// Why the directions of the magnetometer's axes are not confirmed. `nil` if all sources
  /// agree, if the device tree has a mount matrix, and for a chip that this project does not know.
  ///
  /// The driver's name begins with that of the chip, as in `bmm150_magn`.
  package var openAxes: String? {
    guard let field = channels.first(where: { $0.quantity == .magneticField }),
      !field.hasMountMatrix,
      let chip = Chip.supported.first(where: { $0.kind.hasMagnetometer && means($0) })
    else { return nil }
    return chip.openAxes
  }

  private func means(_ chip: Chip) -> Bool {
    // The kernel has one driver for BMM150 and its relatives, and one for MMC5603 and MMC5633.
    let aliases = ["bmc150_magn": "bmm150", "mmc5633": "mmc5603", "qmc6308": "qmc6310"]
    return name.hasPrefix(chip.driver) || aliases[name] == chip.driver
  }
}

extension Observation {
  /// The finding for a chip that is read: a warning if its axes are not known for certain and no
  /// mount is configured.
  func finding(_ text: String, hasOpenAxes: Bool, remedy: String = "qiblactl mount check")
    -> Finding
  {
    let isDoubtful = hasOpenAxes && !isMagnetometerMounted
    return Finding(.chip, isDoubtful ? .warning : .ok, text, remedy: isDoubtful ? remedy : nil)
  }
}
