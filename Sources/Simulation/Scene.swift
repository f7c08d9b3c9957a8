private import Glibc
package import Quantities

/// The events of a simulation: the place, the motion of the device, and magnets that pass.
package struct Scene: Sendable {
  /// The Earth's field at the place.
  package struct EarthField: Equatable, Sendable {
    /// µT.
    package var strength: Double
    /// Degrees, down positive.
    package var inclinationDegrees: Double
    package var declination: Declination

    package init(strength: Double, inclinationDegrees: Double, declination: Declination) {
      self.strength = strength
      self.inclinationDegrees = inclinationDegrees
      self.declination = declination
    }

    /// µT; north (true), east, down.
    package var vector: Vector3 {
      let horizontal = strength * cos(inclinationDegrees.inRadians)
      return Vector3(
        horizontal * cos(declination.degrees.inRadians),
        horizontal * sin(declination.degrees.inRadians),
        strength * sin(inclinationDegrees.inRadians))
    }
  }

  package var earth: EarthField
  /// The pose at a time, s.
  package var pose: @Sendable (Double) -> Pose
  /// The field that magnets add at a time (s), µT; north, east, down.
  package var magnets: @Sendable (Double) -> Vector3

  package init(
    earth: EarthField, pose: @escaping @Sendable (Double) -> Pose,
    magnets: @escaping @Sendable (Double) -> Vector3 = { _ in .zero }
  ) {
    self.earth = earth
    self.pose = pose
    self.magnets = magnets
  }
}
