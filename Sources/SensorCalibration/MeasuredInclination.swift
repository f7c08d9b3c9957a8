import Quantities

/// The inclination of the field in a log, by the angle between field and gravity.
///
/// A hand that moves the device adds its acceleration in every direction, so the mean over many directions
/// has none of it.
struct MeasuredInclination {
  private var sum = 0.0
  private var count = 0

  /// The part of gravity by which a force may differ that still is gravity's. Source: chosen; a calm hand.
  private static let calm = 0.05
  /// The fewest fields. Source: chosen; the mean of so many is ten times as exact as one.
  private static let fewest = 100

  /// rad, down positive; `nil` where too few fields were measured beside gravity.
  var value: Double? { count < Self.fewest ? nil : sum / Double(count) }

  /// - Parameters:
  ///   - samples: in the order of time, each sensor along its own axes; inertial ones calibrated.
  ///   - calibration: of the magnetometer, with its misalignment.
  init(of samples: some Sequence<Sample>, calibration: Calibration, mount: Mount) {
    let bodyFromMagnetometer = mount.bodyFromMagnetometer(calibration)
    var force: Vector3?
    for sample in samples {
      if let acceleration = sample.acceleration {
        force = mount.inertial * acceleration.metresPerSecondSquared
      }
      guard let force, let raw = sample.magneticField, force.isGravity(within: Self.calm)
      else { continue }
      let field = bodyFromMagnetometer * calibration.apply(raw).microtesla
      guard field.length > 0 else { continue }
      sum += InertialRests.inclination(force, field).inRadians
      count += 1
    }
  }
}
