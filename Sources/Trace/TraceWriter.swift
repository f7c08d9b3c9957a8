import JSON
package import Quantities

/// Why a sample cannot stand in a trace: it could not be read back.
package enum UnwritableSample: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value of `key` is not finite or out of range.
  case badValue(TraceKey)
  /// No sensor measured anything, and there is no label either.
  case nothingMeasured

  package var description: String {
    switch self {
    case .badValue(let key):
      "a sample cannot be written: \"\(key.rawValue)\" must be \(key.allowed)"
    case .nothingMeasured: "a sample cannot be written: nothing was measured"
    }
  }
}

/// Writes a trace line by line; what it writes, `TraceReader` reads.
package struct TraceWriter {
  /// The instant that is written as `t` 0.
  private let origin: Timestamp
  private var json = JSONWriter(capacity: 1024)

  package init(origin: Timestamp = Timestamp(microseconds: 0)) { self.origin = origin }

  /// Appends the header's line.
  package mutating func write(_ header: TraceHeader, to output: inout [UInt8]) {
    json.removeAll()
    json.value(.object(header.members))
    json.newline()
    output += json.bytes
  }

  /// Appends a sample's line: `t` to the microsecond, vectors to six decimals.
  ///
  /// - Throws: `UnwritableSample` where a value is not finite or out of range; nothing is appended.
  package mutating func write(
    _ sample: Sample, truth: TraceTruth = TraceTruth(), to output: inout [UInt8]
  ) throws(UnwritableSample) {
    guard sample.hasMeasurement || sample.fix != nil || truth != TraceTruth() else {
      throw .nothingMeasured
    }
    json.removeAll()
    json.beginObject()
    json.key("t")
    let seconds = sample.time.seconds(since: origin)
    guard (0...1e7).contains(seconds) else { throw .badValue(.time) }
    json.number(seconds, decimals: 6)
    if sample.source != 0 {
      guard (1...65_535).contains(sample.source) else { throw .badValue(.id) }
      json.key("id")
      json.integer(Int64(sample.source))
    }
    try vector("mag", sample.magneticField?.microtesla, .magneticField, 1e6)
    try vector("accel", sample.acceleration?.metresPerSecondSquared, .acceleration, 1e4)
    try vector("gyro", sample.angularRate?.radiansPerSecond, .angularRate, 1e3)
    if let fix = sample.fix { try write(fix) }
    write(truth)
    json.endObject()
    json.newline()
    output += json.bytes
  }

  private mutating func vector(
    _ name: StaticString, _ vector: Vector3?, _ key: TraceKey, _ limit: Double
  ) throws(UnwritableSample) {
    guard let vector else { return }
    guard vector.isFinite, max(abs(vector.x), abs(vector.y), abs(vector.z)) <= limit else {
      throw .badValue(key)
    }
    json.key(name)
    json.beginArray()
    json.number(vector.x, decimals: 6)
    json.number(vector.y, decimals: 6)
    json.number(vector.z, decimals: 6)
    json.endArray()
  }

  private mutating func write(_ fix: Fix) throws(UnwritableSample) {
    json.key("fix")
    json.beginObject()
    json.key("mode")
    switch fix.mode {
    case .none: json.integer(1)
    case .twoDimensional(let position):
      json.integer(2)
      try write(position)
    case .threeDimensional(let position):
      json.integer(3)
      try write(position)
    }
    if let instant = fix.utcMicroseconds {
      guard let text = UTCTime.text(microseconds: instant) else {
        throw .badValue(.fixTime)
      }
      json.key("time")
      json.string(text)
    }
    json.endObject()
  }

  private mutating func write(_ position: Position) throws(UnwritableSample) {
    json.key("latitude_deg")
    json.number(position.coordinates.latitude, decimals: 9)
    json.key("longitude_deg")
    json.number(position.coordinates.longitude, decimals: 9)
    if let altitude = position.altitudeMetres {
      json.key("altitude_m")
      json.number(altitude, decimals: 3)
    }
    if let error = position.error68Metres {
      json.key("error_m")
      json.number(error, decimals: 3)
    }
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
