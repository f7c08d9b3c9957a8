import Pipeline
import Quantities
import Randomness
import TestSamples
import Testing
import Wire

@testable import Trace

/// Lines that report something else than a measurement.
@Suite struct InputLineTests {
  private func at(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  private func inputs(_ lines: String...) throws -> [Input] {
    let reading = try readAll(trace() + Array(lines.map { $0 + "\n" }.joined().utf8))
    #expect("\(reading.skipped)" == "no bad lines")
    return reading.items.map(\.input)
  }

  // As docs/traces.md shows them.
  @Test func eachReportIsReadAsTheFormatSays() throws {
    var news = CalibrationUpdate(status: .collecting)
    (news.event, news.coveragePercent) = (.calibrationProgress, 40)
    let read = try inputs(
      #"{"t":0.4,"found":{"source":104,"chip":"mpu6050"}}"#,
      #"{"t":12.5,"lost":{"source":30}}"#, #"{"t":12.6,"fault":{"source":30,"code":"stuck"}}"#,
      #"{"t":13.1,"fault":{"source":30,"code":"none"}}"#,
      #"{"t":13.2,"calibration":{"source":30,"values":{"offset_ut":[18,-25,11],"#
        + #""matrix":[[1,0,0],[0,1,0],[0,0,1]],"grade":"B"}}}"#,
      #"{"t":13.3,"calibration":{"source":30}}"#,
      #"{"t":13.4,"calibrating":{"status":"collecting","event":"calibration_progress","#
        + #""coverage_percent":40}}"#,
      #"{"t":14,"blanking":true}"#,
      #"{"t":14.4,"blanking":false}"#,
      #"{"t":104.4,"gap":{"reason":"suspend","gap_us":90000000}}"#,
      #"{"t":105,"gap":{"reason":"time_backwards"}}"#, #"{"t":106,"idle":true}"#,
      #"{"t":106.5,"date":"2026-11-21T05:00:00.123Z"}"#,
      #"{"t":107,"recording":{"file":"walk.jsonl.gz"}}"#,
      #"{"t":108,"recording":{"file":"walk.jsonl.gz","reason":"disk_full"}}"#)
    #expect(
      read == [
        .sensorFound(104, driver: "mpu6050", at: at(0.4)),
        .sensorLost(30, at: at(12.5)), .sensorFault(30, .stuck, at: at(12.6)),
        .sensorFault(30, nil, at: at(13.1)),
        .calibration(
          30, Calibration(hardIron: Vector3(18, -25, 11), softIron: .identity, grade: .b),
          at: at(13.2)),
        .calibration(30, nil, at: at(13.3)), .calibrating(news, at: at(13.4)),
        .blanking(true, at: at(14)),
        .blanking(false, at: at(14.4)),
        .gap(.suspend, at: at(104.4), microseconds: 90_000_000),
        .gap(.backwards, at: at(105), microseconds: nil), .idle(at: at(106)),
        .clock(utcMicroseconds: 1_795_237_200_123_000, at: at(106.5)),
        .recording(RecordingChange(file: "walk.jsonl.gz"), at: at(107)),
        .recording(RecordingChange(file: "walk.jsonl.gz", end: .diskFull), at: at(108)),
      ])
  }

  // As docs/traces.md shows them.
  @Test func whatTheUserSetIsReadAsTheFormatSays() throws {
    let sydney = try Coordinates(latitude: -33.8688, longitude: 151.2093)
    #expect(
      try inputs(
        #"{"t":20,"set":{"position":{"latitude_deg":-33.8688,"longitude_deg":151.2093,"error_m":20}}}"#,
        #"{"t":21,"set":{"position":"none"}}"#,
        #"{"t":22,"set":{"target":{"name":"Sydney","latitude_deg":-33.8688,"longitude_deg":151.2093}}}"#,
        #"{"t":23,"set":{"configuration":{"applied":["log"],"restart":["gpsd"]}}}"#,
        #"{"t":24,"set":{"configuration":"rejected"}}"#,
        #"{"t":25,"set":{"mount":[[0,1,0],[1,0,0],[0,0,-1]]}}"#,
        #"{"t":26,"set":{"mount":{"mag":[[1,0,0],[0,1,0],[0,0,1]],"imu":[[1,0,0],[0,-1,0],[0,0,-1]]}}}"#
      ) == [
        .setting(.position(try Position(coordinates: sydney, error68Metres: 20)), at: at(20)),
        .setting(.position(nil), at: at(21)),
        .setting(.target(QiblaMessage.Target(name: "Sydney", coordinates: sydney)), at: at(22)),
        .setting(.configuration(.reloaded(applied: ["log"], restart: ["gpsd"])), at: at(23)),
        .setting(.configuration(.rejected), at: at(24)),
        .setting(
          .mount(
            try Mount(
              magnetometer: BoardMount(parsing: "y x -z").bodyFromBoard,
              inertial: BoardMount(parsing: "y x -z").bodyFromBoard)), at: at(25)),
        .setting(
          .mount(
            try Mount(
              magnetometer: BoardMount(parsing: "x y z").bodyFromBoard,
              inertial: BoardMount(parsing: "x -y -z").bodyFromBoard)), at: at(26)),
      ])
  }

