package import Quantities
import SensorCalibration

/// How a mount that turns have contradicted may be corrected.
package struct MountFinding: Equatable, Sendable {
  /// A chip whose mount is wrong.
  package enum Chip: Equatable, Sendable { case magnetometer, inertial }

  /// The chip whose mount is wrong; `nil` where both could be: field and gyro show only the rotation between
  /// the chips.
  package var chip: Chip?
  /// Whether the magnetometer's frame is mirrored, so that no rotation corrects it; `nil` where that is not
  /// known: it needs a calibration, an accelerometer and a place with an inclined field.
  package var isMirrored: Bool?
  /// The body's axes, along those that the chip's mount calls so now: one of these corrects the mount of
  /// `chip`, or of the magnetometer where that is not known. A turn about one axis leaves four.
  package var turns: [Matrix3]
}

/// How long each side of the device was up, by gravity.
struct GravitySide: Equatable, Sendable {
  /// Which side has been up.
  enum Side: Equatable { case up, down, unknown }

  /// The time with the top up, s.
  private var upright = 0.0
  /// The time with the underside up, s.
  private var inverted = 0.0
  private var last: Timestamp?
  private let parameters: MountingParameters

  /// The square of the part of gravity along body z from which one side is up. Source: derived; cos² 45°, half way to
  /// the next side.
  private static let shareSquare = 0.5

  init(_ parameters: MountingParameters) { self.parameters = parameters }

  /// Adds a specific force, m/s², body frame.
  mutating func update(force: Vector3, at time: Timestamp) {
    let interval = last.map { time.seconds(since: $0) } ?? 0
    last = time
    guard interval > 0, interval <= parameters.motion.longestGap,
      parameters.motion.canBeGravity(force)
    else { return }
    guard force.z * force.z > Self.shareSquare * standardGravity * standardGravity else { return }
    if force.z < 0 { upright += interval } else { inverted += interval }
  }

  /// The side that has been up for most of the time.
  var side: Side {
    let ratio = parameters.gravity.sideRatio
    if upright > ratio * inverted { return .up }
    return inverted > ratio * upright ? .down : .unknown
  }

  /// Whether the underside has been up for a minute and the top never.
  var isAlwaysDown: Bool { inverted > parameters.gravity.hintAfter && upright == 0 }
}

/// The field's inclination for each rotation of the magnetometer against the inertial chip.
struct DipSums: Equatable, Sendable {
  /// Σ m.x · up, Σ m.y · up, Σ m.z · up and Σ |m|.
  private var products = Matrix3.zero
  private var strength = 0.0
  /// m/s², body frame: the newest specific force, where it can be that of gravity alone.
  private var gravity: Vector3?

  /// Adds a specific force, m/s², body frame.
  mutating func update(force: Vector3, _ parameters: MotionParameters) {
    gravity = parameters.canBeGravity(force) ? force : nil
  }

  /// Adds a calibrated field, any unit, body frame as the mount makes it.
  mutating func update(field: Vector3, weight: Double) {
    guard let gravity else { return }
    let up = gravity * (weight / gravity.length)
    products.row0 = products.row0 + up * field.x
    products.row1 = products.row1 + up * field.y
    products.row2 = products.row2 + up * field.z
    strength += field.length * weight
  }

  /// Whether the frame is a mirror image where the field turns as with `rotation`; `nil` where the
  /// inclination does not show it.
  ///
  /// - Parameters:
  ///   - inclination: rad, down positive, at the place.
  ///   - least: rad; a smaller inclination does not show a mirrored frame.
  func isMirrored(_ rotation: Matrix3, inclination: Double?, least: Double) -> Bool? {
    guard let inclination, abs(inclination) > least, strength > 0 else {
      return nil
    }
    let down =
      -(rotation.row0.dot(products.row0) + rotation.row1.dot(products.row1)
      + rotation.row2.dot(products.row2)) / strength
    guard abs(down) > least else { return nil }
    return down * inclination < 0
  }
}
