internal import JSON
internal import Quantities

/// The members of a control request, read strictly: each one is taken once, and none may be left.
struct ControlMembers {
  private let verb: ControlRequest.Verb
  private var left: [JSONValue.Member]
  /// The members that were asked for, for the hint of an error.
  private var known: [String] = []

  /// - Throws: where a member occurs twice.
  init(_ object: JSONValue, _ verb: ControlRequest.Verb) throws(RequestError) {
    self.verb = verb
    let all = object.members ?? []
    for (index, member) in all.enumerated()
    where all[..<index].contains(where: { $0.key == member.key }) {
      throw .badValue("\"\(member.key.shortened)\" occurs twice", hint: "give each member once")
    }
    left = all.filter { $0.key != "id" && $0.key != "do" }
  }

  /// Takes a member; `nil` where it is absent.
  private mutating func take(_ key: String) -> JSONValue? {
    known.append(key)
    guard let index = left.firstIndex(where: { $0.key == key }) else { return nil }
    return left.remove(at: index).value
  }

  /// The word of `action`.
  mutating func action() throws(RequestError) -> String {
    let allowed = "\"action\" of \"\(verb.rawValue)\": " + verb.actions.joined(separator: ", ")
    guard let value = take("action") else {
      throw .badValue("\"\(verb.rawValue)\" has no \"action\"", hint: allowed)
    }
    guard let text = value.string, verb.actions.contains(text) else {
      throw .badValue("\"action\" is \(value.quoted)", hint: allowed)
    }
    return text
  }

  /// A word of a closed list; `nil` where it is absent.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String
  ) throws(RequestError) -> Word? {
    guard let value = take(key) else { return nil }
    guard let word = value.string.flatMap(Word.init(rawValue:)) else {
      let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw .badValue("\"\(key)\" is \(value.quoted)", hint: "\"\(key)\": \(words)")
    }
    return word
  }

  /// `true` or `false`; `nil` where it is absent.
  mutating func flag(_ key: String) throws(RequestError) -> Bool? {
    guard let value = take(key) else { return nil }
    guard case .bool(let flag) = value else {
      throw .badValue("\"\(key)\" is \(value.quoted)", hint: "\"\(key)\": true or false")
    }
    return flag
  }

  /// A text that `isGood` accepts; `nil` where it is absent.
  mutating func text(
    _ key: String, _ allowed: String, where isGood: (String) -> Bool
  ) throws(RequestError) -> String? {
    guard let value = take(key) else { return nil }
    guard let text = value.string, isGood(text) else {
      throw .badValue("\"\(key)\" is \(value.quoted)", hint: "\"\(key)\": \(allowed)")
    }
    return text
  }

  /// The name of a profile or a recording, which becomes part of a file's name.
  mutating func name(_ key: String) throws(RequestError) -> String? {
    try text(key, "1 to 40 letters, digits, - and _ without accents") { text in
      1...40 ~= text.utf8.count
        && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    }
  }

  /// A number; `nil` where it is absent.
  mutating func number(
    _ key: String, _ range: ClosedRange<Double>, _ unit: String
  ) throws(RequestError) -> Double? {
    guard let value = take(key) else { return nil }
    guard let number = value.number, range.contains(number) else {
      let (low, high) = (Int(range.lowerBound), Int(range.upperBound))
      throw .badValue(
        "\"\(key)\" is \(value.quoted)", hint: "\"\(key)\": a number, \(low) to \(high) \(unit)")
    }
    return number
  }

  /// A whole number; `nil` where it is absent.
  mutating func whole(
    _ key: String, _ range: ClosedRange<Int64>, _ unit: String
  ) throws(RequestError) -> Int64? {
    let number = try number(key, Double(range.lowerBound)...Double(range.upperBound), unit)
    guard let number else { return nil }
    guard let whole = Int64(exactly: number) else {
      throw .badValue("\"\(key)\" is \(number)", hint: "\"\(key)\": a whole number of \(unit)")
    }
    return whole
  }

  /// Both coordinates.
  mutating func coordinates() throws(RequestError) -> Coordinates {
    let latitude = try number("latitude_deg", -90...90, "degrees, north positive")
    let longitude = try number("longitude_deg", -180...360, "degrees, east positive")
    do {
      return try Coordinates(
        latitude: try required("latitude_deg", latitude),
        longitude: try required("longitude_deg", longitude))
    } catch let error as RequestError {
      throw error
    } catch { throw .badValue("\(error)", hint: "degrees, north and east positive") }
  }

  /// The bytes of an object; `nil` where it is absent.
  mutating func object(_ key: String) throws(RequestError) -> [UInt8]? {
    guard let value = take(key) else { return nil }
    guard value.members != nil else {
      throw .badValue("\"\(key)\" is \(value.quoted)", hint: "\"\(key)\": a JSON object")
    }
    var writer = JSONWriter()
    writer.value(value)
    return writer.bytes
  }

  func required<Value>(_ key: String, _ value: Value?) throws(RequestError) -> Value {
    guard let value else {
      throw .badValue("\"\(key)\" is missing", hint: "\"\(verb.rawValue)\" has \(names)")
    }
    return value
  }

  /// - Throws: where a member is left, which is unknown or belongs to another action.
  func end() throws(RequestError) {
    guard let member = left.first else { return }
    throw .badValue(
      "there is no member \"\(member.key.shortened)\" here", hint: "leave it out; \(names)")
  }

  private var names: String {
    known.isEmpty ? "there are none" : "members: " + known.joined(separator: ", ")
  }
}

extension RequestError {
  static func badValue(_ message: String, hint: String) -> RequestError {
    RequestError(code: .badValue, message: message, hint: hint)
  }
}

extension JSONValue {
  /// The value, to quote in an error message: a request can have 4096 bytes.
  fileprivate var quoted: String {
    switch self {
    case .string(let text): return "\"\(text.shortened)\""
    case .array: return "an array"
    case .object: return "an object"
    case .null, .bool, .number:
      var writer = JSONWriter(capacity: 32)
      writer.value(self)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }
}

extension String {
  /// At most 40 characters and 160 bytes, to quote in an error message: a request can have 4096
  /// bytes, and one character can have as many.
  var shortened: String {
    guard count > 40 || utf8.count > 160 else { return self }
    var text = prefix(40)
    while text.utf8.count > 160 { text = text.dropLast() }
    return text + "…"
  }
}
