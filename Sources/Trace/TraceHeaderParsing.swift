import JSON
import Quantities

extension TraceHeader {
  /// Reads a trace's first line.
  ///
  /// - Throws: what is wrong with it, with the key.
  package init(parsing line: ArraySlice<UInt8>) throws(TraceHeaderError) {
    let value: JSONValue
    do { value = try JSONValue(parsing: line) } catch { throw .notJSON(error) }
    guard let members = value.members else {
      throw .notJSON(.unexpected(column: 1, expected: "an object"))
    }
    var object = try HeaderObject(members)
    try Self.checkVersion(&object)
    self.init(
      name: try object.string("name"), source: try object.string("source"),
      license: try object.string("license"), sensor: try object.string("sensor"),
      rateHz: try object.take("rate_hz", "a number above 0") { $0.number.flatMap(positive) },
      mount: try Self.mount(&object),
      isMagnetometerCalibrated: try object.bool("mag_calibrated") ?? false,
      declination: try object.declination("declination_deg"),
      isSimulated: try object.bool("simulated") ?? false,
      initialState: try object.object("initial_state").map(InitialState.init(reading:)))
    isLive = try object.bool("live") ?? false
    isInertialCalibrated = try object.bool("inertial_calibrated") ?? false
    chips = try Self.chips(&object)
    magnetometers = try Self.magnetometers(&object)
    start = try Self.start(&object)
    if var units = try object.object("units") { try readUnits(&units) }
    others = object.rest
  }

  private static func checkVersion(_ object: inout HeaderObject) throws(TraceHeaderError) {
    guard let found = object.take("trace") else { throw .notATraceHeader }
    guard let number = found.number else {
      throw object.bad("trace", found, "1, the version of the format")
    }
    guard number == Double(version) else { throw .unsupportedVersion(found: found.shortText) }
  }

  /// `start_us`: whole µs, so far that a recording that begins there fits into a whole number of JSON.
  private static func start(_ object: inout HeaderObject) throws(TraceHeaderError) -> Timestamp {
    let microseconds = try object.take("start_us", "a whole number of microseconds from 0 to 8e15")
    {
      $0.number.flatMap { (0...8e15).contains($0) ? Int64(exactly: $0) : nil }
    }
    return Timestamp(microseconds: microseconds ?? 0)
  }

  /// The units of all but `mag` are fixed: a recording in g or °/s would give a wrong heading that
  /// looks right.
  private mutating func readUnits(_ units: inout HeaderObject) throws(TraceHeaderError) {
    magnetometerUnit = try units.string("mag") ?? magnetometerUnit
    otherUnits = units.rest
    let fixed = [
      ("accel", ["m/s^2", "m/s2", "m/s\u{B2}", "m/s/s", "m s^-2"]),
      ("gyro", ["rad/s", "rad s^-1"]), ("t", ["s", "seconds"]),
    ]
    for (key, spellings) in fixed {
      _ = try units.take(key, "\"\(spellings[0])\"; convert the recording") { value in
        value.string.flatMap { spellings.contains($0) ? $0 : nil }
      }
    }
  }

  /// `mount`: a matrix for all chips, or one for each of `mag` and `imu`.
  private static func mount(_ object: inout HeaderObject) throws(TraceHeaderError) -> Mount {
    guard let found = object.take("mount") else { return .identity }
    let magnetometer: Matrix3
    let inertial: Matrix3
    if let members = found.members {
      var chips = try HeaderObject(members, prefix: "mount.")
      magnetometer = try rotation("mag", &chips) ?? .identity
      inertial = try rotation("imu", &chips) ?? .identity
      // a misspelt chip must not be taken for one that is not turned
      if let unknown = chips.rest.first { throw chips.bad(unknown.key, unknown.value, "left out") }
    } else {
      guard let matrix = rotation(found) else {
        throw object.bad("mount", found, rotationInWords)
      }
      magnetometer = matrix
      inertial = matrix
    }
    do {
      return try Mount(magnetometer: magnetometer, inertial: inertial)
    } catch {
      throw object.bad("mount", found, rotationInWords)
    }
  }

  /// `chips`: the driver of each chip, by what it measures.
  private static func chips(_ object: inout HeaderObject) throws(TraceHeaderError) -> ChipDrivers {
    guard var members = try object.object("chips") else { return ChipDrivers() }
    let chips = ChipDrivers(
      magnetometer: try members.string("mag"), inertial: try members.string("imu"),
      accelerometer: try members.string("accel"), gyro: try members.string("gyro"))
    // a misspelt sensor must not be taken for one whose chip is unknown
    if let unknown = members.rest.first {
      throw members.bad(unknown.key, unknown.value, "left out")
    }
    return chips
  }

  static func rotation(
    _ chip: String, _ chips: inout HeaderObject
  ) throws(TraceHeaderError) -> Matrix3? {
    try chips.take(chip, rotationInWords) { rotation($0) }
  }

  /// A matrix, or the words of `[mount]`; `nil` where it is no rotation.
  private static func rotation(_ value: JSONValue) -> Matrix3? {
    if let text = value.string {
      do { return try BoardMount(parsing: text).bodyFromBoard } catch { return nil }
    }
    return value.matrix.flatMap { $0.isRotation() ? $0 : nil }
  }

  static let rotationInWords =
    "three rows of three numbers that turn and do not stretch or mirror (determinant +1), or words as \"x -y -z\""
}

private func positive(_ number: Double) -> Double? { number > 0 ? number : nil }
