import JSON
package import Pipeline
package import Quantities
import Wire

/// Why an input cannot be written to a trace: it could not be read back.
package enum UnwritableInput: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value of `key` is not finite or out of range.
  case badValue(TraceKey)
  /// No sensor measured anything, and there is no label either.
  case nothingMeasured

  package var description: String {
    switch self {
    case .badValue(let key):
      "an input cannot be written: \"\(key.rawValue)\" must be \(key.allowed)"
    case .nothingMeasured: "a sample cannot be written: nothing was measured"
    }
  }
}

/// Writes a trace line by line; `TraceReader` reads it back.
package struct TraceWriter {
  /// How many decimals measurements have.
  package enum Precision: Sendable {
    /// Six, of positions nine: far finer than any sensor, and short.
    case short
    /// As many as it takes to read the same number back, so that a replay gives the same bytes.
    case exact
  }

  /// The instant that is written as `t` 0.
  private let origin: Timestamp
  private let precision: Precision
  private var json = JSONWriter(capacity: 1024)

  package init(
    origin: Timestamp = Timestamp(microseconds: 0), precision: Precision = .short
  ) {
    (self.origin, self.precision) = (origin, precision)
  }

  /// Appends the header's line.
  package mutating func write(_ header: TraceHeader, to output: inout [UInt8]) {
    json.removeAll()
    json.value(.object(header.members))
    json.newline()
    output += json.bytes
  }

  /// Appends an input's line; nothing for a tick, which a replay derives from the other inputs.
  ///
  /// - Throws: `UnwritableInput` where a value is not finite or out of range; nothing is appended.
  package mutating func write(
    _ input: Input, to output: inout [UInt8]
  ) throws(UnwritableInput) {
    if case .tick = input { return }
    if case .sample(let sample) = input { return try write(sample, to: &output) }
    try beginLine(at: input.time)
    switch input {
    case .sample, .tick: break
    case .idle:
      json.key("idle")
      json.bool(true)
    case .sensorFound(let source, let driver, _):
      json.key("found")
      json.beginObject()
      write(source)
      json.key("chip")
      json.string(driver)
      json.endObject()
    case .sensorLost(let source, _):
      json.key("lost")
      json.beginObject()
      write(source)
      json.endObject()
    case .sensorFault(let source, let fault, _):
      json.key("fault")
      json.beginObject()
      write(source)
      json.key("code")
      json.string(FaultCode.code(of: fault))
      json.endObject()
    case .calibration(let source, let calibration, _):
      guard calibration.map(\.isReadable) ?? true else { throw .badValue(.calibration) }
      json.key("calibration")
      json.value(.object(calibrationMembers(source, calibration)))
    case .calibrating(let news, _):
      guard let value = news.value else { throw .badValue(.calibrating) }
      json.key("calibrating")
      json.value(value)
    case .blanking(let isOn, _):
      json.key("blanking")
      json.bool(isOn)
    case .gap(let reason, _, let length): try write(reason, length)
    case .setting(let setting, _):
      json.key("set")
      json.value(setting.value)
    case .clock(let utc, _):
      guard let text = UTCTime.text(microseconds: utc) else { throw .badValue(.clock) }
      json.key("date")
      json.string(text)
    case .recording(let news, _):
      guard let value = news.value else { throw .badValue(.recording) }
      json.key("recording")
      json.value(value)
    }
    endLine(to: &output)
  }

  /// Appends a sample's line: `t` to the microsecond.
  ///
  /// - Throws: `UnwritableInput` where a value is not finite or out of range; nothing is appended.
  package mutating func write(
    _ sample: Sample, truth: TraceTruth = TraceTruth(), to output: inout [UInt8]
  ) throws(UnwritableInput) {
    guard sample.hasMeasurement || sample.fix != nil || truth != TraceTruth() else {
      throw .nothingMeasured
    }
    try beginLine(at: sample.time)
    if sample.source != 0 {
      json.key("id")
      json.integer(Int64(sample.source.number))
    }
    try vector("mag", sample.magneticField?.microtesla, .magneticField, 1e6)
    try vector("accel", sample.acceleration?.metresPerSecondSquared, .acceleration, 1e4)
    try vector("gyro", sample.angularRate?.radiansPerSecond, .angularRate, 1e3)
    if let delay = sample.delay {
      guard TraceKey.delays.contains(delay) else { throw .badValue(.delay) }
      number("delay_s", delay, decimals: 6)
    }
    if let temperature = sample.temperatureCelsius {
      guard TraceKey.temperatures.contains(temperature) else { throw .badValue(.temperature) }
      number("temperature_c", temperature, decimals: 3)
    }
    if let fix = sample.fix { try write(fix) }
    write(truth)
    endLine(to: &output)
  }

  private mutating func beginLine(at time: Timestamp) throws(UnwritableInput) {
    let seconds = time.seconds(since: origin)
    guard TraceKey.times.contains(seconds) else { throw .badValue(.time) }
    json.removeAll()
    json.beginObject()
    json.key("t")
    json.number(seconds, decimals: 6)
  }

  private mutating func endLine(to output: inout [UInt8]) {
    json.endObject()
    json.newline()
    output += json.bytes
  }

  private mutating func write(_ source: SensorSourceID) {
    json.key("source")
    json.integer(Int64(source.number))
  }

  private mutating func write(
    _ reason: Event.GapReason, _ length: Int64?
  ) throws(UnwritableInput) {
    json.key("gap")
    json.beginObject()
    json.key("reason")
    json.string(reason.rawValue)
    if let length {
      guard TraceKey.lengths.contains(Double(length)) else { throw .badValue(.gap) }
      json.key("gap_us")
      json.integer(length)
    }
    json.endObject()
  }

  private mutating func number(_ key: StaticString, _ value: Double, decimals: Int) {
    json.key(key)
    number(value, decimals: decimals)
  }

  private mutating func number(_ value: Double, decimals: Int) {
    switch precision {
    case .short: json.number(value, decimals: decimals)
    case .exact: json.exactNumber(value)
    }
  }

  private mutating func vector(
    _ name: StaticString, _ vector: Vector3?, _ key: TraceKey, _ limit: Double
  ) throws(UnwritableInput) {
    guard let vector else { return }
    guard vector.isFinite, max(abs(vector.x), abs(vector.y), abs(vector.z)) <= limit else {
      throw .badValue(key)
    }
    json.key(name)
    json.beginArray()
    number(vector.x, decimals: 6)
    number(vector.y, decimals: 6)
    number(vector.z, decimals: 6)
    json.endArray()
  }

  private mutating func write(_ fix: Fix) throws(UnwritableInput) {
    json.key("fix")
    json.beginObject()
    json.key("mode")
    switch fix.mode {
    case .none: json.integer(1)
    case .twoDimensional(let position):
      json.integer(2)
      write(position)
    case .threeDimensional(let position):
      json.integer(3)
      write(position)
    }
    if let instant = fix.utcMicroseconds {
      guard let text = UTCTime.text(microseconds: instant) else {
        throw .badValue(.fixTime)
      }
      json.key("time")
      json.string(text)
    }
    if let motion = fix.motion { try write(motion) }
    json.endObject()
  }

  private mutating func write(_ motion: Fix.Motion) throws(UnwritableInput) {
    guard (0...FixMembers.highestSpeed).contains(motion.speedMetresPerSecond) else {
      throw .badValue(.fixSpeed)
    }
    number("speed_mps", motion.speedMetresPerSecond, decimals: 3)
    // Six decimals could round a course up to 360.
    if let course = motion.course {
      json.key("course_deg")
      json.exactNumber(course.degrees)
    }
  }

  private mutating func write(_ position: Position) {
    number("latitude_deg", position.coordinates.latitude, decimals: 9)
    number("longitude_deg", position.coordinates.longitude, decimals: 9)
    if let altitude = position.altitudeMetres { number("altitude_m", altitude, decimals: 3) }
    if let error = position.error68Metres { number("error_m", error, decimals: 3) }
  }

  private mutating func write(_ truth: TraceTruth) {
    if let heading = truth.headingDegrees {
      json.key("truth_heading")
      json.number(heading, decimals: 6)
    }
    if let q = truth.attitude {
      json.key("truth_q")
      json.beginArray()
      for component in [q.w, q.x, q.y, q.z] { json.number(component, decimals: 9) }
      json.endArray()
    }
    if let isMoving = truth.isMoving {
      json.key("moving")
      json.bool(isMoving)
    }
    if let deviation = truth.fieldDeviationMicrotesla {
      json.key("truth_mag_dev")
      json.number(deviation, decimals: 3)
    }
  }
}
