internal import JSON
internal import Quantities

/// A JSON object of a message with typed access to its members. `null` counts as absent.
struct Members {
  let object: JSONValue

  /// The member's value; `nil` if it is absent.
  func optional<T>(
    _ key: String, _ expected: String, _ convert: (JSONValue) -> T?
  ) throws(MessageError) -> T? {
    guard let value = object[key], value != .null else { return nil }
    guard let converted = convert(value) else { throw .wrong(key: key, expected: expected) }
    return converted
  }

  func number(_ key: String) throws(MessageError) -> Double? {
    try optional(key, "a number", \.number)
  }

  func integer(_ key: String) throws(MessageError) -> Int64? {
    try optional(key, "a whole number") { $0.number.flatMap { Int64(exactly: $0) } }
  }

  func string(_ key: String) throws(MessageError) -> String? {
    try optional(key, "a string", \.string)
  }

  func bool(_ key: String) throws(MessageError) -> Bool? {
    try optional(key, "true or false", \.bool)
  }

  func strings(_ key: String) throws(MessageError) -> [String]? {
    try optional(key, "an array", \.array)?.compactMap(\.string)
  }

  func array(_ key: String) throws(MessageError) -> [JSONValue]? {
    try optional(key, "an array", \.array)
  }

  func members(_ key: String) throws(MessageError) -> Members? {
    try optional(key, "an object") { $0.members == nil ? nil : Members(object: $0) }
  }

  /// An array of objects; absent is empty.
  func list<Element>(
    _ key: String, _ convert: (Members) throws(MessageError) -> Element
  ) throws(MessageError) -> [Element] {
    var elements: [Element] = []
    for element in try array(key) ?? [] {
      guard element.members != nil else { throw .wrong(key: key, expected: "an array of objects") }
      elements.append(try convert(Members(object: element)))
    }
    return elements
  }

  /// A whole number from 0 on; absent is 0.
  func count(_ key: String) throws(MessageError) -> Int {
    try optional(key, "a count") { value in
      value.number.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    } ?? 0
  }

  /// The member `address`, for example `0x0D`.
  func address() throws(MessageError) -> UInt8? {
    try optional("address", "an address such as 0x0D") { value in
      guard let text = value.string, text.hasPrefix("0x") else { return nil }
      return UInt8(text.dropFirst(2), radix: 16)
    }
  }

  /// A word of a closed list; throws for an unknown word.
  func word<T: RawRepresentable<String>>(_ key: String) throws(MessageError) -> T? {
    guard let text = try string(key) else { return nil }
    guard let value = T(rawValue: text) else { throw .unknownValue(key: key, value: text) }
    return value
  }

  /// An azimuth, degrees; throws outside [0, 360).
  func azimuth<Reference: North>(_ key: String) throws(MessageError) -> Azimuth<Reference>? {
    try optional(key, "an azimuth in [0, 360)") { value in
      guard let degrees = value.number, (0..<360).contains(degrees) else { return nil }
      return Azimuth(degrees: degrees)
    }
  }

  /// A difference of azimuths, degrees; throws outside [−180, 180).
  func relativeBearing(_ key: String) throws(MessageError) -> RelativeBearing? {
    try optional(key, "an angle in [-180, 180)") { value in
      guard let degrees = value.number, (-180..<180).contains(degrees) else { return nil }
      return RelativeBearing(degrees: degrees)
    }
  }

  /// The member `why` in its order; codes that only a newer server knows are ignored.
  func why() throws(MessageError) -> WhySet {
    var set = WhySet()
    for code in try strings("why") ?? [] {
      if let why = Why(code: code) { set.append(why) }
    }
    return set
  }

  func sequence() throws(MessageError) -> UInt64 {
    try required("seq", optional("seq", "a count") { $0.number.flatMap { UInt64(exactly: $0) } })
  }

  func time() throws(MessageError) -> Timestamp {
    Timestamp(microseconds: try required("t_us", integer("t_us")))
  }

  /// The value; throws if the member is absent.
  func required<T>(_ key: String, _ value: T?) throws(MessageError) -> T {
    guard let value else { throw .missing(key: key) }
    return value
  }
}
