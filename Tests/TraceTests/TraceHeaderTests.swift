import JSON
import Quantities
import Testing

@testable import Trace

@Suite struct TraceHeaderTests {
  private func header(_ json: String) throws -> TraceHeader {
    try TraceHeader(parsing: Array(json.utf8)[...])
  }

  private func error(_ json: String) -> TraceHeaderError? {
    #expect(throws: TraceHeaderError.self, "\(json)") { try header(json) }
  }

  @Test func theShortestHeaderMeansTheDefaults() throws {
    let short = try header(#"{"trace":1}"#)
    #expect(short == TraceHeader())
    #expect(short.mount == .identity && short.isFieldInMicrotesla)
    #expect(!short.isMagnetometerCalibrated && !short.isSimulated)
    #expect(!short.isInertialCalibrated && short.chips == ChipDrivers())
    #expect(short.declination == nil && short.initialState == nil && short.rateHz == nil)
  }

  @Test func everyKeyIsUnderstoodAndTheRestIsKept() throws {
    let full = try header(
      #"{"kind":"field","trace":1,"name":"n","source":"s","license":"MIT","sensor":"QMC","#
        + #""rate_hz":95.2381,"mount":[[1,0,0],[0,-1,0],[0,0,-1]],"mag_calibrated":true,"#
        + #""units":{"mag":"counts","accel":"m/s^2","truth_heading":"deg"},"declination_deg":-1.5,"#
        + #""simulated":true,"groups":[1,null,{"a":"b"}]}"#)
    let flipped = Matrix3(Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1))
    #expect(full.name == "n" && full.source == "s" && full.license == "MIT" && full.sensor == "QMC")
    #expect(full.rateHz == 95.2381)
    #expect(full.mount == (try Mount(magnetometer: flipped, inertial: flipped)))
    #expect(full.isMagnetometerCalibrated && full.isSimulated && !full.isFieldInMicrotesla)
    #expect(full.declination?.degrees == -1.5)
    #expect(full.otherUnits.map(\.key) == ["accel", "truth_heading"])
    #expect(full.others.map(\.key) == ["kind", "groups"])
  }

  @Test func theChipsAreTakenByNameEvenThoseThatNoDriverHas() throws {
    let two = try header(
      #"{"trace":1,"inertial_calibrated":true,"chips":{"mag":"qmc5883l","imu":"mpu6050"}}"#)
    #expect(two.chips == ChipDrivers(magnetometer: "qmc5883l", inertial: "mpu6050"))
    #expect(two.isInertialCalibrated && two.others.isEmpty)
    let four = try header(
      #"{"trace":1,"chips":{"gyro":"l3gd20","accel":"no such chip","mag":"","imu":"x"}}"#)
    #expect(
      four.chips
        == ChipDrivers(
          magnetometer: "", inertial: "x", accelerometer: "no such chip", gyro: "l3gd20"))
    #expect(try header(#"{"trace":1,"chips":{}}"#) == TraceHeader())
  }

  @Test func twoChipsMayBeMountedDifferently() throws {
    let turned = Matrix3(Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1))
    let both = try header(
      #"{"trace":1,"mount":{"mag":[[0,1,0],[-1,0,0],[0,0,1]],"imu":[[1,0,0],[0,1,0],[0,0,1]]}}"#)
    #expect(both.mount == (try Mount(magnetometer: turned, inertial: .identity)))
    let words = try header(#"{"trace":1,"mount":{"mag":"y -x z","imu":"x y z"}}"#)
    #expect(words.mount == both.mount)
    let flipped = Matrix3(Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1))
    #expect(try header(#"{"trace":1,"mount":"x -y -z"}"#).mount.magnetometer == flipped)
    let one = try header(#"{"trace":1,"mount":{"imu":[[0,1,0],[-1,0,0],[0,0,1]]}}"#)
    #expect(one.mount == (try Mount(magnetometer: .identity, inertial: turned)))
  }

  @Test(arguments: [
    (#"[[1,0,0],[0,1,0],[0,0,-1]]"#, "mount"), (#"[[0,0,0],[0,0,0],[0,0,0]]"#, "mount"),
    (#""x y -z""#, "mount"), (#""x y""#, "mount"), (#"{"mag":"up"}"#, "mount.mag"),
    (#"[[1,0],[0,1]]"#, "mount"), (#"[1,0,0,0,1,0,0,0,1]"#, "mount"), ("null", "mount"),
    (#"[[1,0,0],[0,1,0],[0,0,"1"]]"#, "mount"), (#"[[1e300,0,0],[0,1,0],[0,0,1]]"#, "mount"),
    (#"{"mag":[[0,1,0],[1,0,0],[0,0,1]]}"#, "mount.mag"), (#"{"imu":5}"#, "mount.imu"),
    (#"{"accel":[[1,0,0],[0,1,0],[0,0,1]]}"#, "mount.accel"),
  ])
  func aMountThatIsNotARotationNamesItsKey(mount: String, key: String) {
    guard case .badValue(key, _, _) = error(#"{"trace":1,"mount":\#(mount)}"#) else {
      Issue.record("\(mount) did not name \(key)")
      return
    }
  }

  @Test(arguments: [
    (#""name":1"#, "name"), (#""source":null"#, "source"), (#""license":[]"#, "license"),
    (#""sensor":{}"#, "sensor"), (#""rate_hz":"fast""#, "rate_hz"), (#""rate_hz":0"#, "rate_hz"),
    (#""rate_hz":-5"#, "rate_hz"), (#""mag_calibrated":"yes""#, "mag_calibrated"),
    (#""mag_calibrated":1"#, "mag_calibrated"), (#""units":"SI""#, "units"),
    (#""inertial_calibrated":"yes""#, "inertial_calibrated"),
    (#""inertial_calibrated":null"#, "inertial_calibrated"),
    (#""chips":"mpu6050""#, "chips"), (#""chips":[]"#, "chips"), (#""chips":null"#, "chips"),
    (#""chips":{"mag":1}"#, "chips.mag"), (#""chips":{"imu":null}"#, "chips.imu"),
    (#""chips":{"accel":["lis3dh"]}"#, "chips.accel"), (#""chips":{"gyro":{}}"#, "chips.gyro"),
    (#""chips":{"magnetometer":"qmc5883l"}"#, "chips.magnetometer"),
    (#""units":{"mag":1}"#, "units.mag"), (#""units":{"accel":"g"}"#, "units.accel"),
    (#""units":{"gyro":"deg/s"}"#, "units.gyro"), (#""units":{"t":"ms"}"#, "units.t"),
    (#""declination_deg":"east""#, "declination_deg"),
    (#""declination_deg":181"#, "declination_deg"),
    (#""simulated":0"#, "simulated"), (#""initial_state":[]"#, "initial_state"),
    (#""initial_state":{"declination_deg":200}"#, "initial_state.declination_deg"),
    (#""initial_state":{"mount_error_deg":46}"#, "initial_state.mount_error_deg"),
    (#""initial_state":{"position":5}"#, "initial_state.position"),
    (#""initial_state":{"position":{"latitude_deg":1}}"#, "initial_state.position.longitude_deg"),
    (
      #""initial_state":{"position":{"latitude_deg":91,"longitude_deg":0}}"#,
      "initial_state.position.latitude_deg"
    ),
    (
      #""initial_state":{"position":{"latitude_deg":1,"longitude_deg":360.5}}"#,
      "initial_state.position.longitude_deg"
    ),
    (
      #""initial_state":{"position":{"latitude_deg":1,"longitude_deg":0,"error_m":-1}}"#,
      "initial_state.position"
    ),
    (#""initial_state":{"calibration":{}}"#, "initial_state.calibration.offset_ut"),
    (
      #""initial_state":{"calibration":{"offset_ut":[1,2,3]}}"#, "initial_state.calibration.matrix"
    ),
    (
      #""initial_state":{"calibration":{"offset_ut":[1,2,3],"matrix":[[1,0,0],[0,1,0],[0,0,-1]]}}"#,
      "initial_state.calibration.matrix"
    ),
    (
      #""initial_state":{"calibration":{"offset_ut":[1,2,3],"matrix":[[1,0.2,0],[0,1,0],[0,0,1]]}}"#,
      "initial_state.calibration.matrix"
    ),
    (
      #""initial_state":{"calibration":{"offset_ut":[1,2,3],"matrix":[[1,0,0],[0,1,0],[0,0,1]],"grade":"Z"}}"#,
      "initial_state.calibration.grade"
    ),
  ])
  func aWrongValueNamesItsKeyWhatWasFoundAndWhatIsAllowed(member: String, key: String) throws {
    guard case .badValue(let named, let found, let allowed) = error("{\"trace\":1,\(member)}")
    else {
      Issue.record("\(member) was not a bad value")
      return
    }
    #expect(named == key)
    #expect(!found.isEmpty && found.count <= 60 || found.contains("out of range"))
    #expect(!allowed.isEmpty)
  }

  @Test func anotherVersionIsNamed() {
    #expect(error(#"{"trace":2}"#) == .unsupportedVersion(found: "2"))
    #expect(error(#"{"trace":1.5}"#) == .unsupportedVersion(found: "1.5"))
    #expect(
      error(#"{"trace":"1"}"#)
        == .badValue(key: "trace", found: "\"1\"", allowed: "1, the version of the format"))
  }

  @Test func aSampleInTheFirstLineIsNotAHeader() {
    #expect(error(#"{"t":0,"mag":[1,2,3]}"#) == .notATraceHeader)
  }

  @Test func whatIsNoJSONObjectIsNotAHeader() {
    let png = Array("\u{89}PNG\r".utf8)
    #expect(throws: TraceHeaderError.self) { try TraceHeader(parsing: png[...]) }
    for text in ["", "hello", "[1]", "1", "{\"trace\":1", "{\"trace\":1} {", "{'trace':1}"] {
      guard case .notJSON = error(text) else {
        Issue.record("\(text)")
        continue
      }
    }
    #expect(throws: TraceError.badHeader(trace: "t.jsonl", .notJSON(.unexpectedEnd))) {
      try readAll([0x0A])
    }
  }

  @Test func aKeyThatStandsTwiceIsAGuessAndRefused() {
    #expect(
      error(#"{"trace":1,"mag_calibrated":true,"mag_calibrated":false}"#)
        == .repeatedKey("mag_calibrated"))
    #expect(error(#"{"trace":1,"units":{"mag":"uT","mag":"x"}}"#) == .repeatedKey("units.mag"))
    #expect(error(#"{"trace":1,"chips":{"imu":"a","imu":"b"}}"#) == .repeatedKey("chips.imu"))
  }

  // A line feed would begin another line of a log, and 0x9B is the beginning of a terminal's command.
  @Test(arguments: [
    #"{"trace":1,"a\n\u009bb":1,"a\n\u009bb":2}"#, #"{"trace":1,"name":{"\n\u009b":"\u007f"}}"#,
  ])
  func theErrorOfAForeignTextIsOneLineWithoutControlCharacters(_ text: String) throws {
    let message = "\(try #require(error(text)))"
    #expect(!message.isEmpty)
    #expect(message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
  }

  @Test(arguments: ["uT", "µT", "μT"])
  func microteslaHasThreeSpellings(unit: String) throws {
    #expect(try header(#"{"trace":1,"units":{"mag":"\#(unit)"}}"#).isFieldInMicrotesla)
  }

  @Test(arguments: ["counts", "LSB", "nT", "G", "ut", ""])
  func anyOtherUnitIsNotMicrotesla(unit: String) throws {
    #expect(try !header(#"{"trace":1,"units":{"mag":"\#(unit)"}}"#).isFieldInMicrotesla)
  }

  @Test func aPositionMayCountItsLongitudeTo360() throws {
    let state = try header(
      #"{"trace":1,"initial_state":{"position":{"latitude_deg":40.7,"longitude_deg":286}}}"#
    ).initialState
    #expect(state?.position?.coordinates.longitude == -74)
  }

  @Test func theInitialStateIsUnderstood() throws {
    let state = try #require(
      try header(
        #"{"trace":1,"initial_state":{"profile":"desk","calibration":{"offset_ut":[1,-2,3.5],"#
          + #""matrix":[[1.1,0.01,0],[0.01,0.9,0],[0,0,1]],"grade":"B"},"declination_deg":2.5,"#
          + #""position":{"latitude_deg":-33.87,"longitude_deg":151.21,"altitude_m":58}}}"#
      ).initialState)
    let matrix = Matrix3(Vector3(1.1, 0.01, 0), Vector3(0.01, 0.9, 0), Vector3(0, 0, 1))
    #expect(
      state.calibration
        == Calibration(hardIron: Vector3(1, -2, 3.5), softIron: matrix, grade: .b))
    #expect(state.position?.coordinates == (try Coordinates(latitude: -33.87, longitude: 151.21)))
    #expect(state.position?.altitudeMetres == 58 && state.position?.error68Metres == nil)
    #expect(state.declination?.degrees == 2.5)
    #expect(state.others.map(\.key) == ["profile"])
  }

  // 2026-11-21T05:00:00Z, from `date -u -d … +%s`.
  @Test func theDateOfTheRecordingIsUnderstoodAndAnotherFormIsRefused() throws {
    let state = try header(
      #"{"trace":1,"initial_state":{"time":"2026-11-21T05:00:00Z"}}"#
    ).initialState
    #expect(state?.utcMicroseconds == 1_795_237_200_000_000)
    for time in [#""2026-11-21""#, #""yesterday""#, "1795237200"] {
      #expect(error(#"{"trace":1,"initial_state":{"time":\#(time)}}"#) != nil)
    }
  }

  @Test func aLongFoundValueIsCutInTheError() {
    let long = String(repeating: "x", count: 5000)
    let found = error(#"{"trace":1,"rate_hz":"\#(long)"}"#)
    #expect(found.map { "\($0)".count < 150 } == true)
  }
}
