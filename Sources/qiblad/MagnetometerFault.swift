import Glibc
import I2C
import IIO
import Sensors
import Synchronization
import Wire

/// What is wrong with the magnetometer that was heard of last; written by the buses' threads.
final class MagnetometerFault: Sendable {
  private static let none = UInt8.max
  private let code = Atomic(MagnetometerFault.none)

  /// `nil` where it measures, or where nothing more is known than that it does not.
  var fault: Why? { Why(rawValue: code.load(ordering: .relaxed)) }

  /// A magnetometer measures.
  func started() { code.store(Self.none, ordering: .relaxed) }

  /// A magnetometer does not measure.
  func failed(_ fault: SensorFault) { note(Why(fault)) }

  /// A magnetometer that a driver of the kernel has does not measure.
  func failed(_ error: IIOError) { note(Why(error)) }

  private func note(_ why: Why?) { code.store(why?.rawValue ?? Self.none, ordering: .relaxed) }
}

extension Why {
  /// The reason beside `sensor_missing`; `nil` where there is none.
  init?(_ fault: SensorFault) {
    switch fault {
    case .stuck: self = .sensorStuck
    case .allZero: self = .sensorAllZero
    case .allOnes: self = .sensorAllOnes
    case .saturated: self = .sensorSaturated
    case .bus(.noAcknowledge): return nil
    case .bus: self = .busError
    case .silent, .configurationLost, .restarted, .noClockStretching, .notTheChip, .noFirmware,
      .notReady:
      return nil
    }
  }

  /// The same of a chip that a driver of the kernel has: where it is gone, more is not to be said.
  init?(_ error: IIOError) {
    switch error {
    case .missing, .silent, .system(_, _, ENOENT), .system(_, _, ENODEV): return nil
    case .faulty(.stuck, _, _): self = .sensorStuck
    case .faulty(.allZero, _, _): self = .sensorAllZero
    case .faulty(.allOnes, _, _): self = .sensorAllOnes
    case .faulty(.saturated, _, _): self = .sensorSaturated
    case .notANumber, .system: self = .busError
    }
  }
}
