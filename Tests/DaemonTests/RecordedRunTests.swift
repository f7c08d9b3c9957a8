import I2C
import Pipeline
import Quantities
import Session
import TestDoubles
import TestSamples
import Testing
import Trace
import Wire

@testable import qiblad

/// A recording of a live run replays to the same bytes, with all that went wrong in it.
@Suite struct RecordedRunTests {
  private static var header: TraceHeader {
    var header = TraceHeader(name: "scripted")
    header.isLive = true
    header.initialState = InitialState(utcMicroseconds: 1_795_237_200_000_000)
    return header
  }

  private static func options() throws -> RunOptions {
    var options = RunOptions()
    options.calibration = .given
    options.declination = try Declination(degrees: 1.2)
    return options
  }

  private func replay(_ recording: [UInt8]) throws -> [UInt8] {
    var reader = try TraceReader(source: MemorySource(recording), name: "recording")
    var session = Session(try Self.options().settings(for: reader.header))
    var output: [UInt8] = []
    while let item = try reader.next() {
      _ = session.feed(item.input) { output += $0.bytes }
    }
    session.finish { output += $0.bytes }
    #expect("\(reader.skipped)" == "no bad lines")
    return output
  }

  private func fix(at time: Timestamp) throws -> Sample {
    let position = try Position(
      coordinates: Coordinates(latitude: 51.5074, longitude: -0.1278), altitudeMetres: 11,
      error68Metres: 4.7)
    let motion = Fix.Motion(speedMetresPerSecond: 1.0 / 3, course: Azimuth(degrees: 359.9999999))
    return Sample(
      time: time,
      fix: Fix(
        mode: .threeDimensional(position), utcMicroseconds: 1_795_237_226_400_000, motion: motion))
  }

  /// 30 s in which all happens that a device can meet.
  private func eventfulRun() throws -> ScriptedDevice {
    let device = ScriptedDevice(Self.header, try Self.options())
    try device.run(seconds: 4)
    device.isStuck = true
    try device.run(seconds: 5)
    device.isStuck = false
    try device.run(seconds: 2)
    for _ in 0..<2 {
      device.motor.start(at: device.clock.now)
      try device.run(seconds: 0.24)
      device.motor.end(at: device.clock.now)
      try device.run(seconds: 0.6)
    }
    device.buses[0].disconnect(ScriptedDevice.magnetometer)
    try device.run(seconds: 3)
    device.plug(ScriptedDevice.magnetometer)
    try device.run(seconds: 4)
    device.suspend(seconds: 90)
    device.queue.put(.sample(try fix(at: device.clock.now)))
    try device.run(seconds: 1)
    let lima = try Coordinates(latitude: -12.0464, longitude: -77.0428)
    try device.set(.position(try Position(coordinates: lima, error68Metres: 20.0 / 3)))
    try device.run(seconds: 1)
    try device.set(.target(QiblaMessage.Target(name: "Lima \"B\"", coordinates: lima)))
    try device.set(.position(nil))
    try device.run(seconds: 1)
    let turned = try BoardMount(parsing: "-x y -z").bodyFromBoard
    try device.set(.mount(try Mount(magnetometer: turned, inertial: turned)))
    try device.run(seconds: 1)
    for bus in device.buses { bus.fail(.timedOut(address: 0x2C), count: 400) }
    try device.run(seconds: 2)
    for bus in device.buses { bus.heal() }
    try device.run(seconds: 6)
    device.finish()
    return device
  }

  @Test func aRunWithFaultsReplaysToTheSameBytes() throws {
    let device = try eventfulRun()
    #expect(try replay(device.recording) == device.output)
    // All that can happen did.
    let first = SensorSourceID(rawValue: UInt16(ScriptedDevice.magnetometer))
    func count(_ isCounted: (Input) -> Bool) -> Int { device.inputs.count { isCounted($0) } }
    let inertial = SensorSourceID(rawValue: UInt16(ScriptedDevice.inertial))
    #expect(
      device.inputs.first == .sensorFound(inertial, driver: "mpu6050", at: device.inputs[0].time))
    #expect(count { if case .sensorFound = $0 { true } else { false } } == 1)
    #expect(count { if case .sensorLost(first, _) = $0 { true } else { false } } >= 2)
    #expect(count { if case .sensorFault(first, .stuck, _) = $0 { true } else { false } } >= 1)
    #expect(count { if case .sensorFault(_, .bus, _) = $0 { true } else { false } } >= 1)
    #expect(count { if case .sensorFault(first, nil, _) = $0 { true } else { false } } >= 2)
    #expect(count { if case .blanking(true, _) = $0 { true } else { false } } == 2)
    #expect(count { if case .blanking(false, _) = $0 { true } else { false } } == 2)
    #expect(count { if case .gap(.suspend, _, 90_000_000?) = $0 { true } else { false } } == 1)
    #expect(count { if case .setting = $0 { true } else { false } } == 4)
    let text = String(decoding: device.output, as: UTF8.self)
    #expect(text.contains(#""name":"mount_changed""#))
    #expect(text.contains(#""target":{"name":"Lima \"B\"","latitude_deg":-12.0464"#))
    #expect(text.contains(#""status":"manual","latitude_deg":-12.0464"#))
    #expect(count { if case .idle = $0 { true } else { false } } > 1)
    #expect(count { $0.sample?.fix?.motion != nil } == 1)
    let sources = Set(device.inputs.compactMap { $0.hasMeasurement ? $0.sample?.source : nil })
    #expect(sources.count == 3)
    let lines = String(decoding: device.output, as: UTF8.self)
    for said in ["\"suspend\"", "device_lost", "device_recovered", "position_fix", "warming_up"] {
      #expect(lines.contains(said), "\(said)")
    }
  }

  // Without the reports the replay is another one: they are what makes it the same.
  @Test func aRecordingOfTheSamplesAloneReplaysToSomethingElse() throws {
    let device = try eventfulRun()
    var writer = TraceWriter(precision: .exact)
    var samples: [UInt8] = []
    writer.write(Self.header, to: &samples)
    for input in device.inputs where input.sample != nil { try writer.write(input, to: &samples) }
    #expect(try replay(samples) != device.output)
  }

  @Test func everyRunIsTheSameRun() throws {
    #expect(try eventfulRun().recording == eventfulRun().recording)
  }
}
