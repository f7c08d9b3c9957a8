package import Quantities

/// The attitude of a device at one instant.
package struct Pose: Equatable, Sendable {
  /// The direction of body x; degrees clockwise from true north, any value.
  package var headingDegrees: Double
  /// Nose up, degrees.
  package var pitchDegrees: Double
  /// Right side down, degrees.
  package var rollDegrees: Double

  package init(headingDegrees: Double, pitchDegrees: Double = 0, rollDegrees: Double = 0) {
    self.headingDegrees = headingDegrees
    self.pitchDegrees = pitchDegrees
    self.rollDegrees = rollDegrees
  }

  /// Body → north, east, down; north is true.
  package var earthFromBody: Quaternion {
    Quaternion(
      yaw: headingDegrees.inRadians, pitch: pitchDegrees.inRadians, roll: rollDegrees.inRadians)
  }
}
