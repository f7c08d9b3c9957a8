private import Glibc
package import Quantities
import SensorCalibration

/// The field of a level device that was pointed north and then turned right by quarters.
package struct QuarterTurns: Equatable, Sendable {
  /// µT, the chip's axes, not calibrated.
  package var north: Vector3
  package var east: Vector3
  package var south: Vector3
  package var west: Vector3

  package init(north: Vector3, east: Vector3, south: Vector3, west: Vector3) {
    (self.north, self.east, self.south, self.west) = (north, east, south, west)
  }

  /// How a magnetometer sits, by four directions.
  package struct Found: Equatable, Sendable {
    /// Chip's axes → body.
    package var bodyFromChip: Matrix3
    /// rad: how far the directions were from the axes; the sum of what north, the turns and iron were off by.
    package var angle: Double
    /// µT: the horizontal field.
    package var horizontal: Double
    /// µT, the chip's axes: what the device's own iron adds, as far as turning about the vertical shows it.
    package var hardIron: Vector3
  }

  /// How the magnetometer sits, by the field alone.
  ///
  /// A level field points along body x at north and against body y at east, where the device has turned
  /// right. Opposite directions differ by twice the field, whatever hard iron is added: forward is
  /// (north − south) / 2 and right is (west − east) / 2, and down is square to both. The hard iron is the mean
  /// of two opposite ones. Two directions alone would not do: with a hard iron as strong as the
  /// horizontal field, both senses of the turn explain them.
  ///
  /// A chip is taken to be right-handed: the level field of one that is not is that of an upside-down one.
  package func mount() -> Result<Found, QuarterTurnsRefusal> {
    let forward = (north - south) / 2
    let right = (west - east) / 2
    let horizontal = (forward.length + right.length) / 2
    guard forward.isFinite, right.isFinite, horizontal > Self.weakest else {
      return .failure(.notTurned(horizontal: horizontal.isFinite ? horizontal : 0))
    }
    guard horizontal < Self.strongest else { return .failure(.tooStrong(horizontal: horizontal)) }
    let centres = ((north + south) / 2, (east + west) / 2)
    let closure = (centres.0 - centres.1).length
    let ratio = max(forward.length, right.length) / min(forward.length, right.length)
    guard closure < Self.largestMisfit * horizontal, ratio < Self.largestRatio,
      let x = forward.normalized, let y = right.normalized,
      abs(x.dot(y)) < Self.largestCosine,
      let down = x.cross(y).normalized
    else { return .failure(.notQuarters(closure: closure / horizontal)) }
    // Both directions share what they are not square by.
    let middle = (x + y).normalized ?? x
    let across = (x - y).normalized ?? y
    let measured = Matrix3(
      (middle + across) / 2.0.squareRoot(), (middle - across) / 2.0.squareRoot(), down)
    let nearest = measured.nearestAxisRotation
    guard nearest.angle <= Self.largestAngle else {
      return .failure(.betweenAxes(angle: nearest.angle))
    }
    return .success(
      Found(
        bodyFromChip: nearest.rotation, angle: nearest.angle, horizontal: horizontal,
        hardIron: (centres.0 + centres.1) / 2))
  }

  /// µT. Under this north is not told (`HorizontalField`), or nothing was turned …
  private static let weakest = 5.0
  /// … and no place on Earth has more than 42 µT (WMM2025); a chip's gain may be off by a quarter, and by iron.
  private static let strongest = 60.0
  /// Part of the horizontal field: how far the centres of opposite directions may be apart.
  private static let largestMisfit = 0.5
  /// How much longer one difference may be than the other: turns of 60° to 120°, or strong soft iron.
  private static let largestRatio = 2.0
  /// Cosine of 60°: turns that are off by 30°.
  private static let largestCosine = 0.5
  /// rad. Half way to the next quarter is 45°.
  private static let largestAngle = 35.0.inRadians
}

/// Why four directions tell no mount.
package enum QuarterTurnsRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// The horizontal field seems to be so many µT.
  case notTurned(horizontal: Double)
  case tooStrong(horizontal: Double)
  /// The centres of opposite directions are apart by that part of the field.
  case notQuarters(closure: Double)
  /// rad.
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
