import JSON

/// A receiver's report, encoded again for libgps: only the members that the client uses.
///
/// libgps 3.22 loops for ever on some malformed lines, and drops a whole report for one value of a
/// kind that it does not expect. So libgps never gets a line from the network, but one of this
/// form: class first, no blanks, each member at most once, numbers and a time of bounded length, no
/// escapes. libgps reads the numbers from it.
struct TPVText: Equatable, Sendable {
  /// The line, without an end; at most 600 bytes.
  let bytes: [UInt8]
  /// Which receiver it is: gpsd's name of it, as in `/dev/ttyACM0`; empty where gpsd named none.
  let device: String
}

/// The members of a line that a report consists of, collected in the order in which they come.
struct TPVMembers {
  /// The form of a value; a value of another form counts as unknown.
  private enum Shape {
    /// 0 not seen, 1 no fix, 2 two-dimensional, 3 three-dimensional.
    case mode
    /// `2026-11-22T16:52:44.000Z`, with or without a fraction.
    case time
    case number
  }

  /// Those that `FixReport` is made of: gpsd_json(5), class TPV.
  private static let known: [(name: StaticString, shape: Shape)] = [
    ("mode", .mode), ("time", .time), ("lat", .number), ("lon", .number), ("altHAE", .number),
    ("eph", .number), ("epx", .number), ("epy", .number), ("track", .number), ("speed", .number),
  ]
  /// Bytes. gpsd writes no more than 10 before and 9 after the point, a sign and the point.
  private static let longestNumber = 32
  private static let longestDevice = 127

  /// The value of `class`, with its quotation marks.
  private(set) var className: ArraySlice<UInt8>?
  private var device: ArraySlice<UInt8>?
  private var isSeen = known.map { _ in false }
  private var repeated: String?
  private var written = Array("{\"class\":\"TPV\"".utf8)

  /// Takes one member of a well-formed object.
  ///
  /// - Parameter value: its text, with quotation marks where it is a string.
  mutating func take(_ key: JSONKey, _ value: ArraySlice<UInt8>) {
    switch key {
    case "class": Self.note(value, in: &className, "class", &repeated)
    case "device": Self.note(value, in: &device, "device", &repeated)
    default:
      guard let index = Self.known.firstIndex(where: { $0.name ~= key }) else { return }
      let (name, shape) = Self.known[index]
      if isSeen[index] { repeated = name.description }
      isSeen[index] = true
      guard Self.hasShape(value, shape) else { return }
      written += Array(",\"\(name)\":".utf8) + value
    }
  }

  private static func note(
    _ value: ArraySlice<UInt8>, in member: inout ArraySlice<UInt8>?, _ name: String,
    _ repeated: inout String?
  ) {
    if member != nil { repeated = name }
    member = value
  }

  /// The line for libgps.
  func text() throws(GPSDLineError) -> TPVText {
    if let repeated { throw .repeated(member: repeated) }
    return TPVText(bytes: written + [UInt8(ascii: "}")], device: try deviceName())
  }

  /// The bytes between the quotation marks: escapes may stay, as this is a name to tell receivers
  /// by.
  private func deviceName() throws(GPSDLineError) -> String {
    guard let device else { return "" }
    guard device.first == UInt8(ascii: "\""), (1...Self.longestDevice).contains(device.count - 2)
    else { throw .badDevice }
    return String(decoding: device.dropFirst().dropLast(), as: UTF8.self)
  }

  private static func hasShape(_ value: ArraySlice<UInt8>, _ shape: Shape) -> Bool {
    switch shape {
    case .mode:
      value.count == 1 && (UInt8(ascii: "0")...UInt8(ascii: "3")).contains(value[value.startIndex])
    case .time: isTime(value)
    case .number: value.count <= longestNumber && isNumber(value)
    }
  }

  /// The scanner has read it as one; its first byte tells it from the other kinds.
  private static func isNumber(_ value: ArraySlice<UInt8>) -> Bool {
    value.first.map { $0 == UInt8(ascii: "-") || isDigit($0) } ?? false
  }

  /// Whether it is written like ISO 8601 in UTC, with at most nine digits after the point.
  /// `FixDates` checks the date.
  private static func isTime(_ value: ArraySlice<UInt8>) -> Bool {
    guard value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") else { return false }
    var rest = value.dropFirst().dropLast()
    for expected in "0000-00-00T00:00:00".utf8 {
      guard let byte = rest.popFirst() else { return false }
      guard expected == UInt8(ascii: "0") ? isDigit(byte) : byte == expected else { return false }
    }
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      guard (1...9).contains(fraction.count) else { return false }
      rest = rest[fraction.endIndex...]
    }
    return rest.elementsEqual("Z".utf8)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
