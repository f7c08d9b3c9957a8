import Quantities
import Randomness
import TestSamples
import Testing
import Trace

@testable import Heading
@testable import Redundancy

/// Real motion and a real room, and a second magnetometer made of the first: turned, with other iron, 21 ms
/// later, at three quarters of the rate and with noise.
@Suite struct RecordedPairTests {
  private static let slow = [
    "broad_05_u_slow_rotation_with_breaks_B", "broad_07_u_fast_rotation_B",
    "broad_16_u_fast_translation_B", "broad_33_d_attached_magnet_2cm",
    "phone_jakob_n5_dist_ar", "phone_thibaud_n5_nodist_texting",
  ]
  /// Hardly ever under 100°/s for a second.
  private static let fast = ["broad_21_u_fast_combined", "broad_28_d_stationary_magnet_A"]

  /// - Parameter magnet: µT that the second one gets beside it from the middle on.
  private func run(_ name: String, magnet: Vector3 = .zero) throws -> (
    run: GroupRun, middle: Double
  ) {
    let recording = try Recording(name)
    let samples = recording.samples
    let middle = Double(try #require(samples.last).time.microseconds) / 2e6
    let turn = Matrix3(Quaternion(yaw: 2.3, pitch: -0.8, roll: 1.4))
    let iron = Matrix3(
      Vector3(1.1, 0.05, -0.04), Vector3(0.05, 0.92, 0.03), Vector3(-0.04, 0.03, 1.04))
    var random = SeededGenerator(seed: 8)
    var both: [Sample] = []
    for (index, sample) in samples.enumerated() {
      both.append(sample)
      guard index > 1, index % 4 != 0, let field = samples[index - 2].magneticField?.microtesla
      else { continue }
      let added = Double(sample.time.microseconds) / 1e6 > middle ? magnet : .zero
      let noise = Vector3(random.nextNormal(), random.nextNormal(), random.nextNormal()) * 0.3
      both.append(
        Sample(
          time: sample.time,
          magneticField: MagneticField(
            microtesla: iron * (turn * field + added) + Vector3(33, -52, 18) + noise), source: 1))
    }
    let first = MagnetometerDescription(
      mount: recording.header.mount,
      calibration: recording.header.isMagnetometerCalibrated ? .given : Nexus5.d1,
      isMountKnown: false)
    var second = first
    second.calibration = nil
    return (GroupRun(both, first: first, others: [1: second]), middle)
  }

  @Test(.enabled(if: Recording.hasOthers, "needs ../shared/data/traces"), arguments: slow + fast)
  func theyNeverDisagree(name: String) throws {
    let run = try run(name).run
    #expect(run.alarms.isEmpty, "\(run.alarms.prefix(3))")
    #expect(run.changes.isEmpty, "\(run.changes)")
    // … and it is no wonder.
    #expect(run.disagreements.count > 100)
  }

  @Test(.enabled(if: Recording.hasOthers, "needs ../shared/data/traces"), arguments: slow)
  func aMagnetBesideTheSecondIsToldWithinSeconds(name: String) throws {
    let (run, middle) = try run(name, magnet: Vector3(11, -9, 8))
    let first = try #require(run.alarms.first)
    #expect(first > middle && first < middle + 10)
  }

  // While the device turns fast the chips' different delays hide a lot.
  @Test(.enabled(if: Recording.hasOthers, "needs ../shared/data/traces"), arguments: fast)
  func inFastMotionItIsToldLaterAndNeverBefore(name: String) throws {
    let (run, middle) = try run(name, magnet: Vector3(11, -9, 8))
    #expect(try #require(run.alarms.first) > middle)
  }
}
