package import Quantities

/// Another magnetometer makes the heading from now on.
package struct MagnetometerChange: Equatable, Sendable {
  /// Why.
  package enum Cause: Equatable, Sendable {
    /// The former one says nothing.
    case silent
    /// It says the same whatever happens.
    case stuck
    /// It is at the end of its range.
    case saturated
    /// It says nothing but zeros.
    case allZero
    /// It has a calibration and a strength that no place on Earth has; the new one has not.
    case implausible
    /// The new one has a better calibration.
    case betterCalibrated
    /// It scatters far more.
    case noisy
    /// It measures seldom.
    case slow
  }

  package let time: Timestamp
  /// The sources before and from now on.
  package let former: Int
  package let new: Int
  package let cause: Cause

  /// One clause for the log, the former one being called `name`.
  package func reason(former name: String) -> String {
    switch cause {
    case .silent: "\(name) says nothing"
    case .stuck: "\(name) repeats one value"
    case .saturated: "\(name) is at the end of its range"
    case .allZero: "\(name) says nothing but zeros"
    case .implausible: "the strength that \(name) measures is no field of the Earth's"
    case .betterCalibrated: "it has a better calibration than \(name)"
    case .noisy: "\(name) is far noisier"
    case .slow: "\(name) measures seldom"
    }
  }
}

extension MagnetometerChange.Cause {
  init(_ fault: FieldHealth.Fault) {
    switch fault {
    case .stuck: self = .stuck
    case .saturated: self = .saturated
    case .allZero: self = .allZero
    }
  }
}
