import JSON

/// Writes members that are left out where their value is not known.
extension JSONWriter {
  mutating func member(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  mutating func member(_ name: StaticString, _ value: Int) {
    key(name)
    integer(Int64(value))
  }

  /// A number; left out as well if it is not finite or is 1e9 or larger.
  mutating func member(_ name: StaticString, _ value: Double?, decimals: Int) {
    guard let value, value.isFinite, abs(value) < 1e9 else { return }
    key(name)
    number(value, decimals: decimals)
  }

  mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    key(name)
    beginObject()
    members(&self)
    endObject()
  }

  mutating func list(_ name: StaticString, _ values: some Sequence<String>) {
    key(name)
    beginArray()
    for value in values { string(value) }
    endArray()
  }
}
