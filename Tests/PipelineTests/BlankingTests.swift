import Heading
import Quantities
import Redundancy
import Testing
import Wire

@testable import Pipeline

/// Magnetometer samples that are ignored while the haptic motor runs.
@Suite struct BlankingTests {
  private func at(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  /// The inputs of `samples`, with blanking from 8 s to 8.4 s.
  private func blanked(_ samples: [Sample]) -> [Input] {
    let (start, end) = (at(8), at(8.4))
    let inputs = samples.map(Input.sample)
    return inputs.filter { $0.time < start } + [.blanking(true, at: start)]
      + inputs.filter { $0.time >= start && $0.time < end } + [.blanking(false, at: end)]
      + inputs.filter { $0.time >= end }
  }

  // A heading on the gyro through a motor that is a magnet of 200 µT.
  @Test func theHeadingDoesNotMoveWithTheMotor() throws {
    let samples = LevelDevice(heading: 77).samples(to: 10).map { sample in
      var sample = sample
      if (8.0...8.3).contains(Double(sample.time.microseconds) / 1e6) {
        sample.magneticField?.microtesla = Vector3(200, -120, 60)
      }
      return sample
    }
    let run = Run(inputs: blanked(samples), try settings())
    for reading in run.readings(from: 5) {
      #expect(abs(try #require(reading.headingMagnetic).degrees - 77) < 0.1)
    }
    #expect(run.events(.interferenceStarted).isEmpty)
    let disturbed = Run(samples, try settings())
    #expect(!disturbed.events(.interferenceStarted).isEmpty)
  }

  @Test func onlyTheFieldIsIgnored() throws {
    let samples = LevelDevice().samples(to: 10)
    let withoutField = samples.map { sample in
      var sample = sample
      if sample.time >= at(8), sample.time < at(8.4) { sample.magneticField = nil }
      return sample
    }
    let run = Run(inputs: blanked(samples), try settings())
    #expect(run.readings == Run(inputs: blanked(withoutField), try settings()).readings)
    // 0.4 s without a field are no loss of the magnetometer while its samples are ignored.
    #expect(!run.readings.contains { $0.why.contains(.sensorMissing) })
    let silent = Run(withoutField, try settings())
    #expect(silent.readings.contains { $0.why.contains(.sensorMissing) })
  }

  @Test func aRecordingThatBeginsAgainForgetsBlankingAndFaults() throws {
    var pipeline = Pipeline(try settings())
    func why() -> WhySet {
      var why = WhySet()
      pipeline.process(.tick(at(4))) { output in
        if case .reading(let reading) = copy output { why = reading.why }
      }
      return why
    }
    pipeline.process(.blanking(true, at: at(0))) { _ in }
    pipeline.process(.sensorFault(0, .bus, at: at(0))) { _ in }
    #expect(why().contains(.sensorMissing) && why().contains(.busError))
    pipeline.process(.gap(.loop, at: at(0), microseconds: nil)) { _ in }
    #expect(!why().contains(.busError))
    for sample in LevelDevice().samples(to: 4) { pipeline.process(.sample(sample)) { _ in } }
    #expect(!why().contains(.sensorMissing))
  }

  @Test func whichSensorsMakeTheHeadingIsSaidOnce() throws {
    let run = Run(LevelDevice().samples(to: 3), try settings())
    #expect(run.choices.map(\.sources) == [.init(field: 0, force: 0, rate: 0)])
    #expect(run.choices.allSatisfy { $0.change == nil })
  }
}
