import I2C

/// What came of one turn of a `SampledDevice`.
enum Outcome {
  case nothing
  case measured(Polled)
  /// It measures, for the first time or again.
  case started
  /// It does not measure; `isNews` where this was not told before.
  case failed(SensorFault, isNews: Bool)
  /// The bus has to be closed.
  case busLost(I2CError)
}

extension DeviceError {
  /// What it is called where the chip is not measuring because of it.
  var fault: SensorFault {
    switch self {
    case .bus(let error): .bus(error)
    case .notTheChip: .notTheChip
    case .noFirmware(let firmware): .noFirmware(firmware)
    case .notReady(let register): .notReady(register)
    case .noClockStretching: .noClockStretching
    case .restarted: .restarted
    case .configurationLost(let register): .configurationLost(register)
    case .overflow: .saturated
    }
  }
}
