private import Glibc
package import Quantities
package import SensorCalibration

/// The inertial chip's mount, as far as poses determine it.
package enum InertialMount: Equatable, Sendable {
  /// From a level pose alone: the chip axis that points down (unit vector, chip axes). Four mounts that
  /// differ by a turn about it are possible.
  case onlyDown(Vector3, candidates: [Matrix3])
  /// Chip's axes → body.
  case known(Matrix3)
}

/// Finds the inertial chip's mount from gravity in poses.
///
/// - Parameters:
///   - level: mean specific force (m/s², chip axes) while the device lies level, its top side up.
///   - noseUp: the same with the nose raised by 20° to 90° and the sides level.
package func inertialMount(
  level: Vector3, noseUp: Vector3?, parameters: MotionParameters = MotionParameters()
) -> Result<InertialMount, MountRefusal> {
  guard let down = gravity(level, parameters) else { return .failure(.noGravity) }
  guard let noseUp else {
    // body z is the last row; its axis-aligned guesses are those whose z points there
    let least = cos(parameters.largestMisalignment)
    let candidates = axisRotations.filter { $0.row2.dot(down) > least }
    guard !candidates.isEmpty else {
      let nearest = axisRotations.map { $0.row2.dot(down) }.max() ?? 0
      return .failure(.notAlongTheAxes(angle: acos(min(nearest, 1))))
    }
    return .success(.onlyDown(down, candidates: candidates))
  }
  guard let pitched = gravity(noseUp, parameters) else { return .failure(.noGravity) }
  // With the nose up, down has moved towards the tail: away from x.
  let towardsTail = pitched - down * pitched.dot(down)
  let angle = atan2(towardsTail.length, pitched.dot(down))
  // the poses must differ by more than each may be off
  let tolerance = parameters.largestMisalignment
  guard angle >= tolerance, angle <= .pi / 2 + tolerance,
    let forward = (-towardsTail).normalized
  else { return .failure(.posesAlike(angle: angle)) }
  let measured = Matrix3(forward, down.cross(forward), down)
  let nearest = measured.nearestAxisRotation
  guard nearest.angle <= tolerance else {
    return .failure(.notAlongTheAxes(angle: nearest.angle))
  }
  return .success(.known(nearest.rotation))
}

/// The direction downwards; `nil` where the specific force cannot be that of gravity alone.
private func gravity(_ force: Vector3, _ parameters: MotionParameters) -> Vector3? {
  guard parameters.canBeGravity(force) else { return nil }
  return (-force).normalized
}
