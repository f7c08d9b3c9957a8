package import JSON
package import Quantities

/// Why bytes are not a last known place; the description is without the file's name.
package enum LastPlaceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line's end is missing: it was half written.
  case cutOff
  /// Not JSON.
  case notJSON(JSONError)
  /// JSON of something else, or of a version that this program does not know.
  case foreign
  /// The value of `key` is missing, there twice, or not what it must be.
  case badValue(key: String)
  /// The numbers are not a place.
  case notAPlace(QuantityError)
  /// The place is 0, 0, which stands for an unknown one.
  case zeroZero

  package var description: String {
    switch self {
    case .cutOff: "it was cut off"
    case .notJSON(let error): "it is not JSON: \(error)"
    case .foreign: "it is not a last known place of version \(LastPlace.version)"
    case .badValue(let key): "\"\(key)\" is missing or wrong"
    case .notAPlace(let error): "\(error)"
    case .zeroZero: "latitude and longitude are 0, which stands for an unknown place"
    }
  }
}

/// The last known position of the device.
package struct LastPlace: Equatable, Sendable {
  /// The version of the format that is written and read.
  package static let version = 1

  package var position: Position
  /// When it held, µs since 1970-01-01 UTC, or `nil` where that is not known.
  package var utcMicroseconds: Int64?

  package init(position: Position, utcMicroseconds: Int64?) {
    self.position = position
    self.utcMicroseconds = utcMicroseconds
  }

  /// One line of JSON that reads back to the very same value.
  ///
  /// An instant outside the years 0 to 9999 is left out: it is then not known.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(capacity: 256)
    writer.beginObject()
    writer.key("last_place")
    writer.integer(Int64(Self.version))
    let numbers = [
      ("latitude_deg", position.coordinates.latitude),
      ("longitude_deg", position.coordinates.longitude),
      ("altitude_m", position.altitudeMetres), ("error_m", position.error68Metres),
    ]
    for case (let key, let number?) in numbers {
      writer.key(key)
      writer.value(.number(number))
    }
    if let time = utcMicroseconds.flatMap(UTCTime.text(microseconds:)) {
      writer.key("time")
      writer.string(time)
    }
    writer.endObject()
    writer.newline()
    return writer.bytes
  }

  /// Reads what `encoded` wrote; members that it does not know are passed over.
  ///
  /// - Throws: `LastPlaceError` for anything else, also for a line without its end.
  package init(parsing bytes: [UInt8]) throws(LastPlaceError) {
    let value: JSONValue
    do { value = try JSONValue(parsing: bytes[...]) } catch {
      throw error == .unexpectedEnd ? .cutOff : .notJSON(error)
    }
    guard bytes.last == UInt8(ascii: "\n") else { throw .cutOff }
    guard value["last_place"] == .number(Double(Self.version)) else { throw .foreign }
    let latitude = try value.required("latitude_deg")
    let longitude = try value.required("longitude_deg")
    let altitude = try value.optional("altitude_m", \.number)
    let error = try value.optional("error_m", \.number)
    let time = try value.optional("time") { $0.string.flatMap(UTCTime.microseconds(parsing:)) }
    do {
      position = try Position(
        coordinates: try Coordinates(latitude: latitude, longitude: longitude),
        altitudeMetres: altitude, error68Metres: error)
    } catch { throw .notAPlace(error) }
    guard !position.coordinates.isZeroZero else { throw .zeroZero }
    utcMicroseconds = time
  }
}

extension JSONValue {
  fileprivate func required(_ key: String) throws(LastPlaceError) -> Double {
    guard let number = try optional(key, \.number) else { throw .badValue(key: key) }
    return number
  }

  /// The member, or `nil` where there is none.
  fileprivate func optional<Value>(
    _ key: String, _ read: (JSONValue) -> Value?
  ) throws(LastPlaceError) -> Value? {
    let found = (members ?? []).filter { $0.key == key }
    guard let member = found.first else { return nil }
    guard found.count == 1, let value = read(member.value) else { throw .badValue(key: key) }
    return value
  }
}
