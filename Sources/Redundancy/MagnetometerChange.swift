package import Quantities

/// Another magnetometer makes the heading from now on.
package struct MagnetometerChange: Equatable, Sendable {
  /// Why.
  package enum Cause: Equatable, Sendable {
    /// The former one has this fault.
    case fault(SensorFault)
    /// It has a calibration and a strength that no place on Earth has; the new one has not.
    case implausible
    /// The new one has a better calibration, or an equal one and a mount that is known, which that of the former one is
    /// not.
    case betterCalibrated
    /// It scatters far more.
    case noisy
    /// It measures seldom.
    case slow
  }

  package let time: Timestamp
  /// The sources before and from now on.
  package let former: SensorSourceID
  package let new: SensorSourceID
  package let cause: Cause

  /// One clause for the log, the former one being called `name`.
  package func reason(former name: String) -> String {
    switch cause {
    case .fault(let fault): "\(name) \(fault.predicate)"
    case .implausible: "the strength that \(name) measures is no field of the Earth's"
    case .betterCalibrated: "it has a better calibration than \(name), or a mount that is known"
    case .noisy: "\(name) is far noisier"
    case .slow: "\(name) measures seldom"
    }
  }
}
