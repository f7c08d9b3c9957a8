import Pipeline
import Quantities
import Session
import Simulation
import Testing
import Trace
import Wire

/// A device that is turned while the machine sleeps.
@Suite struct SuspendTests {
  /// What says that time goes on without measurements.
  private static var live: TraceHeader {
    var header = TraceHeader()
    header.isLive = true
    return header
  }

  /// Of exact sensors, as the simulated ones are.
  private static var calibration: Calibration {
    var calibration = Calibration.given
    calibration.inertial = InertialCalibration(
      accelerometer: AxesCalibration(offset: .zero, matrix: .identity))
    return calibration
  }

  /// Samples at rest at 143°, and after `sleep` s at 231°; the clock goes on meanwhile.
  private func readings(sleep: Double, isSeen: Bool, hasGyro: Bool = true) throws -> [Reading] {
    var options = try london()
    options.calibration = Self.calibration
    var session = Session(options.settings(for: Self.live))
    var readings: [Reading] = []
    func take(_ line: LineEncoder.Line) {
      guard case .reading(let reading)? = try? Message(parsing: line.bytes) else { return }
      readings.append(reading)
    }
    var end = 0.0
    for (heading, start) in [(143.0, 0.0), (231.0, 20 + sleep)] {
      let motion = Motion(heading: Path(heading), pitch: Path(4), roll: Path(-6))
      let earth = Scene.EarthField(
        strength: 48, inclinationDegrees: 62, declination: try Declination(degrees: 1.2))
      var device = Device()
      device.gyro = hasGyro ? device.gyro : nil
      for step in SimulatedSamples(
        world: World(earth: earth, motion: motion), device: device, seed: 4)
      {
        var sample = step.sample
        let seconds = Double(sample.time.microseconds) / 1e6
        guard seconds < 20 else { break }
        end = start + seconds
        sample.time = Timestamp(microseconds: Int64(end * 1e6))
        if seconds == 0, start > 0, isSeen {
          _ = session.feed(
            .gap(.suspend, at: sample.time, microseconds: Int64(sleep * 1e6)), emit: take)
        }
        _ = session.feed(.sample(sample), emit: take)
      }
    }
    return readings
  }

  /// Readings that are called accurate and off by more than 10° in the two seconds after the sleep.
  private func lies(_ readings: [Reading], after sleep: Double) -> [Reading] {
    readings.filter { reading in
      let time = Double(reading.time.microseconds) / 1e6
      guard time >= 20 + sleep, reading.status == .accurate, let heading = reading.headingTrue
      else { return false }
      return abs(RelativeBearing(degrees: heading.degrees - 231).degrees) > 10
    }
  }

  @Test(arguments: [0.05, 0.3, 2, 4.5, 30, 40_000])
  func itNeverWakesAccurateAndWrong(sleep: Double) throws {
    for hasGyro in [true, false] {
      let readings = try readings(sleep: sleep, isSeen: true, hasGyro: hasGyro)
      #expect(lies(readings, after: sleep).isEmpty)
      let after = readings.filter { Double($0.time.microseconds) / 1e6 >= 20 + sleep }
      let first = try #require(after.first)
      #expect(first.why.contains(.warmingUp) && first.status != .accurate)
      // Nothing is told of the time asleep, and the heading is there at once.
      #expect(abs(Double(first.time.microseconds) / 1e6 - 20 - sleep) < 0.02)
      let heading = try #require(first.headingTrue)
      #expect(abs(RelativeBearing(degrees: heading.degrees - 231).degrees) < 3)
      #expect(after.last?.status == .accurate)
      #expect(readings.contains { $0.status == .accurate && $0.time.microseconds < 20_000_000 })
    }
  }

  // Why it has to be seen: what a gyro did not see, the filter takes for interference. A gap of over 0.25 s
  // (`longestGyroGap`) ends the attitude.
  @Test func aShortSleepThatNobodySeesIsTakenForInterferenceOrWorse() throws {
    let readings = try readings(sleep: 0.2, isSeen: false)
    let wrong = readings.filter { reading in
      guard reading.time.microseconds > 20_400_000, let heading = reading.headingTrue else {
        return false
      }
      return abs(RelativeBearing(degrees: heading.degrees - 231).degrees) > 30
    }
    #expect(wrong.count > 60)
  }

  @Test func aSleepIsOneGapThatSaysSo() throws {
    var options = try london()
    options.calibration = Self.calibration
    var session = Session(options.settings(for: Self.live))
    var events: [Event] = []
    func take(_ line: LineEncoder.Line) {
      guard case .event(let event)? = try? Message(parsing: line.bytes) else { return }
      events.append(event)
    }
    func idle(_ seconds: Double) -> Input {
      .idle(at: Timestamp(microseconds: Int64(seconds * 1e6)))
    }
    _ = session.feed(idle(1), emit: take)
    _ = session.feed(idle(1.1), emit: take)
    _ = session.feed(
      .gap(.suspend, at: idle(9000).time, microseconds: 8_998_000_000), emit: take)
    _ = session.feed(idle(9000), emit: take)
    _ = session.feed(idle(9000.1), emit: take)
    let gaps = events.filter { $0.name == .gap }
    #expect(gaps.map(\.reason) == [.suspend])
    #expect(gaps.first?.gapMicroseconds == 8_998_000_000)
  }
}
