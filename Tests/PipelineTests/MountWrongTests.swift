import Heading
import Quantities
import Testing
import Wire

@testable import Pipeline

/// A device whose magnetometer sits upside down against what its mount says.
@Suite struct MountWrongTests {
  /// Level for 3 s, turned to the right by 120° in 3 s, and level for 2 s.
  private func samples(isUpsideDown: Bool) -> [Sample] {
    (0...800).map { index in
      let t = Double(index) / 100
      let heading = 40 * min(max(t - 3, 0), 3)
      var sample = LevelDevice(heading: heading).sample(at: t)
      sample.angularRate = AngularRate(
        radiansPerSecond: Vector3(0, 0, t > 3 && t <= 6 ? 40.0.inRadians : 0))
      if isUpsideDown {
        sample.magneticField = sample.magneticField.map {
          let field = $0.microtesla
          return MagneticField(microtesla: Vector3(field.x, -field.y, -field.z))
        }
      }
      return sample
    }
  }

  @Test func oneTurnWithdrawsTheHeadingAndSaysWhy() throws {
    for calibration in [Calibration.given, nil] {
      var settings = try settings()
      settings.calibration = calibration
      let run = Run(samples(isUpsideDown: true), settings)
      let last = try #require(run.readings.last)
      #expect(last.status == .unavailable && last.why.first == .mountWrong)
      #expect(last.headingMagnetic == nil && last.headingTrue == nil && last.pointer == nil)
      #expect(last.error68Degrees == nil && last.source == .none)
      let before = run.readings(from: 2, to: 3)
      #expect(before.allSatisfy { !$0.why.contains(.mountWrong) })
      let told = run.events(.mountWrong, .mountCleared)
      #expect(told.map(\.name) == [.mountWrong])
      #expect(told.allSatisfy { $0.time.microseconds < 6_000_000 })
      let mount = try #require(run.states.last?.mount)
      #expect(mount.isWrong && mount.chip == .mag && mount.turns.contains("x -y -z"))
    }
  }

  @Test func theRightMountIsNotRemarkedUpon() throws {
    let run = Run(samples(isUpsideDown: false), try settings())
    #expect(run.readings.allSatisfy { !$0.why.contains(.mountWrong) })
    #expect(run.states.allSatisfy { $0.mount == nil })
    #expect(run.events(.mountWrong).isEmpty)
  }
}
