import Glibc
import I2C
import IIO
import Sensors
import Wire

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
