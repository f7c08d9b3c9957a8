import Quantities
import Simulation
import Testing

@testable import Heading

/// One sample of nonsense that the bus acknowledged: what it does to the heading.
///
/// The values are within the ranges of the chips, so that no test of range refuses them.
struct WildSampleTests {
  private struct Seen {
    /// Degrees: the largest error in 5 s before the sample, in 10 s after it, and in 5 s after those.
    var before = 0.0
    var after = 0.0
    var later = 0.0
    /// The largest error after it, as a multiple of the error of the reading.
    var ratio = 0.0
  }

  /// A device that is tilted and turns by `turnRate` (degrees a second); one sample at 15 s is spoilt.
  private func run(turnRate: Double, spoil: (inout Sample) -> Bool) throws -> Seen {
    let scene = Scene(earth: try earthField()) { time in
      Pose(headingDegrees: 211 + turnRate * time, pitchDegrees: 8, rollDegrees: -5)
    }
    let model = SensorModel()
    var filter = HeadingFilter(mount: model.mount, calibration: .given)
    var isSpoilt = false
    var seen = Seen()
    for step in Simulator(scene: scene, model: model, seed: 7) {
      var sample = step.sample
      let time = sample.time.seconds(since: Timestamp(microseconds: 0))
      guard time < 30 else { break }
      if time > 15, !isSpoilt { isSpoilt = spoil(&sample) }
      filter.update(sample)
      let judged = Judged(time: time, estimate: filter.estimate(at: sample.time), truth: step.pose)
      guard time > 10 else { continue }
      let error = abs(try #require(judged.error))
      switch time {
      case ..<15: seen.before = max(seen.before, error)
      case ..<25:
        seen.after = max(seen.after, error)
        seen.ratio = max(seen.ratio, error / (try #require(judged.estimate.error68Degrees)))
      default: seen.later = max(seen.later, error)
      }
    }
    return seen
  }

  // 400 µT for one sample: eight times the Earth's field.
  @Test(arguments: [0.0, 20]) func aWildFieldDoesNotMoveTheHeading(turnRate: Double) throws {
    let seen = try run(turnRate: turnRate) { sample in
      guard sample.magneticField != nil else { return false }
      sample.magneticField = MagneticField(microtesla: Vector3(-300, 250, -100))
      return true
    }
    #expect(seen.after < seen.before + 0.1 && seen.ratio < 1, "\(seen)")
  }

  // 5 g for one sample.
  @Test(arguments: [0.0, 20]) func aWildForceDoesNotMoveTheHeading(turnRate: Double) throws {
    let seen = try run(turnRate: turnRate) { sample in
      guard sample.acceleration != nil else { return false }
      sample.acceleration = Acceleration(metresPerSecondSquared: Vector3(30, -30, 30))
      return true
    }
    #expect(seen.after < seen.before + 0.1 && seen.ratio < 1, "\(seen)")
  }

  // 26 rad/s for one sample of 10 ms: 15° if it were believed.
  @Test(arguments: [0.0, 20]) func aWildRateDoesNotMoveTheHeading(turnRate: Double) throws {
    let seen = try run(turnRate: turnRate) { sample in
      guard sample.angularRate != nil else { return false }
      sample.angularRate = AngularRate(radiansPerSecond: Vector3(15, -15, 15))
      return true
    }
    #expect(seen.after < seen.before + 0.3 && seen.ratio < 1, "\(seen)")
  }
}
