import Quantities
import Testing
import Wire

@testable import Pipeline

/// Readings after a time in which no sensor was read, before the magnetometer measures again.
@Suite struct AwaitedFieldTests {
  /// When the pause ends, s; the device measures for the 2 s before it.
  private static let end = 3600.0

  private func at(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
  }

  /// The readings of ticks so many seconds after a pause.
  ///
  /// - Parameter meanwhile: inputs between the last sample, at 2 s, and the end of the pause.
  private func readings(
    _ ticks: [Double], after reason: Event.GapReason = .paused, pauseBegins: Double = 2,
    meanwhile: [Input] = [], then: [Input] = [], isCalibrated: Bool = true
  ) throws -> [Reading] {
    var settings = try settings()
    settings.calibration = isCalibrated ? settings.calibration : nil
    var pipeline = Pipeline(settings)
    var readings: [Reading] = []
    func process(_ input: Input) {
      pipeline.process(input) { output in
        if case .reading(let reading) = copy output { readings.append(reading) }
      }
    }
    for sample in LevelDevice().samples(to: 2) { process(.sample(sample)) }
    process(.tick(at(2)))
    for input in meanwhile { process(input) }
    if pauseBegins > 2 { process(.tick(at(pauseBegins))) }
    let length = Int64((Self.end - pauseBegins) * 1e6)
    process(.gap(reason, at: at(Self.end), microseconds: length))
    readings = []
    for input in then { process(input) }
    for tick in ticks { process(.tick(at(Self.end + tick))) }
    return readings
  }

  @Test(arguments: [Event.GapReason.paused, .suspend])
  func afterAPauseTheFirstReadingsSayThatTheFilterWarmsUp(reason: Event.GapReason) throws {
    let readings = try readings([0, 0.1, 0.9], after: reason)
    #expect(readings.count == 3)
    for reading in readings {
      #expect(reading.status == .unavailable && reading.headingMagnetic == nil)
      #expect(reading.why.first == .warmingUp && !reading.why.contains(.sensorMissing))
    }
  }

  @Test func aMagnetometerThatIsSilentAfterAPauseIsMissingAfterASecond() throws {
    let readings = try readings([0.9, 1, 5])
    #expect(readings.map { $0.why.contains(.sensorMissing) } == [false, true, true])
  }

  @Test func aMagnetometerThatWasLostOrSilentBeforeAPauseIsMissingAtOnce() throws {
    let lost = Input.sensorLost(0, at: at(2.1))
    for meanwhile in [[lost], [.sensorFault(0, .silent, at: at(2.1))]] {
      let first = try #require(try readings([0], meanwhile: meanwhile).first)
      #expect(first.why.contains(.sensorMissing) && !first.why.contains(.warmingUp))
    }
    let silent = try #require(try readings([0], pauseBegins: 60).first)
    #expect(silent.why.contains(.sensorMissing))
    // Unplugged during the pause, and noticed at its end.
    let gone = try #require(
      try readings([0], then: [.sensorLost(0, at: at(Self.end))]).first)
    #expect(gone.why.contains(.sensorMissing))
  }

  @Test func aSuspendDuringAPauseChangesNothing() throws {
    let asleep = Input.gap(.suspend, at: at(1000), microseconds: 900_000_000)
    let first = try #require(try readings([0], meanwhile: [asleep]).first)
    #expect(first.why.contains(.sensorMissing) == false)
  }

  // 0.26 s after its last sample a gyro no longer carries the heading (`longestGyroGap` is 0.25 s), and the next field will
  // do so without it.
  @Test func aReadingWithoutAHeadingHasItsReasonBesideAMissingCalibration() throws {
    var samples = LevelDevice().samples(from: Self.end, to: Self.end + 0.1)
    samples.append(LevelDevice(hasForce: false, hasRate: false).sample(at: Self.end + 0.3))
    let then = samples.map { Input.sample($0) }
    let reading = try #require(try readings([0.36], then: then, isCalibrated: false).first)
    #expect(reading.headingMagnetic == nil)
    #expect(reading.why.first == .warmingUp && reading.why.contains(.uncalibrated))
  }

  @Test func theFirstHeadingIsThatOfTheFirstSample() throws {
    let turned = LevelDevice(heading: 120).samples(from: Self.end, to: Self.end + 0.1)
    let reading = try #require(try readings([0.11], then: turned.map { .sample($0) }).first)
    #expect(abs(try #require(reading.headingMagnetic).degrees - 120) < 0.01)
    #expect(reading.why.contains(.warmingUp) && reading.status != .accurate)
  }
}