  @Test func keysOfLaterVersionsAreSkipped() throws {
    #expect(try inputs(#"{"t":1,"later":{"source":1}}"#).isEmpty)
    #expect(
      try inputs(#"{"t":1,"lost":{"source":1,"later":[2]},"note":"x"}"#)
        == [.sensorLost(1, at: at(1))])
  }

  @Test(arguments: [
    (#"{"t":1,"lost":30}"#, TraceKey.lost), (#"{"t":1,"lost":{}}"#, .lost),
    (#"{"t":1,"lost":{"source":-1}}"#, .lost), (#"{"t":1,"lost":{"source":65536}}"#, .lost),
    (#"{"t":1,"lost":{"source":1.5}}"#, .lost),
    (#"{"t":1,"lost":{"source":1,"source":1}}"#, .lost),
    (#"{"t":1,"found":"mpu6050"}"#, .found), (#"{"t":1,"found":{"source":1}}"#, .found),
    (#"{"t":1,"found":{"chip":"mpu6050"}}"#, .found),
    (#"{"t":1,"found":{"source":1,"chip":5}}"#, .found),
    (#"{"t":1,"found":{"source":1,"chip":"a","chip":"a"}}"#, .found),
    (#"{"t":1,"fault":{"source":1}}"#, .fault),
    (#"{"t":1,"fault":{"source":1,"code":"tired"}}"#, .fault),
    (#"{"t":1,"fault":{"source":1,"code":null}}"#, .fault),
    (#"{"t":1,"fault":{"code":"stuck"}}"#, .fault),
    (#"{"t":1,"calibration":{}}"#, .calibration),
    (#"{"t":1,"calibration":{"source":1,"values":{"offset_ut":[1,2,3]}}}"#, .calibration),
    (#"{"t":1,"calibration":{"source":1,"values":null}}"#, .calibration),
    (#"{"t":1,"calibrating":true}"#, .calibrating),
    (#"{"t":1,"calibrating":{"status":"tired"}}"#, .calibrating),
    (#"{"t":1,"calibrating":{"status":"ok","event":"tired"}}"#, .calibrating),
    (#"{"t":1,"calibrating":{"status":"ok","made":"noon"}}"#, .calibrating),
    (#"{"t":1,"calibrating":{"status":"ok","coverage_percent":-1}}"#, .calibrating),
    (#"{"t":1,"calibrating":{"status":"rejected","reasons":[1]}}"#, .calibrating),
    (#"{"t":1,"blanking":1}"#, .blanking),
    (#"{"t":1,"date":1795237200}"#, .clock), (#"{"t":1,"date":"noon"}"#, .clock),
    (#"{"t":1,"recording":true}"#, .recording), (#"{"t":1,"recording":{"file":""}}"#, .recording),
    (#"{"t":1,"recording":{"file":"a","reason":"tired"}}"#, .recording),
    (#"{"t":1,"recording":{"reason":"asked"}}"#, .recording),
    (#"{"t":1,"set":{"configuration":true}}"#, .setConfiguration),
    (#"{"t":1,"set":{"mount":"x -y -z"}}"#, .setMount),
    (#"{"t":1,"set":{"mount":[[1,0,0],[0,1,0],[0,0,-1]]}}"#, .setMount),
    (#"{"t":1,"set":{"mount":{"mag":[[1,0,0],[0,1,0],[0,0,1]]}}}"#, .setMount),
    (#"{"t":1,"set":{"configuration":{"applied":["log"]}}}"#, .setConfiguration),
    (#"{"t":1,"set":{"configuration":{"applied":["log"],"restart":[1]}}}"#, .setConfiguration),
    (#"{"t":1,"gap":"suspend"}"#, .gap), (#"{"t":1,"gap":{"reason":"doze"}}"#, .gap),
    (#"{"t":1,"gap":{"reason":"suspend","gap_us":-1}}"#, .gap),
    (#"{"t":1,"gap":{"reason":"suspend","gap_us":0.5}}"#, .gap), (#"{"t":1,"idle":false}"#, .idle),
    (#"{"t":1,"mag":[1,2,3],"delay_s":-0.1}"#, .delay),
    (#"{"t":1,"gyro":[1,2,3],"temperature_c":"warm"}"#, .temperature),
    (#"{"t":1,"gyro":[1,2,3],"temperature_c":-274}"#, .temperature),
    (#"{"t":1,"fix":{"mode":1,"course_deg":360}}"#, .fixCourse),
    (#"{"t":1,"fix":{"mode":1,"speed_mps":-1}}"#, .fixSpeed),
    (#"{"t":1,"set":"position"}"#, .set), (#"{"t":1,"set":{}}"#, .set),
    (#"{"t":1,"set":{"position":"nowhere"}}"#, .setPosition),
    (#"{"t":1,"set":{"position":{}}}"#, .setPosition),
    (#"{"t":1,"set":{"position":{"latitude_deg":91,"longitude_deg":0}}}"#, .setPosition),
    (
      #"{"t":1,"set":{"position":{"latitude_deg":1,"longitude_deg":0,"error_m":"5"}}}"#,
      .setPosition
    ),
    (#"{"t":1,"set":{"position":"none","target":{"name":"a"}}}"#, .set),
    (#"{"t":1,"set":{"target":{"latitude_deg":1,"longitude_deg":0}}}"#, .setTarget),
    (#"{"t":1,"set":{"target":{"name":"","latitude_deg":1,"longitude_deg":0}}}"#, .setTarget),
    (#"{"t":1,"set":{"later":1}}"#, .set),
  ])
  func aReportWithAWrongValueIsABadLineThatNamesItsKey(line: String, key: TraceKey) throws {
    #expect(try reason(line) == .badValue(key))
  }

  // With longer ones a message would be over 16,384 bytes, the longest line of docs/protocol.md.
  @Test func aTextThatNoMessageHasRoomForIsABadValue() throws {
    func texts(_ count: Int, of bytes: Int) -> String {
      let text = "\"" + String(repeating: "x", count: bytes) + "\""
      return Array(repeating: text, count: count).joined(separator: ",")
    }
    func calibrating(_ key: String, _ value: String) throws -> BadLine? {
      try reason(#"{"t":1,"calibrating":{"status":"ok","\#(key)":\#(value)}}"#)
    }
    for key in ["grade", "profile"] {
      #expect(try calibrating(key, texts(1, of: 256)) == nil)
      #expect(try calibrating(key, texts(1, of: 257)) == .badValue(.calibrating))
      // six bytes of a message
      #expect(try calibrating(key, #""a\u0000""#) == .badValue(.calibrating))
    }
    #expect(try calibrating("reasons", "[\(texts(16, of: 256))]") == nil)
    #expect(try calibrating("reasons", "[\(texts(17, of: 1))]") == .badValue(.calibrating))
    #expect(try calibrating("reasons", "[\(texts(1, of: 257))]") == .badValue(.calibrating))
    func configuration(_ applied: String, _ restart: String) throws -> BadLine? {
      try reason(
        #"{"t":1,"set":{"configuration":{"applied":[\#(applied)],"restart":[\#(restart)]}}}"#)
    }
    let (most, more, longer) = (texts(16, of: 64), texts(17, of: 1), texts(1, of: 65))
    #expect(try configuration(most, most) == nil)
    for bad in [more, longer] {
      #expect(try configuration(bad, "") == .badValue(.setConfiguration))
      #expect(try configuration("", bad) == .badValue(.setConfiguration))
    }
  }

  @Test(arguments: [
    #"{"t":1,"mag":[1,2,3],"lost":{"source":1}}"#, #"{"t":1,"idle":true,"blanking":true}"#,
    #"{"t":1,"gap":{"reason":"suspend"},"fix":{"mode":1}}"#,
  ])
  func aLineHoldsOneInput(line: String) throws {
    #expect(try reason(line) == .severalInputs)
  }

  @Test func aReportThatIsThereTwiceIsRepeated() throws {
    #expect(try reason(#"{"t":1,"idle":true,"idle":true}"#) == .repeatedKey(.idle))
  }

  @Test func theSameInstantTwiceIsGoodInTheRecordingOfADaemonOnly() throws {
    let line = #"{"t":1,"mag":[1,2,3]}"#
    #expect(try readAll(trace(line, line)).skipped[.duplicateTime] == 1)
    let live = Array("{\"trace\":1,\"live\":true}\n\(line)\n\(line)\n".utf8)
    #expect(try readAll(live).samples.count == 2)
  }

  @Test func samplesForAFitLeaveOutTheFieldsOfAMotor() throws {
    let bytes = trace(
      #"{"t":1,"mag":[1,2,3]}"#, #"{"t":2,"blanking":true}"#,
      #"{"t":3,"mag":[9,9,9],"gyro":[0,0,1]}"#, #"{"t":4,"lost":{"source":1}}"#,
      #"{"t":5,"blanking":false}"#, #"{"t":6,"mag":[1,2,4]}"#)
    var reader = try TraceReader(source: MemorySource(bytes), name: "t")
    var fields: [Double?] = []
    while let sample = try reader.nextSample() { fields.append(sample.magneticField?.microtesla.z) }
    #expect(fields == [3, nil, 4])
  }
}

/// Whatever a daemon gives is read back as it was written.
@Suite struct InputRoundTripTests {
  @Test func randomInputsComeBackTheSame() throws {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      var time: Int64 = 0
      let inputs = (0..<200).map { _ in
        time += Int64.random(in: 0...90_000_000, using: &random)
        return Self.input(at: Timestamp(microseconds: time), &random)
      }
      var header = TraceHeader()
      header.isLive = true
      var writer = TraceWriter(precision: .exact)
      var bytes: [UInt8] = []
      writer.write(header, to: &bytes)
      for input in inputs { try writer.write(input, to: &bytes) }
      let chunk = Int.random(in: 1...4000, using: &random)
      let reading = try readAll(bytes, chunk: chunk)
      #expect("\(reading.skipped)" == "no bad lines")
      #expect(reading.items.map(\.input) == inputs, "seed \(seed)")
      var again: [UInt8] = []
      writer.write(header, to: &again)
      for item in reading.items { try writer.write(item.input, to: &again) }
      #expect(again == bytes)
    }
  }

  @Test func aTickIsNotWritten() throws {
    var writer = TraceWriter()
    var bytes: [UInt8] = []
    try writer.write(.tick(Timestamp(microseconds: 5)), to: &bytes)
    #expect(bytes.isEmpty)
  }

  @Test func whatCouldNotBeReadBackIsNotWritten() {
    let time = Timestamp(microseconds: 0)
    let rate = AngularRate(radiansPerSecond: .zero)
    var impossible = Calibration.given
    impossible.hardIron.x = .nan
    var stranger = CalibrationUpdate(status: .ok)
    stranger.coveragePercent = .infinity
    let bad: [(Input, TraceKey)] = [
      (.calibration(1, impossible, at: time), .calibration),
      (.calibrating(stranger, at: time), .calibrating),
      (.gap(.silence, at: time, microseconds: -1), .gap),
      (.recording(RecordingChange(file: "a\nb"), at: time), .recording),
      (.clock(utcMicroseconds: .max, at: time), .clock),
      (.idle(at: Timestamp(microseconds: -1)), .time),
      (.sample(Sample(time: time, angularRate: rate, delay: .nan)), .delay),
      (.sample(Sample(time: time, angularRate: rate, temperatureCelsius: .nan)), .temperature),
    ]
    for (input, key) in bad {
      var writer = TraceWriter()
      var bytes: [UInt8] = []
      #expect(throws: UnwritableInput.badValue(key)) { try writer.write(input, to: &bytes) }
      #expect(bytes.isEmpty)
    }
  }

  private static func input(
    at time: Timestamp, _ random: inout SeededGenerator
  ) -> Input {
    let source = SensorSourceID(rawValue: UInt16.random(in: .min ... .max, using: &random))
    let faults = [nil] + SensorFault.allCases
    switch Int.random(in: 0..<18, using: &random) {
    case 17:
      let utc = Int64.random(in: -62_000_000_000_000_000...250_000_000_000_000_000, using: &random)
      return .clock(utcMicroseconds: utc, at: time)
    case 16:
      let mounts = ["x y z", "x -y -z", "-y -x -z"].compactMap {
        try? BoardMount(parsing: $0).bodyFromBoard
      }
      let mount = try? Mount(
        magnetometer: mounts[Int.random(in: 0..<3, using: &random)],
        inertial: mounts[Int.random(in: 0..<3, using: &random)])
      return .setting(.mount(mount ?? .identity), at: time)
    case 12:
      let ends = [nil] + Event.RecordingEnd.allCases
      let end = ends[Int.random(in: ends.indices, using: &random)]
      return .recording(RecordingChange(file: "walk \"1\" مكة", end: end), at: time)
    case 15:
      let names = ["log", "target.method", "a \"b\""]
      let applied = names.filter { _ in Bool.random(using: &random) }
      return .setting(
        .configuration(
          Bool.random(using: &random)
            ? .rejected : .reloaded(applied: applied, restart: names)), at: time)
    case 10:
      return .setting(.position(Bool.random(using: &random) ? place(&random) : nil), at: time)
    case 11:
      let names = ["Home", "a \"b\"", "مكة", "x"]
      let name = names[Int.random(in: names.indices, using: &random)]
      return .setting(
        .target(QiblaMessage.Target(name: name, coordinates: place(&random).coordinates)),
        at: time)
    case 0: return .idle(at: time)
    case 6: return .calibration(source, calibration(&random), at: time)
    case 7: return .calibrating(news(&random), at: time)
    case 1: return .sensorLost(source, at: time)
    case 2:
      return .sensorFault(source, faults[Int.random(in: faults.indices, using: &random)], at: time)
    case 3: return .blanking(Bool.random(using: &random), at: time)
    case 4:
      let reasons = Event.GapReason.allCases
      let length = Int64.random(in: 0...(1 << 53), using: &random)
      return .gap(
        reasons[Int.random(in: 0..<reasons.count, using: &random)], at: time,
        microseconds: Bool.random(using: &random) ? length : nil)
    case 5:
      let drivers = ["mpu6050", "", "a \"b\"\n", "مكة"]
      return .sensorFound(
        source, driver: drivers[Int.random(in: drivers.indices, using: &random)], at: time)
    default: return .sample(sample(at: time, source, &random))
    }
  }

  /// As a fit gives it, with every digit that a file holds; `nil` now and then.
  private static func calibration(_ random: inout SeededGenerator) -> Calibration? {
    func vector(_ size: Double) -> Vector3 {
      func number() -> Double { Double.random(in: -size...size, using: &random) }
      return Vector3(number(), number(), number())
    }
    func axes(_ offset: Double) -> AxesCalibration {
      func positive(_ v: Vector3) -> Vector3 { Vector3(abs(v.x), abs(v.y), abs(v.z)) }
      let (a, b, c) = (vector(0.1), vector(0.1), vector(0.1))
      return AxesCalibration(
        offset: vector(offset),
        matrix: Matrix3(Vector3(1, 0, 0) + a, Vector3(0, 1, 0) + b, Vector3(0, 0, 1) + c),
        offsetSigma: positive(vector(offset / 9)),
        matrixSigma: Matrix3(positive(a), positive(b), positive(c)),
        forceSensitivity: Matrix3(a, b, c) * 0.01)
    }
    guard Int.random(in: 0..<5, using: &random) > 0 else { return nil }
    let shear = vector(0.1)
    let found = Calibration(
      hardIron: vector(90),
      softIron: Matrix3(
        Vector3(1.03, shear.x, shear.y), Vector3(shear.x, 0.97, shear.z),
        Vector3(shear.y, shear.z, 1.01)), grade: .a,
      residual: Double.random(in: 0...0.1, using: &random),
      error68Degrees: Double.random(in: 0...7, using: &random),
      radius: Double.random(in: 20...70, using: &random),
      inclination: Double.random(in: -1.5...1.5, using: &random),
      misalignment: Quaternion(rotationVector: vector(0.1)),
      inertial: InertialCalibration(accelerometer: axes(0.8), gyro: axes(0.4)))
    return found.asWritten
  }

  private static func news(_ random: inout SeededGenerator) -> CalibrationUpdate {
    let statuses = StateMessage.Calibration.Status.allCases
    var news = CalibrationUpdate(status: statuses[Int.random(in: statuses.indices, using: &random)])
    let isLong = Bool.random(using: &random)
    news.event = isLong ? .calibrationRejected : nil
    news.reasons = isLong ? ["a \"b\"\\", "مكة"] : []
    news.coveragePercent = isLong ? nil : Double.random(in: 0...100, using: &random)
    news.madeMicroseconds = isLong ? 1_795_237_200_123_000 : nil
    (news.profile, news.grade, news.residualPercent) =
      isLong ? (nil, nil, nil) : ("default", "A", 1.5)
    return news
  }

  /// With every digit that a `Double` has.
  private static func sample(
    at time: Timestamp, _ source: SensorSourceID, _ random: inout SeededGenerator
  ) -> Sample {
    func vector(_ limit: Double) -> Vector3 {
      func number() -> Double {
        Bool.random(using: &random) ? Double.random(in: -limit...limit, using: &random) : -0.0
      }
      return Vector3(number(), number(), number())
    }
    var sample = Sample(time: time, source: source)
    if Bool.random(using: &random) {
      sample.magneticField = MagneticField(microtesla: vector(1e6))
    }
    if Bool.random(using: &random) {
      sample.acceleration = Acceleration(metresPerSecondSquared: vector(1e-3))
    }
    if Bool.random(using: &random) || !sample.hasMeasurement {
      sample.angularRate = AngularRate(radiansPerSecond: vector(1e3))
    }
    if Bool.random(using: &random) { sample.delay = Double.random(in: 0...10, using: &random) }
    if Bool.random(using: &random) {
      sample.temperatureCelsius = Double.random(in: -40...85, using: &random)
    }
    if Int.random(in: 0..<4, using: &random) == 0 { sample.fix = fix(&random) }
    return sample
  }

  private static func place(_ random: inout SeededGenerator) -> Position {
    do {
      return try Position(
        coordinates: try Coordinates(
          latitude: Double.random(in: -90...90, using: &random),
          longitude: Double.random(in: -180..<180, using: &random)),
        altitudeMetres: Bool.random(using: &random) ? -12.5 : nil,
        error68Metres: Bool.random(using: &random)
          ? Double.random(in: 0...100, using: &random) : nil)
    } catch { preconditionFailure("\(error)") }
  }

  private static func fix(_ random: inout SeededGenerator) -> Fix {
    var fix = Fix(mode: .none)
    if let coordinates = try? Coordinates(
      latitude: Double.random(in: -90...90, using: &random),
      longitude: Double.random(in: -180..<180, using: &random)),
      let position = try? Position(
        coordinates: coordinates, altitudeMetres: Double.random(in: -100...9000, using: &random),
        error68Metres: Double.random(in: 0...100, using: &random))
    {
      fix.mode = .threeDimensional(position)
    }
    if Bool.random(using: &random) {
      fix.utcMicroseconds = 1_795_237_200_000_000 + Int64.random(in: 0...9_999_999, using: &random)
    }
    if Bool.random(using: &random) {
      let course = Double.random(in: 0..<360, using: &random)
      fix.motion = Fix.Motion(
        speedMetresPerSecond: Double.random(in: 0...300, using: &random),
        course: Bool.random(using: &random) ? Azimuth(degrees: course) : nil)
    }
    return fix
  }
}
