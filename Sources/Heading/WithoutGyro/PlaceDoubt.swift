private import Glibc
import Quantities

/// How far north may be off, without a gyro, because another field has become the place's.
///
/// Strength and dip tell that a field is another one, and not where it points.
struct PlaceDoubt {
  private var doubt = NorthDoubt()
  /// s for which the place's field has been believed.
  private var believed = 0.0
  /// rad: what the field of the present disturbance makes of north, at its worst.
  private var worst = 0.0

  /// rad, 68 %.
  var angle68: Double { doubt.angle68 }

  /// The part of a doubt about the calibration itself that turning has not taken away.
  var unprovenShare: Double { doubt.unprovenShare }

  /// Takes in that the place's field fitted for `interval` s, in which the device turned by `turning` rad.
  mutating func fits(interval: Double, turning: Double) {
    doubt.confirm(interval: interval, turning: turning)
    believed += interval
  }

  /// Takes in that it does not fit.
  ///
  /// - Parameter angle: rad, 68 %: what such a field makes of north.
  mutating func misfits(angle: Double) { worst = max(worst, min(angle, .pi)) }

  /// The place's field has come back.
  mutating func returned() { worst = 0 }

  /// Another field has become the place's.
  mutating func replaced() {
    doubt.replace(turning: worst, against: believed)
    (believed, worst) = (0, 0)
  }
}

extension FieldMonitor {
  /// rad, 68 %: what a field that is off by so much makes of north, its direction being unknown.
  ///
  /// A component of a vector that points anywhere is within 0.68 of its length in 68 of 100 cases.
  var misfitAngle: Double {
    0.68 * hypot(strengthError ?? 0, inclinationError ?? 0) * hypot(1, slope)
  }

  /// The place's field, level frame, in the magnetometer's unit; `nil` while it is not known.
  var referenceField: Vector3? {
    guard let strength = referenceStrength, let inclination = referenceInclination
    else { return nil }
    return Vector3(strength * cos(inclination), 0, strength * sin(inclination))
  }
}
