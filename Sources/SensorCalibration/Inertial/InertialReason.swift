import Quantities

/// Why accelerometer and gyro are not calibrated, or not well.
package enum InertialReason: Equatable, Sendable {
  /// The accelerometer's offset is known to so many m/s² only, with so many poses at rest.
  case tooFewRests(Int, offsetError: Double)
  /// So many percent of the gyro's samples were at the end of its range, °/s.
  case gyroSaturated(percent: Double, limit: Double)
  /// The gyro's axes are these of the accelerometer.
  case gyroAxes(String)
  /// The gyro's readings must be multiplied by this to turn as gravity does.
  case gyroGain(Double)
  /// An accelerometer's zero-g offset, m/s², that no data sheet allows.
  case accelerometerOffset(Double)
  /// Gravity and turn rate fit no calibration.
  case notFitted
}

extension InertialReason: CustomStringConvertible {
  /// What was found, in one sentence.
  package var description: String {
    switch self {
    case .tooFewRests(let count, let error):
      """
      The device rested in \(count) pose\(count == 1 ? "" : "s") only: the accelerometer's offset is known to \
      ±\(milligravity(error)) mg.
      """
    case .gyroSaturated(let percent, let limit):
      "The gyro was at the end of its range (\(tenths(limit))°/s) in \(tenths(percent)) % of the samples."
    case .gyroAxes(let text):
      "The gyro's x, y, z are \(text) of the accelerometer: no calibration of the gyro."
    case .gyroGain(let gain):
      "The gyro's readings times \(thousandths(gain)) would turn as gravity does: no calibration of the gyro."
    case .accelerometerOffset(let offset):
      "An accelerometer offset of \(milligravity(offset)) mg is more than any data sheet allows."
    case .notFitted: "Gravity, field and turn rate fit no calibration of accelerometer and gyro."
    }
  }

  /// What to do about it.
  package var advice: String {
    switch self {
    case .tooFewRests: "lie it on each of its six sides for a second"
    case .gyroSaturated: "turn the device more slowly, or choose a larger range of the gyro"
    case .gyroAxes: "check the axes of gyro and accelerometer: both must be those of one chip"
    case .gyroGain, .accelerometerOffset, .notFitted:
      "check the units of accelerometer and gyro (units in the trace's header)"
    }
  }
}

private func thousandths(_ value: Double) -> String {
  "\((min(max(value, -1e6), 1e6) * milli).rounded() / milli)"
}

private func milligravity(_ value: Double) -> String { tenths(value / standardGravity * milli) }

/// Thousandths of one. Source: SI.
private let milli = 1000.0
