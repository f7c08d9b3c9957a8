import JSON
import Quantities

/// An object of the header on its way into typed values: members are taken out by key, and what is
/// left at the end is unknown.
struct HeaderObject {
  /// The path in front of the members' keys, such as `initial_state.`.
  let prefix: String
  private(set) var rest: [JSONValue.Member]

  /// - Throws: `repeatedKey` where a key stands twice: which one holds would be a guess.
  init(_ members: [JSONValue.Member], prefix: String = "") throws(TraceHeaderError) {
    self.prefix = prefix
    rest = members
    var seen: Set<String> = []
    for member in members where !seen.insert(member.key).inserted {
      throw .repeatedKey(prefix + member.key)
    }
  }

  /// Takes a member out, or `nil` where there is none.
  mutating func take(_ key: String) -> JSONValue? {
    guard let index = rest.firstIndex(where: { $0.key == key }) else { return nil }
    return rest.remove(at: index).value
  }

  /// Takes a member that `read` turns into its value, or `nil` where there is none.
  ///
  /// - Parameters:
  ///   - allowed: what the value must be, in words, for the error.
  ///   - read: returns `nil` for anything else.
  mutating func take<Value>(
    _ key: String, _ allowed: String, _ read: (JSONValue) -> Value?
  ) throws(TraceHeaderError) -> Value? {
    guard let found = take(key) else { return nil }
    guard let value = read(found) else { throw bad(key, found, allowed) }
    return value
  }

  mutating func string(_ key: String) throws(TraceHeaderError) -> String? {
    try take(key, "a string") { $0.string }
  }

  mutating func bool(_ key: String) throws(TraceHeaderError) -> Bool? {
    try take(key, "true or false") { $0.bool }
  }

  mutating func declination(_ key: String) throws(TraceHeaderError) -> Declination? {
    try take(key, "a number of degrees from -180 to 180, east positive") {
      $0.number.flatMap { try? Declination(degrees: $0) }
    }
  }

  mutating func object(_ key: String) throws(TraceHeaderError) -> HeaderObject? {
    guard let members = try take(key, "an object", { $0.members }) else { return nil }
    return try HeaderObject(members, prefix: "\(prefix)\(key).")
  }

  func bad(_ key: String, _ found: JSONValue, _ allowed: String) -> TraceHeaderError {
    .badValue(key: prefix + key, found: found.shortText, allowed: allowed)
  }

  func missing(_ key: String, _ allowed: String) -> TraceHeaderError {
    .badValue(key: prefix + key, found: "missing", allowed: allowed)
  }
}

extension JSONValue {
  /// The value as JSON, cut where it is long: for an error's one line.
  var shortText: String {
    var writer = JSONWriter(capacity: 64)
    writer.value(self)
    let text = shown(String(decoding: writer.bytes, as: UTF8.self), longest: .max)
    return text.count <= 60 ? text : "\(text.prefix(57))..."
  }

  /// A text that a message of the daemon repeats: up to `bytes` of UTF-8, without control characters, as each of these
  /// takes six bytes there. A line of the daemon has 16,384 bytes at the most.
  func text(upTo bytes: Int) -> String? {
    guard let string, string.utf8.count <= bytes,
      string.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    return string
  }

  /// Up to 16 such texts.
  func texts(upTo bytes: Int) -> [String]? {
    guard let array, array.count <= 16 else { return nil }
    let texts = array.compactMap { $0.text(upTo: bytes) }
    return texts.count == array.count ? texts : nil
  }

  /// Three numbers.
  var vector: Vector3? {
    guard let array, array.count == 3, let x = array[0].number, let y = array[1].number,
      let z = array[2].number
    else { return nil }
    return Vector3(x, y, z)
  }

  /// Three rows of three numbers.
  var matrix: Matrix3? {
    guard let array, array.count == 3, let row0 = array[0].vector, let row1 = array[1].vector,
      let row2 = array[2].vector
    else { return nil }
    return Matrix3(row0, row1, row2)
  }
}
