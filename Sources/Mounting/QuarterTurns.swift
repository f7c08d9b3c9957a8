private import Glibc
package import Quantities
package import SensorCalibration

/// The field of a level device that points north, east, south and west.
package struct QuarterTurns: Equatable, Sendable {
  /// µT, the chip's axes, not calibrated.
  package var north: Vector3
  package var east: Vector3
  package var south: Vector3
  package var west: Vector3

  package init(north: Vector3, east: Vector3, south: Vector3, west: Vector3) {
    (self.north, self.east, self.south, self.west) = (north, east, south, west)
  }

  /// A magnetometer's mount from four directions.
  package struct Found: Equatable, Sendable {
    /// Chip's axes → body.
    package var bodyFromChip: Matrix3
    /// rad: the angle between the directions and the axes; the sum of the errors of north, the turns and iron.
    package var angle: Double
    /// µT: the horizontal field.
    package var horizontal: Double
    /// µT, the chip's axes: the hard iron, as far as turning about the vertical shows it.
    package var hardIron: Vector3
  }

  /// The magnetometer's mount, by the field alone.
  ///
  /// A level field points along body x at north and against body y at east, where the device has turned
  /// right. Opposite directions differ by twice the field, whatever hard iron is added: forward is
  /// (north − south) / 2 and right is (west − east) / 2, and down is square to both. The hard iron is the mean
  /// of two opposite ones. Two directions alone would not do: with a hard iron as strong as the
  /// horizontal field, both senses of the turn explain them.
  ///
  /// A chip is taken to be right-handed: the level field of one that is not is that of an upside-down one.
  package func mount(
    parameters: QuarterTurnsParameters = QuarterTurnsParameters(),
    motion: MotionParameters = MotionParameters()
  ) -> Result<Found, QuarterTurnsRefusal> {
    let forward = (north - south) / 2
    let right = (west - east) / 2
    let horizontal = (forward.length + right.length) / 2
    guard forward.isFinite, right.isFinite, horizontal > Self.weakest else {
      return .failure(.notTurned(horizontal: horizontal.isFinite ? horizontal : 0))
    }
    guard horizontal < Self.strongest else { return .failure(.tooStrong(horizontal: horizontal)) }
    let centres = ((north + south) / 2, (east + west) / 2)
    let closure = (centres.0 - centres.1).length
    // the part of the horizontal field that this part of the whole one is in the mid-latitudes
    let misfit = motion.largestMisfit / cos(middleInclinationDegrees.inRadians)
    let (shorter, longer) = (
      min(forward.length, right.length), max(forward.length, right.length)
    )
    guard closure < misfit * horizontal, longer - shorter < misfit * longer,
      let x = forward.normalized, let y = right.normalized,
      abs(x.dot(y)) < sin(parameters.largestAngle),
      let down = x.cross(y).normalized
    else { return .failure(.notQuarters(closure: closure / horizontal)) }
    // Both directions share their deviation from a right angle.
    let middle = (x + y).normalized ?? x
    let across = (x - y).normalized ?? y
    let measured = Matrix3(
      (middle + across) / 2.0.squareRoot(), (middle - across) / 2.0.squareRoot(), down)
    let nearest = measured.nearestAxisRotation
    guard nearest.angle <= parameters.largestAngle else {
      return .failure(.betweenAxes(angle: nearest.angle))
    }
    return .success(
      Found(
        bodyFromChip: nearest.rotation, angle: nearest.angle, horizontal: horizontal,
        hardIron: (centres.0 + centres.1) / 2))
  }

  /// The weakest horizontal field, µT: a weaker one shows no north, or the device was not turned.
  /// Source: near the magnetic poles (WMM2025).
  private static let weakest = 5.0
  /// The strongest horizontal field, µT.
  /// Source: 42 µT (WMM2025), and a third for the chip's gain and for iron.
  private static let strongest = 60.0
}

/// Why four directions show no mount.
package enum QuarterTurnsRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The measured horizontal field is only this strong, µT.
  case notTurned(horizontal: Double)
  case tooStrong(horizontal: Double)
  /// The distance between the centres of opposite directions, as part of the field.
  case notQuarters(closure: Double)
  /// The angle to the nearest mount, rad.
  case betweenAxes(angle: Double)

  package var description: String {
    switch self {
    case .notTurned(let horizontal):
      "the field changed by only \(Int((2 * horizontal).rounded())) µT between opposite directions: the device"
        + " was not turned, or stands where the field points straight down"
    case .tooStrong(let horizontal):
      "the field turns by \(Int(horizontal.rounded())) µT, more than the Earth's: a magnet or iron is near;"
        + " move away from it"
    case .notQuarters:
      "the four directions do not fit one field: turn by a quarter each time about the same spot, keep the"
        + " device flat, and stay away from magnets and iron"
    case .betweenAxes(let angle):
      "the chip's axes seem to be \(Int(angle.inDegrees.rounded())) degrees from the device's: point it north"
        + " within 30 degrees, or the chip sits askew"
    }
  }
}
