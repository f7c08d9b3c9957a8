import Glibc
import Quantities
import Randomness
import Testing

@testable import Heading

/// A device that a person or a vehicle carries: its velocity is not a hand's, and must not pass for a tilt or a bias of the gyro.
@Suite struct CarriedDeviceTests {
  /// µT and degrees. Source: WMM2025, 2026; Bergen.
  private static let (horizontal, inclination) = (15.0, 73.0)

  /// Where the device points and how it accelerates, at one moment.
  private struct Motion {
    /// Degrees and rad/s, clockwise.
    var heading: Double
    var turning = 0.0
    /// m/s², north, east and down.
    var acceleration = Vector3.zero
  }

  /// Degrees: the RMS and the largest error of the headings from `first` s on.
  private func error(
    from first: Double, seconds: Double, _ motion: (_ time: Double) -> Motion
  ) throws -> (rms: Double, largest: Double) {
    var filter = HeadingFilter(mount: .identity, calibration: .given)
    var random = SeededGenerator(seed: 5)
    func noise(_ sigma: Double) -> Vector3 {
      Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * sigma
    }
    let vertical = Self.horizontal * tan(Self.inclination.inRadians)
    var (squares, count, largest) = (0.0, 0, 0.0)
    for index in Int64(0)..<Int64(100 * seconds) {
      let time = Timestamp(microseconds: index * 10_000)
      let now = motion(Double(index) / 100)
      let body = Matrix3(Quaternion(yaw: now.heading.inRadians, pitch: 0, roll: 0)).transposed
      let force = now.acceleration - Vector3(0, 0, standardGravity)
      let bias = Vector3(0.004, -0.006, 0.005)
      filter.update(
        Sample(
          time: time,
          magneticField: MagneticField(
            microtesla: body * Vector3(Self.horizontal, 0, vertical) + noise(0.2)),
          acceleration: Acceleration(metresPerSecondSquared: body * force + noise(0.02)),
          angularRate: AngularRate(
            radiansPerSecond: Vector3(0, 0, now.turning) + bias + noise(0.002))))
      guard Double(index) / 100 > first, index % 5 == 0 else { continue }
      let heading = try #require(filter.estimate(at: time).heading)
      let off = abs(RelativeBearing(degrees: heading.degrees - now.heading).degrees)
      squares += off * off
      count += 1
      largest = max(largest, off)
    }
    return ((squares / Double(max(count, 1))).squareRoot(), largest)
  }

  // A car that starts with 2.4 m/s² for 4 s and then drives evenly; the push turns the field's vertical part by 14°, which is 45° of heading.
  @Test(arguments: [30.0, 120, 210, 300]) func aPushOfAVehicleTeachesNoBias(_ way: Double) throws {
    let error = try error(from: 12, seconds: 60) { time in
      let push = (12..<16).contains(time) ? 2.4 * sin((time - 12) / 4 * .pi) : 0
      let shaking = 0.3 * sin(time * 11)
      return Motion(
        heading: 250,
        acceleration: Vector3(
          push * cos(way.inRadians), push * sin(way.inRadians) + shaking, shaking))
    }
    #expect(error.rms < 1.5, "\(error)")
    #expect(error.largest < 4, "\(error)")
  }

  // A car that creeps in a queue and then starts. What the first push taught is not what the gyro's bias was before the second.
  // A hand sways, so that no rest shows the bias.
  @Test(arguments: [30.0, 120, 210, 300]) func theSecondPushOfAVehicleUndoesTheFirst(_ way: Double)
    throws
  {
    let (sway, rate) = (3.0, 2 * Double.pi * 0.35)
    let error = try error(from: 8, seconds: 50) { time in
      let push =
        switch time {
        case 7..<10: 1.4 * sin((time - 7) / 3 * .pi)
        case 13.5..<16: 2.4 * sin((time - 13.5) / 2.5 * .pi)
        default: 0.0
        }
      let shaking = 0.3 * sin(time * 11)
      return Motion(
        heading: 250 + sway * sin(rate * time),
        turning: sway.inRadians * rate * cos(rate * time),
        acceleration: Vector3(
          push * cos(way.inRadians), push * sin(way.inRadians) + shaking, shaking))
    }
    #expect(error.rms < 5, "\(error)")
    #expect(error.largest < 7, "\(error)")
  }

  // 1.3 m/s, two steps a second, and a corner of 90° within 2 s every 8 s.
  @Test func aWalkRoundCornersDoesNotTiltTheDevice() throws {
    let (speed, turning) = (1.3, Double.pi / 4)
    let error = try error(from: 15, seconds: 90) { time in
      guard time > 8 else { return Motion(heading: 250) }
      let (corners, phase) = (
        ((time - 8) / 8).rounded(.down), (time - 8).truncatingRemainder(dividingBy: 8)
      )
      let isTurning = phase > 6
      let heading = 250.0.inRadians + corners * .pi / 2 + turning * max(phase - 6, 0)
      let start = time < 9 ? speed : 0
      let aside = isTurning ? speed * turning : 0
      let bounce = 3 * sin(time * 4 * .pi)
      return Motion(
        heading: heading.inDegrees, turning: isTurning ? turning : 0,
        acceleration: Vector3(
          start * cos(heading) - aside * sin(heading), start * sin(heading) + aside * cos(heading),
          bounce))
    }
    #expect(error.rms < 2, "\(error)")
    #expect(error.largest < 5, "\(error)")
  }
}
