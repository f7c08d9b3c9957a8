package import I2C
import Quantities

/// Why an operation on a chip gave no measurement.
package enum ChipError: Error, Equatable, Sendable {
  /// A transfer failed.
  case bus(I2CError)
  /// Another chip answers at the address, or the identification register is wrong.
  case notTheChip
  /// The chip's firmware is not on this machine; nothing was written.
  case noFirmware(Firmware)
  /// The chip stretches the clock, which the adapter does not support; nothing was written.
  case noClockStretching
  /// A sensor hub restarted: its reports must be requested again.
  case restarted
  /// This register did not become ready in time during set-up.
  case notReady(UInt8)
  /// This register no longer has the value of set-up, because the chip lost power for a moment.
  case configurationLost(UInt8)
  /// The field, or the motion, is beyond the range.
  case overflow
}

extension ChipError {
  /// The fault of a chip that does not measure because of this error.
  var fault: SensorFault {
    switch self {
    case .bus: .bus
    case .notTheChip: .notTheChip
    case .noFirmware: .noFirmware
    case .notReady, .noClockStretching: .notReady
    case .configurationLost, .restarted: .configurationLost
    case .overflow: .saturated
    }
  }

  /// What is wrong, as a sentence without a full stop; `nil` if the words of `fault` are enough.
  var reason: String? {
    switch self {
    case .bus(let error): "\(error)"
    case .noFirmware(let firmware): "\(firmware)"
    case .noClockStretching: "\(Obstacle.clockStretching)"
    case .restarted: "it restarts by itself"
    case .notReady(let register): "its register \(hexadecimal(register)) does not become ready"
    case .configurationLost(let register):
      "its register \(hexadecimal(register)) loses its setting"
    case .notTheChip, .overflow: nil
    }
  }

  /// What a user can do about it; `nil` if the advice of `fault` is enough.
  var remedy: String? {
    switch self {
    case .noFirmware(let firmware): firmware.remedy
    case .noClockStretching: Obstacle.clockStretching.remedy
    case .bus, .restarted, .notReady, .configurationLost, .notTheChip, .overflow: nil
    }
  }
}
