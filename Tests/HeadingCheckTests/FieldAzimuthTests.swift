import Glibc
import Quantities
import Testing

@testable import HeadingCheck

@Suite struct FieldAzimuthTests {
  /// The field of London in the body frame of a device with a heading, then a pitch, then a roll.
  private func field(_ heading: Double, _ pitch: Double, _ roll: Double) -> Vector3 {
    let (north, down) = (19.4, 45.1)  // µT, World Magnetic Model 2025
    let (ψ, θ, φ) = (heading.inRadians, pitch.inRadians, roll.inRadians)
    let level = Vector3(north * cos(ψ), -north * sin(ψ), down)
    let pitched = Vector3(
      level.x * cos(θ) - level.z * sin(θ), level.y, level.x * sin(θ) + level.z * cos(θ))
    return Vector3(
      pitched.x, pitched.y * cos(φ) + pitched.z * sin(φ), pitched.z * cos(φ) - pitched.y * sin(φ))
  }

  @Test(arguments: [0.0, 45, 179.9, 180, 270, 359.7])
  func theFieldGivesTheHeadingAtEveryTilt(heading: Double) throws {
    for (pitch, roll) in [(0.0, 0.0), (20, 0), (0, -35), (-40, 25), (10, 170)] {
      let found = try #require(
        fieldAzimuth(field(heading, pitch, roll), pitchDegrees: pitch, rollDegrees: roll))
      let error = RelativeBearing(degrees: found - heading).degrees
      #expect(abs(error) < 1e-9, "\(heading)° \(pitch)° \(roll)°: \(found)°")
    }
  }

  @Test func aVerticalFieldGivesNoHeading() {
    #expect(fieldAzimuth(Vector3(0, 0, 60), pitchDegrees: 0, rollDegrees: 0) == nil)
  }
}
