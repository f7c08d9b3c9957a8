import Glibc
import Quantities
import Randomness
import Testing

@testable import Heading

/// A start in a hand that pushes the device: the first force is not gravity alone, so that the tilt is wrong and north is
/// read off the vertical field.
@Suite struct StartInMotionTests {
  /// A place, and a hand that moves a level device along a straight line and stops it.
  struct Push: Sendable {
    /// µT and degrees. Source: WMM2025, 2026; Bergen, Murmansk and Norilsk.
    var horizontal: Double
    var inclination: Double
    /// Degrees, from magnetic north.
    var direction: Double
    /// m/s².
    var acceleration: Double
    /// s of acceleration and s of braking, each.
    var seconds = 0.3

    /// m/s², towards `direction`, `time` s after the start.
    func acceleration(at time: Double) -> Double {
      time < seconds ? acceleration : time < 2 * seconds ? -acceleration : 0
    }
  }

  private static let pushes = [(15.0, 73.0), (12, 77), (9, 81)].flatMap { place in
    [17.0, 90, 143, 180, 270, 323].flatMap { direction in
      [1.2, 2.5, 4].map {
        Push(
          horizontal: place.0, inclination: place.1, direction: direction, acceleration: $0)
      }
    }
  }

  /// The heading of a device that points to `heading` degrees, with its bar, from the first second on.
  private func run(_ push: Push, heading: Double, seconds: Double) -> [HeadingEstimate] {
    let way = push.direction.inRadians
    return run(
      horizontal: push.horizontal, inclination: push.inclination, heading: heading, seconds: seconds
    ) { Vector3(cos(way), sin(way), 0) * push.acceleration(at: $0) }
  }

  /// The same of a device that accelerates by `acceleration` m/s², north, east and down.
  private func run(
    horizontal: Double, inclination: Double, heading: Double, seconds: Double,
    acceleration: (Double) -> Vector3
  ) -> [HeadingEstimate] {
    var (filter, estimates) = (
      HeadingFilter(mount: .identity, calibration: .given), [HeadingEstimate]()
    )
    var random = SeededGenerator(seed: 11)
    func noise(_ sigma: Double) -> Vector3 {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * sigma
    }
    let body = Matrix3(Quaternion(yaw: heading.inRadians, pitch: 0.1, roll: -0.15)).transposed
    let field = Vector3(horizontal, 0, horizontal * tan(inclination.inRadians))
    for index in Int64(0)..<Int64(100 * seconds) {
      let time = Timestamp(microseconds: index * 10_000)
      let force = acceleration(Double(index) / 100) - Vector3(0, 0, standardGravity)
      filter.update(
        Sample(
          time: time,
          magneticField: MagneticField(microtesla: body * field + noise(0.2)),
          acceleration: Acceleration(metresPerSecondSquared: body * force + noise(0.02)),
          angularRate: AngularRate(radiansPerSecond: Vector3(0.004, -0.006, 0.005) + noise(0.002))))
      if index % 10 == 0, index >= 100 { estimates.append(filter.estimate(at: time)) }
    }
    return estimates
  }

  // A push of 4 m/s² passes for 22° of tilt, which turns north by 145° where the field is 81° steep.
  @Test(arguments: pushes) func northIsFoundAfterAPush(push: Push) throws {
    for heading in [37.0, 211, 359.7] {
      var last = 180.0
      for estimate in run(push, heading: heading, seconds: 20) {
        last = abs(
          RelativeBearing(degrees: try #require(estimate.heading).degrees - heading).degrees)
        let bar = try #require(estimate.error68Degrees)
        #expect(last < max(4 * bar, 5) || estimate.conditions.contains(.warmingUp))
      }
      #expect(last < 4, "\(heading)")
    }
  }

  // Shaken by 25 m/s² two and a half times a second, 10 cm up and down, as `broad_16_u_fast_translation_B` is: a start in the half that
  // falls faster than gravity finds a device that is upside down.
  @Test(arguments: [0.0, 90, 180, 270]) func northIsFoundWhileTheDeviceIsShaken(phase: Double)
    throws
  {
    for heading in [37.0, 211, 359.7] {
      let estimates = run(horizontal: 17, inclination: 68, heading: heading, seconds: 20) { time in
        Vector3(3, -2, 25) * sin(2 * .pi * 2.5 * time + phase.inRadians)
      }
      var last = 180.0
      for estimate in estimates {
        last = abs(
          RelativeBearing(degrees: try #require(estimate.heading).degrees - heading).degrees)
        let bar = try #require(estimate.error68Degrees)
        #expect(last < max(4 * bar, 5) || estimate.conditions.contains(.warmingUp))
      }
      #expect(last < 4, "\(heading)")
    }
  }
}
