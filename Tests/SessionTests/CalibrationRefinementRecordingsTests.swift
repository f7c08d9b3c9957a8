import Glibc
import Heading
import Quantities
import SensorCalibration
import Testing
import Trace

/// Refinement on recordings of BROAD, whose field is calibrated: the calibration in use is made wrong,
/// and the truth is a fit to the whole recording.
@Suite struct CalibrationRefinementRecordingsTests {
  /// Every sixth sample, about 48 a second: more are not used.
  private func samples(_ name: String) throws -> [Sample] {
    let path = try #require(Recordings.path(name))
    var reader = try TraceReader(path: path)
    var samples: [Sample] = []
    var number = 0
    while let sample = try reader.nextSample() {
      number += 1
      if number % 6 == 0 { samples.append(sample) }
    }
    return samples
  }

  /// In force: an offset that is wrong by `offset` of the field; what is proposed.
  private func proposals(
    _ samples: [Sample], _ inForce: Calibration
  ) -> [CalibrationReport] {
    var refinement = CalibrationRefinement(inForce)
    return samples.compactMap { sample in
      // its gyro's turns were thinned
      var sample = sample
      sample.angularRate = nil
      let isDue = refinement.take(sample, isUndisturbed: true)
      return isDue ? refinement.proposal() : nil
    }
  }

  private func wrong(_ offset: Vector3) -> Calibration {
    Calibration(
      hardIron: offset, softIron: .identity, grade: .b, residual: 0.02, error68Degrees: 3)
  }

  @Test(
    .enabled(if: Recordings.path("broad_11") != nil),
    arguments: ["broad_11", "broad_14", "broad_16"])
  func translationAloneProposesNothing(name: String) throws {
    #expect(proposals(try samples(name), wrong(Vector3(1.2, -0.9, 0.8))).isEmpty)
  }

  @Test(
    .enabled(if: Recordings.path("broad_02") != nil),
    arguments: ["broad_02", "broad_05", "broad_07", "broad_09", "broad_21"])
  func whatRotationProposesIsNoWorseByTheTruth(name: String) throws {
    let samples = try samples(name)
    var log = CalibrationLog(isMicrotesla: true)
    for sample in samples {
      log.add(Sample(time: sample.time, magneticField: sample.magneticField))
    }
    let stride = log.fields.count / 400
    log.fields = Swift.stride(from: 0, to: log.fields.count, by: stride).map { log.fields[$0] }
    let truth = try #require(fitCalibration(log).calibration)
    var proposed = 0
    for offset in [Vector3(1.2, -0.9, 0.8), Vector3(-0.3, 1.6, -0.7), .zero] {
      var inForce = wrong(truth.hardIron + offset)
      inForce.softIron = truth.softIron
      let before = DirectionErrors(inForce, truth: truth, log)
      for report in proposals(samples, inForce) {
        proposed += 1
        let after = DirectionErrors(try #require(report.calibration), truth: truth, log)
        #expect(after.error68 <= before.error68 + 0.1, "\(report)")
        #expect(try #require(report.error68Degrees) < 3)
      }
    }
    if name != "broad_21" { #expect(proposed > 0) }
  }
}
