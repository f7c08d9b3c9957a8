import DaemonConfiguration
import Quantities
import Sensors

/// The name of the chip of a source in profiles, as in `qmc5883l-0x0d`.
///
/// Driver and address, not the bus: a board that is plugged into another bus keeps its calibration. Where a named board
/// turns the chip's axes the name has the turn, too: a calibration is along the axes of the board. Two equal boards at
/// the same address of two buses have one name, and one of them its calibration (`MagnetometerBoards`).
struct ChipNames: Sendable {
  private let name: @Sendable (SensorSourceID) -> String?

  init(_ name: @escaping @Sendable (SensorSourceID) -> String?) { self.name = name }

  /// `nil` for a source that is no chip of this machine.
  func callAsFunction(_ source: SensorSourceID) -> String? { name(source) }

  /// Chips without names, as those of a simulation: nothing is kept of them.
  static let none = ChipNames { _ in nil }

  /// The chips of this machine.
  init(_ registry: DeviceRegistry, _ mount: Configuration.Mount) {
    self.init { source in registry.identity(of: source).map { Self.name($0, mount) } }
  }

  /// The longest name that a profile has, bytes.
  private static let longest = 40

  static func name(_ chip: DeviceRegistry.Identity, _ mount: Configuration.Mount) -> String {
    let turn = mount.boardFromChip(chip.driver, isMagnetometer: chip.measuresField)
    var text = chip.isKernels ? "iio." : ""
    text += chip.driver
    if let address = chip.address { text += "-" + hexadecimal(address).lowercased() }
    if turn != .identity { text += ":" + (BoardMount(turn)?.description ?? "turned") }
    let allowed = text.filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0))
    }
    return String(allowed.drop { ".:".contains($0) }.prefix(longest))
  }
}

extension DeviceRegistry {
  /// Which chip a source is.
  struct Identity: Equatable, Sendable {
    /// Of ours, or the name that the kernel's driver gives its device.
    var driver: String
    var address: UInt8?
    var measuresField: Bool
    var isKernels: Bool
  }
}
