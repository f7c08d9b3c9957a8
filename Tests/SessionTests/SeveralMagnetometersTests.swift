import Pipeline
import Quantities
import Session
import Simulation
import TestSamples
import Testing
import Trace
import Wire

/// A recording of two magnetometers.
@Suite struct SeveralMagnetometersTests {
  private let turn = Quaternion(yaw: -1.4, pitch: 0.5, roll: 2.6)

  /// Two boards for 60 s; from 40 s on a magnet lies beside the second.
  private func samples(ids: (first: SensorSourceID, second: SensorSourceID)) throws -> [Sample] {
    let motion = Motion(
      heading: Path(161).moving(by: 190, over: 15).moving(by: -340, over: 20).holding(60),
      pitch: Path(5), roll: Path(-8))
    var second = Device(rateHz: 60)
    (second.accelerometer, second.gyro) = (nil, nil)
    second.mount = Mount(turning: turn)
    second.iron = .ofABoard
    let earth = Scene.EarthField(
      strength: 48, inclinationDegrees: 62, declination: try Declination(degrees: 1.2))
    let magnet = Magnet(
      .uniform(Vector3(5, 9, 0)), in: .body, during: Envelope(from: 40))
    return MergedSamples([
      SimulatedSamples(world: World(earth: earth, motion: motion), device: Device(), seed: 2),
      SimulatedSamples(
        world: World(earth: earth, motion: motion, magnets: [magnet]), device: second, seed: 3),
    ]).prefix { $0.time.microseconds < 60_000_000 }.map { sample in
      var sample = sample
      sample.source = sample.source == 0 ? ids.first : ids.second
      return sample
    }
  }

  private func recording(
    _ samples: [Sample], magnetometers: [SensorSourceID: TraceHeader.Magnetometer] = [:]
  ) throws -> [UInt8] {
    var header = TraceHeader(isMagnetometerCalibrated: magnetometers.isEmpty)
    header.magnetometers = magnetometers
    // The simulated gyro and accelerometer are exact.
    header.isInertialCalibrated = true
    var writer = TraceWriter()
    var bytes: [UInt8] = []
    writer.write(header, to: &bytes)
    for sample in samples { try writer.write(sample, to: &bytes) }
    return bytes
  }

  @Test func theReplayTellsWhatTheDaemonWould() throws {
    let samples = try samples(ids: (513, 30))
    let replayed = try Replayed(try recording(samples), try london())
    var header = TraceHeader(isMagnetometerCalibrated: true)
    header.isInertialCalibrated = true
    var session = Session(try london().settings(for: header))
    var live: [UInt8] = []
    for sample in samples {
      // as it is written
      var sample = sample
      if let field = sample.magneticField?.microtesla {
        sample.magneticField?.microtesla = Vector3(
          rounded(field.x), rounded(field.y), rounded(field.z))
      }
      _ = session.feed(.sample(sample)) { if $0.topic == .event { live += $0.bytes } }
    }
    session.finish { if $0.topic == .event { live += $0.bytes } }
    #expect(replayed.lines.filter { $0.topic == .event }.flatMap(\.bytes) == live)
    let readings = try replayed.readings()
    func isTold(_ reading: Reading) -> Bool { reading.why.contains(.sensorsDisagree) }
    #expect(!readings.contains { isTold($0) && $0.time.microseconds < 40_000_000 })
    #expect(readings.last.map(isTold) == true)
    #expect(readings.last?.status == .uncertain)
  }

  private func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

  @Test func theCalibratedOneOfTheHeaderMakesTheHeading() throws {
    var magnetometer = TraceHeader.Magnetometer(mount: Matrix3(turn))
    magnetometer.calibration = Iron.ofABoard.calibration
    let samples = try samples(ids: (0, 5))
    let replayed = try Replayed(
      try recording(samples, magnetometers: [5: magnetometer]), try london())
    let before = try #require(
      try replayed.readings().last { $0.time.microseconds < 40_000_000 })
    #expect(before.status == .accurate)
    let heading = try #require(before.headingTrue)
    #expect(abs(RelativeBearing(degrees: heading.degrees - 11).degrees) < 2)
  }

  // One magnetometer's jumps to the other's field would be a field that jumps.
  @Test func withoutIdsAllLinesAreOneChips() throws {
    let samples = try samples(ids: (0, 0)).filter { $0.time.microseconds < 10_000_000 }
    let replayed = try Replayed(try recording(samples), try london())
    #expect(try replayed.readings().contains { $0.status == .interference })
  }
}
