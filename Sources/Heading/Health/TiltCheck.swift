private import Glibc
import Quantities

/// Whether the attitude's down is gravity's at all.
///
/// No push of a hand or a vehicle lasts for seconds and tilts what looks like gravity by so much without
/// making it longer; where it seems so, the attitude was lost, by a gyro that failed for a while.
struct TiltCheck {
  private var mean = VectorLowPass(timeConstant: 1)
  private var wrongFor = 0.0

  /// rad.
  private static let largestTilt = 30.0.inRadians
  /// Part of gravity by which the force may be longer or shorter.
  private static let tolerance = 0.15
  /// s.
  private static let longestContradiction = 2.0

  /// Whether down is wrong.
  var isWrong: Bool { wrongFor > Self.longestContradiction }

  /// Takes in a specific force in what is taken for the earth frame, m/s².
  mutating func update(force: Vector3, interval: Double) {
    let force = mean.update(force, interval: interval)
    let isGravity =
      abs(force.length - standardGravity) < Self.tolerance * standardGravity
    let tilt = atan2(hypot(force.x, force.y), -force.z)
    wrongFor = isGravity && tilt > Self.largestTilt ? wrongFor + interval : 0
  }
}
