internal import JSON
internal import Quantities
package import Wire

/// Writes readings as Signal K deltas, one JSON object a line.
///
/// A path that had a value and has none any more is sent once as `null`, so that no display shows the
/// last heading for ever. The first delta contains the units and descriptions.
package struct SignalKStream: Sendable {
  /// The label of the source: any text.
  private let label: String
  private let limit: HeadingLimit
  private var hasSentMeta = false
  /// The paths whose last value was not `null`.
  private var valid: Set<SignalKPath> = []

  package init(label: String, limit: HeadingLimit = HeadingLimit()) {
    self.label = label
    self.limit = limit
  }

  /// A new server does not know what another one was sent: the next delta contains everything.
  package mutating func restart() {
    hasSentMeta = false
    valid = []
  }

  /// The delta for a reading.
  ///
  /// - Parameter reading: `nil` if the daemon does not answer.
  /// - Returns: one line with its LF, or `nil` if there is nothing to send: the heading is not good
  ///   enough, and it was not before.
  package mutating func line(for reading: Reading?) -> [UInt8]? {
    let usable = reading.flatMap { limit.allows($0) ? $0 : nil }
    var values: [(path: SignalKPath, value: Value)] = []
    for path in SignalKPath.allCases {
      if let value = usable.flatMap({ Value(path, of: $0) }) {
        values.append((path, value))
      } else if valid.contains(path) {
        values.append((path, .null))
      }
    }
    guard !values.isEmpty else { return nil }
    valid = Set(values.filter { $0.value != .null }.map(\.path))
    defer { hasSentMeta = true }
    return line(values, time: reading?.utcMicroseconds)
  }

  private func line(_ values: [(path: SignalKPath, value: Value)], time: Int64?) -> [UInt8] {
    var writer = JSONWriter(capacity: 512)
    writer.beginObject()
    writer.member("context", "vessels.self")
    writer.key("updates")
    writer.beginArray()
    writer.beginObject()
    writer.object("source") { $0.member("label", label) }
    if let time {
      writer.key("timestamp")
      writer.utc(time)
    }
    writer.key("values")
    writer.beginArray()
    for (path, value) in values {
      writer.beginObject()
      writer.member("path", path.rawValue)
      writer.key("value")
      value.write(into: &writer)
      writer.endObject()
    }
    writer.endArray()
    if !hasSentMeta { writeMeta(into: &writer) }
    writer.endObject()
    writer.endArray()
    writer.endObject()
    writer.newline()
    return writer.bytes
  }

  private func writeMeta(into writer: inout JSONWriter) {
    writer.key("meta")
    writer.beginArray()
    for path in SignalKPath.allCases {
      writer.beginObject()
      writer.member("path", path.rawValue)
      writer.object("value") { writer in
        writer.member("units", path.units)
        writer.member("description", path.description)
      }
      writer.endObject()
    }
    writer.endArray()
  }
}

/// The value of a path.
private enum Value: Equatable {
  /// Radians, or radians a second.
  case number(Double)
  /// Radians.
  case attitude(roll: Double?, pitch: Double?, yaw: Double)
  /// Not known any more.
  case null

  /// `nil` if the reading does not have it.
  init?(_ path: SignalKPath, of reading: Reading) {
    let degrees: Double? =
      switch path {
      case .headingMagnetic: reading.headingMagnetic?.degrees
      case .headingTrue: reading.headingTrue?.degrees
      case .magneticVariation: reading.declination?.degrees
      case .rateOfTurn: reading.turnRateDegreesPerSecond
      case .attitude: reading.headingMagnetic?.degrees
      }
    guard let degrees, degrees.isFinite, abs(degrees) < 1e6 else { return nil }
    guard path == .attitude else {
      self = .number(radians(degrees))
      return
    }
    guard reading.rollDegrees != nil || reading.pitchDegrees != nil else { return nil }
    self = .attitude(
      roll: reading.rollDegrees.map(radians), pitch: reading.pitchDegrees.map(radians),
      // The yaw of Signal K is a heading; that of the best north that is known.
      yaw: radians(reading.headingTrue?.degrees ?? degrees))
  }

  func write(into writer: inout JSONWriter) {
    switch self {
    case .number(let value): writer.number(value, decimals: 6)
    case .null: writer.null()
    case .attitude(let roll, let pitch, let yaw):
      writer.beginObject()
      writer.member("roll", roll, decimals: 6)
      writer.member("pitch", pitch, decimals: 6)
      writer.member("yaw", yaw, decimals: 6)
      writer.endObject()
    }
  }
}

private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
