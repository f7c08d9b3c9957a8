import JSON
import Quantities

/// Writes the members of messages: each is left out where its value is not known.
extension JSONWriter {
  /// - Parameter write: writes the value.
  private mutating func member<Value>(
    _ name: StaticString, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void
  ) {
    guard let value else { return }
    key(name)
    write(&self, value)
  }

  mutating func member(_ name: StaticString, _ value: String?) {
    member(name, value) { $0.string($1) }
  }

  /// A code.
  mutating func member(_ name: StaticString, _ value: StaticString?) {
    member(name, value) { $0.string($1) }
  }

  mutating func member(_ name: StaticString, _ value: Bool?) {
    member(name, value) { $0.bool($1) }
  }

  mutating func member(_ name: StaticString, _ value: Int?) {
    member(name, value) { $0.integer(Int64($1)) }
  }

  mutating func member(_ name: StaticString, _ value: Int64?) {
    member(name, value) { $0.integer($1) }
  }

  mutating func member(_ name: StaticString, _ value: Double?, decimals: Int) {
    member(name, value) { $0.number($1, decimals: decimals) }
  }

  mutating func member(_ name: StaticString, _ value: Azimuth<some North>?) {
    member(name, value) { $0.azimuth($1.degrees) }
  }

  /// Degrees, in [−180, 180).
  mutating func member(_ name: StaticString, relative degrees: Double?) {
    member(name, degrees) { $0.relativeBearing($1) }
  }

  /// Degrees, or degrees a second.
  mutating func member(_ name: StaticString, degrees: Double?) {
    member(name, degrees) { $0.degrees($1) }
  }

  /// A 68 % error, degrees.
  mutating func member(_ name: StaticString, error68 degrees: Double?) {
    member(name, degrees) { $0.error68($1) }
  }

  /// An instant, µs since 1970.
  mutating func member(_ name: StaticString, utc microseconds: Int64?) {
    member(name, microseconds) { $0.utc($1) }
  }

  mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    key(name)
    beginObject()
    members(&self)
    endObject()
  }

  /// The two members of a place, to a centimetre.
  mutating func coordinates(_ place: Coordinates) {
    member("latitude_deg", place.latitude, decimals: 7)
    member("longitude_deg", place.longitude, decimals: 7)
  }
}
