/// Why a calibration is not better, or refused.
package enum CalibrationReason: Equatable, Sendable {
  /// Fields that differ: fewer than a fit needs.
  case tooFewSamples(Int)
  /// The device was turned through so many percent of all directions only.
  case tooLittleRotation(coveragePercent: Double)
  /// The log's directions leave the heading open by so many degrees (68 %).
  case notDetermined(degrees: Double)
  /// The directions lie in a belt: nothing is known along its axis.
  case belt
  /// It holds for a level device only.
  case levelOnly
  /// So many percent of the samples do not belong to one field that turns with the device.
  case disturbed(percent: Double)
  /// So many percent of the samples were left out, as they do not turn as the gyro does.
  case turnsDiffer(percent: Double)
  /// The field does not fit itself, in percent of its strength.
  case residual(percent: Double)
  /// Parts of the log contradict each other by so many degrees.
  case changedDuringLog(degrees: Double)
  /// The strength, µT, is not the Earth's.
  case implausibleStrength(Double)
  /// The strength, µT, is not the one that belongs to the place.
  case unexpectedStrength(Double, expected: Double)
  /// Without µT the strength cannot be checked.
  case counts
  /// The gyro's turns are not the field's: mounted otherwise, or in another unit.
  case gyroContradicts(percent: Double)
}

extension CalibrationReason: CustomStringConvertible {
  /// What was found, in one sentence.
  package var description: String {
    switch self {
    case .tooFewSamples(let count):
      "Only \(count) different field samples; \(FitParameters().minimumSamples) are needed."
    case .tooLittleRotation(let percent):
      "The device was turned through \(whole(percent)) % of all directions only."
    case .notDetermined(let degrees):
      "The directions of this log leave the heading open by \(whole(degrees))° or more."
    case .belt: "The directions lie in a belt; along its axis nothing is known."
    case .levelOnly: "The turn was level: it holds while the device is level, and only then."
    case .disturbed(let percent):
      "\(whole(percent)) % of the samples do not fit one field: a magnet or iron was near."
    case .turnsDiffer(let percent):
      "\(whole(percent)) % of the samples do not turn as the gyro does: a magnet or iron was near, or the gyro's unit, range or mount is wrong."
    case .residual(let percent):
      "The strength varies by \(tenths(percent)) % where it should be the same."
    case .changedDuringLog(let degrees):
      "Parts of the log contradict each other by \(tenths(degrees))°: the field changed meanwhile."
    case .implausibleStrength(let strength):
      "A field of \(tenths(strength)) µT is not the Earth's, which has 22 to 67 µT."
    case .unexpectedStrength(let strength, let expected):
      "The field has \(tenths(strength)) µT, and \(tenths(expected)) µT belong to the place."
    case .counts: "The values are counts, so that the strength cannot be checked."
    case .gyroContradicts(let percent):
      "The gyro's turns contradict \(whole(percent)) % of the field's; check the mount and the units."
    }
  }

  /// What to do about it.
  package var advice: String {
    switch self {
    case .tooFewSamples, .tooLittleRotation, .notDetermined, .belt, .levelOnly:
      "turn the device slowly through every direction, each of its faces down once"
    case .disturbed, .residual, .changedDuringLog:
      "record again away from iron, magnets and currents, with nothing put on or taken off meanwhile"
    case .turnsDiffer:
      "record again away from iron, magnets and currents; if it stays so, check the gyro's unit and mount in the trace's header"
    case .implausibleStrength, .unexpectedStrength, .counts:
      "check the unit and the chip's range (units.mag in the trace's header)"
    case .gyroContradicts: "check the mount of magnetometer and gyro in the trace's header"
    }
  }
}

private func whole(_ value: Double) -> String { "\(Int(min(max(value, -1e9), 1e9).rounded()))" }

func tenths(_ value: Double) -> String {
  "\((min(max(value, -1e9), 1e9) * 10).rounded() / 10)"
}
