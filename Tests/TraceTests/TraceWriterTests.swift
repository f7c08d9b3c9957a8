import JSON
import Pipeline
import Qibla
import Quantities
import Randomness
import TestSamples
import Testing
import Wire

@testable import Trace

@Suite struct TraceWriterTests {
  private func line(_ sample: Sample, truth: TraceTruth = TraceTruth()) throws -> String {
    var writer = TraceWriter()
    var output: [UInt8] = []
    try writer.write(sample, truth: truth, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func aLineIsWrittenAsTheFormatSaysIt() throws {
    let sample = Sample(
      time: Timestamp(microseconds: 10_500),
      magneticField: MagneticField(microtesla: Vector3(0.06, -15.13, -0.0000001)),
      acceleration: Acceleration(metresPerSecondSquared: Vector3(0, 0, 9.80665)),
      angularRate: AngularRate(radiansPerSecond: Vector3(1.0 / 3, 0, -1)))
    let truth = TraceTruth(
      headingDegrees: 91.47, attitude: Quaternion(w: 0.5, x: -0.5, y: 0.5, z: 0.5), isMoving: false,
      fieldDeviationMicrotesla: 1.8)
    #expect(
      try line(sample, truth: truth)
        == #"{"t":0.0105,"mag":[0.06,-15.13,0],"accel":[0,0,9.80665],"gyro":[0.333333,0,-1],"#
        + #""truth_heading":91.47,"truth_q":[0.5,-0.5,0.5,0.5],"moving":false,"truth_mag_dev":1.8}"#
        + "\n")
  }

  @Test func timeCountsFromTheOrigin() throws {
    var writer = TraceWriter(origin: Timestamp(microseconds: 81_239_000_123))
    var output: [UInt8] = []
    let field = MagneticField(microtesla: .zero)
    try writer.write(
      Sample(time: Timestamp(microseconds: 81_240_000_124), magneticField: field), to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "{\"t\":1.000001,\"mag\":[0,0,0]}\n")
    #expect(throws: UnwritableInput.badValue(.time)) {
      try writer.write(
        Sample(time: Timestamp(microseconds: 81_239_000_122), magneticField: field), to: &output)
    }
  }

  @Test func whatCouldNotBeReadBackIsNotWritten() throws {
    let now = Timestamp(microseconds: 0)
    var writer = TraceWriter()
    var output: [UInt8] = []
    for bad in [.nan, .infinity, -1e300, 1_000_000.1] {
      #expect(throws: UnwritableInput.badValue(.magneticField)) {
        let field = MagneticField(microtesla: Vector3(0, bad, 0))
        try writer.write(Sample(time: now, magneticField: field), to: &output)
      }
    }
    #expect(throws: UnwritableInput.nothingMeasured) {
      try writer.write(Sample(time: now), to: &output)
    }
    #expect(throws: UnwritableInput.badValue(.fixTime)) {
      try writer.write(
        Sample(time: now, fix: Fix(mode: .none, utcMicroseconds: .max)), to: &output)
    }
    #expect(output.isEmpty)
    // and the next line is whole
    try writer.write(Sample(time: now, fix: Fix(mode: .none)), to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "{\"t\":0,\"fix\":{\"mode\":1}}\n")
  }

  @Test func whatIsWrittenIsReadAgainTheSame() throws {
    var random = SeededGenerator(seed: 9)
    var writer = TraceWriter()
    var output: [UInt8] = []
    writer.write(TraceHeader(name: "random"), to: &output)
    var samples: [Sample] = []
    for index in 0..<5_000 {
      let sample = try Self.sample(index, &random)
      let labels = TraceTruth(headingDegrees: 12, isMoving: true)
      try writer.write(
        sample, truth: Bool.random(using: &random) ? labels : TraceTruth(), to: &output)
      if sample.hasMeasurement || sample.fix != nil { samples.append(sample) }
    }
    let reading = try readAll(output)
    #expect("\(reading.skipped)" == "no bad lines")
    #expect(reading.samples == samples)
    // and written again: the same bytes
    var again: [UInt8] = []
    for sample in reading.samples { try writer.write(sample, to: &again) }
    #expect(try readAll(trace() + again).samples == samples)
  }

  @Test func aHeaderIsWrittenAndReadAgainTheSame() throws {
    let turned = Matrix3(Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1))
    let position = try Position(
      coordinates: Coordinates(latitude: 21.422487, longitude: 39.826206), altitudeMetres: 300.25,
      error68Metres: 0.1)
    let state = InitialState(
      calibration: Calibration(hardIron: Vector3(0.1, 2, -3), softIron: .identity, grade: .c),
      position: position, declination: try Declination(degrees: 3.1),
      utcMicroseconds: 1_795_237_200_123_456,
      others: [JSONValue.Member(key: "profile", value: .string("a \"b\"\n"))])
    var full = TraceHeader(
      name: "مكة", source: "simulator", license: "Apache-2.0", sensor: "none", rateHz: 1.0 / 3,
      mount: try Mount(magnetometer: turned, inertial: .identity), isMagnetometerCalibrated: true,
      magnetometerUnit: "counts", declination: try Declination(degrees: -0.1), isSimulated: true,
      initialState: state, otherUnits: [JSONValue.Member(key: "gyro", value: .string("rad/s"))],
      others: [JSONValue.Member(key: "seed", value: .number(1e300))])
    full.isInertialCalibrated = true
    full.chips = ChipDrivers(
      magnetometer: "qmc5883l", inertial: "mpu6050", accelerometer: "a \"b\"\n", gyro: "")
    var partly = TraceHeader()
    partly.chips.gyro = "l3gd20"
    full.start = Timestamp(microseconds: 8_000_000_000_000_000)
    full.initialState?.isPositionByHand = true
    full.initialState?.isPositionConfigured = true
    full.initialState?.isTimeByHand = true
    full.initialState?.isTimeUncertain = true
    full.initialState?.lastKnown = PipelineSettings.LastKnown(
      position: position, utcMicroseconds: 1_795_237_200_123_457)
    full.initialState?.target = QiblaMessage.Target(
      name: "Küche \"B\"", coordinates: position.coordinates)
    full.initialState?.method = .rhumb
    full.initialState?.mountErrorDegrees = 4.0 / 3
    full.initialState?.alignment = AlignmentParameters()
    full.initialState?.alignment?.dwell = 1.0 / 3
    for header in [full, partly, TraceHeader()] {
      var writer = TraceWriter()
      var output: [UInt8] = []
      writer.write(header, to: &output)
      #expect(output.count { $0 == 0x0A } == 1)
      #expect(try TraceHeader(parsing: output.dropLast()) == header)
    }
  }

  /// Values that six decimals hold exactly.
  private static func sample(
    _ index: Int, _ random: inout SeededGenerator
  ) throws -> Sample {
    var sample = Sample(time: Timestamp(microseconds: Int64(index) * 10_001))
    func vector(_ limit: Int) -> Vector3 {
      func number() -> Double { Double(Int.random(in: -limit...limit, using: &random)) / 1e6 }
      return Vector3(number(), number(), number())
    }
    if index % 2 == 0 {
      sample.magneticField = MagneticField(microtesla: vector(1_000_000_000_000))
    }
    if index % 3 > 0 {
      sample.acceleration = Acceleration(metresPerSecondSquared: vector(10_000_000_000))
    }
    if index % 5 > 0 { sample.angularRate = AngularRate(radiansPerSecond: vector(1_000_000_000)) }
    guard index % 7 == 0 || !sample.hasMeasurement else { return sample }
    let place = try Coordinates(
      latitude: Double(Int.random(in: -90_000_000_000...90_000_000_000, using: &random)) / 1e9,
      longitude: Double(Int.random(in: -180_000_000...180_000_000, using: &random)) / 1e6)
    let position = try Position(
      coordinates: place, altitudeMetres: index % 4 == 0 ? nil : Double(index) / 1000,
      error68Metres: index % 3 == 0 ? nil : Double(index) / 8)
    let modes: [Fix.Mode] = [.none, .twoDimensional(position), .threeDimensional(position)]
    sample.fix = Fix(
      mode: modes[index % 3],
      utcMicroseconds: index % 2 == 0 ? nil : 1_795_237_200_000_000 + Int64(index) * 333)
    return sample
  }
}

