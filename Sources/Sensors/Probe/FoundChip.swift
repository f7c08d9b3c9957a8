import I2C
import Quantities

/// A chip that was identified at an address.
package struct FoundChip: Sendable {
  package let chip: Chip
  /// The address on the bus, 7 bits.
  package let address: UInt8
  /// Why it cannot measure; `nil` if it can.
  package var missing: Obstacle?

  /// The text for users: the chip, a remark if boards with it have another chip's label, the
  /// driver, and what is missing.
  package var sentence: String {
    let label = chip.soldAs.map { " Boards marked \($0) often carry it." } ?? ""
    return "\(hexadecimal(address)) is \(Self.article(chip.name)) \(chip.name).\(label)"
      // For an inertial chip, gravity shows the orientation.
      + " Using driver \(chip.driver)." + lack + Chip.sentence(openAxes: chip.openAxes)
  }

  private var lack: String {
    missing.map { " It cannot measure yet: \($0); \($0.remedy)." } ?? ""
  }

  /// The article by the pronunciation of the first letter: an HMC, an MPU, a QMC.
  static func article(_ name: String) -> String {
    guard let first = name.first else { return "a" }
    return "AEFHILMNORSX".contains(first) ? "an" : "a"
  }
}

extension FoundChip {
  /// - Parameters:
  ///   - bus: the bus with the chip.
  ///   - source: the source of firmware.
  init(_ chip: Chip, at address: UInt8, on bus: any I2CBus, firmware source: FirmwareSource) {
    let firmware = chip.firmware.flatMap { source($0.file) == nil ? $0 : nil }
    let isTooFast = chip.stretchesClock && !bus.canStretchClock
    self.init(
      chip: chip, address: address,
      missing: isTooFast ? .clockStretching : firmware.map(Obstacle.firmware))
  }

  /// The object that sets up and polls the chip.
  func polledChip(firmware source: @escaping FirmwareSource) -> PolledChip {
    PolledChip(chip, at: address, firmware: source)
  }
}
