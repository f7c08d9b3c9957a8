package import Quantities

/// What a turn has shown of a mount that cannot be right.
package struct MountFinding: Equatable, Sendable {
  /// A chip that sits in another way than its mount says.
  package enum Chip: Equatable, Sendable { case magnetometer, inertial }

  /// Which of the two mounts is wrong; `nil` where both could be: the field and the gyro tell only how the
  /// chips sit to each other.
  package var chip: Chip?
  /// Whether no rotation corrects it, because the magnetometer's frame is mirrored; `nil` where that is not
  /// known: it takes a calibration, an accelerometer, and a place where the field dips.
  package var isMirrored: Bool?
  /// The body's axes, along those that the chip's mount calls so now: one of these corrects the mount of
  /// `chip`, or of the magnetometer where that is not known. A turn about one axis leaves four.
  package var turns: [Matrix3]
}

/// For how long gravity has shown each side of the device up.
struct GravitySide: Equatable, Sendable {
  /// Which side has been up.
  enum Side: Equatable { case up, down, unknown }

  /// s in which the top was up, and the underside.
  private var upright = 0.0
  private var inverted = 0.0
  private var last: Timestamp?

  /// Part of standard gravity that must be along body z.
  private static let leastShare = 0.7
  /// s that decide between two sides; a gust of the hand is shorter.
  private static let decisive = 1.0
  /// s of nothing but upside down after which that is worth a hint.
  private static let hintAfter = 60.0
  /// s. A longer silence says nothing of what was in it.
  private static let longestInterval = 0.5

  /// Takes in a specific force, m/s², body frame.
  mutating func update(force: Vector3, at time: Timestamp) {
    let interval = last.map { time.seconds(since: $0) } ?? 0
    last = time
    guard interval > 0, interval <= Self.longestInterval,
      abs(force.length - standardGravity) < 0.1 * standardGravity
    else { return }
    if force.z < -Self.leastShare * standardGravity { upright += interval }
    if force.z > Self.leastShare * standardGravity { inverted += interval }
  }

  /// The side that has been up for most of the time.
  var side: Side {
    if upright > Self.decisive, upright > 4 * inverted { return .up }
    if inverted > Self.decisive, inverted > 4 * upright { return .down }
    return .unknown
  }

  /// Whether the underside has been up for a minute and the top never.
  var isAlwaysDown: Bool { inverted > Self.hintAfter && upright < Self.decisive }
}

/// How steeply the field dips for each rotation of the magnetometer against the inertial chip.
struct DipSums: Equatable, Sendable {
  /// Σ m.x · up, Σ m.y · up, Σ m.z · up and Σ |m|.
  private var products = Matrix3.zero
  private var strength = 0.0
  private var up: Vector3?

  /// rad. Where the field is flatter its dip does not tell a mirrored frame.
  private static let leastInclination = 0.17

  /// Takes in a specific force, m/s², body frame.
  mutating func update(force: Vector3) {
    let isGravity = abs(force.length - standardGravity) < 0.1 * standardGravity
    up = isGravity ? force.normalized : nil
  }

  /// Takes in a calibrated field, any unit, body frame as the mount makes it.
  mutating func update(field: Vector3, weight: Double) {
    guard let up else { return }
    products.row0 = products.row0 + up * (field.x * weight)
    products.row1 = products.row1 + up * (field.y * weight)
    products.row2 = products.row2 + up * (field.z * weight)
    strength += field.length * weight
  }

  /// Whether the frame is a mirror image where the field turns as with `rotation`; `nil` where the dip does
  /// not tell.
  ///
  /// - Parameter inclination: rad, down positive, at the place.
  func isMirrored(_ rotation: Matrix3, inclination: Double?) -> Bool? {
    guard let inclination, abs(inclination) > Self.leastInclination, strength > 0 else {
      return nil
    }
    let down =
      -(rotation.row0.dot(products.row0) + rotation.row1.dot(products.row1)
      + rotation.row2.dot(products.row2)) / strength
    guard abs(down) > Self.leastInclination else { return nil }
    return down * inclination < 0
  }
}
