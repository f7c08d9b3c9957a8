import Quantities
import Testing
import Wire

@testable import Pipeline

/// The messages of the topic `field`.
@Suite struct FieldTopicTests {
  private func run(_ inputs: [Input], every interval: Int64? = 100_000) throws -> Run {
    var settings = try settings()
    settings.fieldInterval = interval
    return Run(inputs: inputs, settings)
  }

  // LevelDevice: 20 µT north, 40 µT down; √(20² + 40²) = 44.72 µT, atan2(40, 20) = 63.43° down.
  @Test func aFieldAtRestIsStrengthInclinationAndHorizontalPart() throws {
    let run = try run(LevelDevice(heading: 0).samples(to: 5).map(Input.sample))
    let last = try #require(run.fields.last)
    let vector = try #require(last.vector)
    #expect(abs(vector.x - 20) < 0.01 && abs(vector.y) < 0.01 && abs(vector.z - 40) < 0.01)
    #expect(abs((last.measured.strength ?? 0) - 44.7214) < 0.001)
    #expect(abs((last.measured.inclinationDegrees ?? 0) - 63.4349) < 0.05)
    #expect(abs((last.measured.horizontal ?? 0) - 20) < 0.05)
    #expect(abs((last.reference.strength ?? 0) - 44.7214) < 0.1)
    #expect(abs((last.reference.inclinationDegrees ?? 0) - 63.4349) < 0.1)
    #expect(last.status == .undisturbed && last.kind == nil && last.disturbance == nil)
  }

  @Test func tenAreSentASecondAndNoneUnasked() throws {
    let samples = LevelDevice().samples(to: 5).map(Input.sample)
    let fields = try run(samples).fields
    #expect((48...52).contains(fields.count), "\(fields.count)")
    #expect(fields.map(\.sequence) == fields.indices.map { UInt64($0) })
    for (field, next) in zip(fields, fields.dropFirst()) {
      #expect(next.time.microseconds(since: field.time) >= 100_000)
    }
    let silent = try run(samples, every: nil)
    let readings = try run(samples).readings
    #expect(silent.fields.isEmpty && silent.readings == readings)
  }

  // `settings()` is London in no year; with a date the magnetic model has a field for it.
  @Test func theModelsFieldIsThereWhereTheDateIs() throws {
    let samples = LevelDevice().samples(to: 1).map(Input.sample)
    var settings = try settings()
    (settings.fieldInterval, settings.date) = (100_000, 1_795_237_200_000_000)
    let dated = try #require(Run(inputs: samples, settings).fields.last)
    // WMM2025 for London, 2026: about 49 µT, 66.5° down. Source: any field calculator, to a degree and a µT.
    #expect(abs((dated.expected.strength ?? 0) - 49) < 1)
    #expect(abs((dated.expected.inclinationDegrees ?? 0) - 66.5) < 1)
  }

  @Test func withoutAMagnetometerNothingIsMeasured() throws {
    var inputs = LevelDevice().samples(to: 1).map(Input.sample)
    inputs += LevelDevice().samples(from: 1.02, to: 3).map { sample in
      var sample = sample
      sample.magneticField = nil
      return .sample(sample)
    }
    let last = try #require(try run(inputs).fields.last)
    #expect(last.vector == nil && last.measured == .unknown && last.reference == .unknown)
  }
}