/// Which of several chips measured.
@Suite struct TraceSourceTests {
  @Test func whatSeveralChipsMeasureComesBackWithItsSource() throws {
    var header = TraceHeader()
    header.magnetometers = [
      7: .init(
        mount: Matrix3(Quaternion(yaw: 0.5, pitch: -0.3, roll: 2)),
        calibration: Calibration(hardIron: Vector3(1, 2, 3), softIron: .identity, grade: .b),
        chip: "LIS3MDL"), 300: .init(),
    ]
    var writer = TraceWriter()
    var bytes: [UInt8] = []
    writer.write(header, to: &bytes)
    let samples = [0, 7, 65_535].map { (source: SensorSourceID) in
      // At one instant: three chips.
      Sample(
        time: Timestamp(microseconds: 1_000_000),
        magneticField: MagneticField(microtesla: Vector3(1, 2, Double(source.number))),
        source: source)
    }
    for sample in samples { try writer.write(sample, to: &bytes) }
    var reader = try TraceReader(source: MemorySource(bytes), name: "trace")
    #expect(reader.header.magnetometers[300] == header.magnetometers[300])
    let seven = try #require(reader.header.magnetometers[7])
    #expect(seven.calibration == header.magnetometers[7]?.calibration && seven.chip == "LIS3MDL")
    #expect(try (0..<3).map { _ in try reader.next()?.sample } == samples)
    #expect(try reader.next() == nil && reader.skipped.total == 0)
  }

  @Test func everySourceIsANumberThatALineCanHold() {
    #expect([-1, 65_536].map(SensorSourceID.init) == [nil, nil])
    #expect([0, 65_535].map(SensorSourceID.init) == [0, 65_535])
  }

  @Test(arguments: [
    #"{"trace":1,"magnetometers":{}}"#, #"{"trace":1,"magnetometers":[1]}"#,
    #"{"trace":1,"magnetometers":[{"mount":[[1,0,0],[0,1,0],[0,0,1]]}]}"#,
    #"{"trace":1,"magnetometers":[{"id":1},{"id":1}]}"#,
    #"{"trace":1,"magnetometers":[{"id":1.5}]}"#,
    #"{"trace":1,"magnetometers":[{"id":1,"mount":[[1,0,0],[0,1,0],[0,0,-1]]}]}"#,
  ])
  func aHeaderThatDescribesNoMagnetometersIsRefused(text: String) {
    #expect(throws: TraceHeaderError.self) { try TraceHeader(parsing: Array(text.utf8)[...]) }
  }
}
