private import Glibc
package import Quantities
import SensorCalibration

/// What poses say of how the inertial chip sits in the device.
package enum InertialMount: Equatable, Sendable {
  /// The device lay level and nothing more: known is which chip axis points down (unit vector, chip
  /// axes). Turned about it, four mounts are possible.
  case onlyDown(Vector3, candidates: [Matrix3])
  /// Chip's axes → body.
  case known(Matrix3)
}

/// Finds the inertial chip's place in the device from gravity in poses.
///
/// - Parameters:
///   - level: mean specific force (m/s², chip axes) while the device lies level, its top side up.
///   - noseUp: the same with the nose raised by 20° to 90° and the sides level.
package func inertialMount(level: Vector3, noseUp: Vector3?) -> Result<InertialMount, MountRefusal>
{
  guard let down = gravity(level) else { return .failure(.noGravity) }
  guard let noseUp else {
    // body z is the last row; its axis-aligned guesses are those whose z points there
    let candidates = axisRotations.filter { $0.row2.dot(down) > cos(largestAngle) }
    guard !candidates.isEmpty else {
      let nearest = axisRotations.map { $0.row2.dot(down) }.max() ?? 0
      return .failure(.notAlongTheAxes(angle: acos(min(nearest, 1))))
    }
    return .success(.onlyDown(down, candidates: candidates))
  }
  guard let pitched = gravity(noseUp) else { return .failure(.noGravity) }
  // With the nose up, down has moved towards the tail: away from x.
  let towardsTail = pitched - down * pitched.dot(down)
  let angle = atan2(towardsTail.length, pitched.dot(down))
  guard angle >= 20.0.inRadians, angle <= 110.0.inRadians,
    let forward = (-towardsTail).normalized
  else { return .failure(.posesAlike(angle: angle)) }
  let measured = Matrix3(forward, down.cross(forward), down)
  let nearest = measured.nearestAxisRotation
  guard nearest.angle <= largestAngle else {
    return .failure(.notAlongTheAxes(angle: nearest.angle))
  }
  return .success(.known(nearest.rotation))
}

/// Radians; hands hold a pose so well.
private let largestAngle = 20.0.inRadians

/// Downwards, where the force is gravity's.
private func gravity(_ force: Vector3) -> Vector3? {
  guard abs(force.length - 9.80665) < 1 else { return nil }
  return (-force).normalized
}
