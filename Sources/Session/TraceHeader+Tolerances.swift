package import Quantities
import Sensors
package import Trace

/// How far the accelerometer and the gyro of a recording may be off.
extension TraceHeader {
  /// Those of calibrated sensors where they were calibrated; else by the data sheets of `chips`; else those of a
  /// cheap board.
  package var inertialTolerances: InertialTolerances {
    isInertialCalibrated
      ? .calibrated : InertialTolerances(of: chips, known: Chip.knownTolerances)
  }

  /// What is wrong with `chips`, for the user; `nil` where nothing is.
  package var chipsComplaint: String? {
    guard !isInertialCalibrated else { return nil }
    let named = [("imu", chips.inertial), ("accel", chips.accelerometer), ("gyro", chips.gyro)]
    let unknown = named.compactMap { key, driver in
      driver.flatMap { Chip.knownTolerances[$0] == nil ? "chips.\(key) \"\($0)\"" : nil }
    }
    guard !unknown.isEmpty else { return nil }
    return "\(unknown.joined(separator: ", ")): no known accelerometer or gyro; "
      + "the tolerances of a cheap board are assumed"
  }
}
