import JSON

/// The parts of a line of gpsd that the client uses.
enum GPSDLine: Equatable, Sendable {
  /// A report of a receiver (class TPV).
  case report(TPVText)
  /// A well-formed object of any other class: it shows that gpsd runs.
  case other

  /// Checks the whole line: one JSON object (structure, UTF-8, depth, finite numbers) with a class.
  init(_ line: ArraySlice<UInt8>) throws(GPSDLineError) {
    var members = TPVMembers()
    do throws(JSONError) {
      try Self.read(line, into: &members)
    } catch { throw .notJSON(error) }
    guard let name = members.className else { throw .noClass }
    guard name.elementsEqual("\"TPV\"".utf8) else {
      self = .other
      return
    }
    self = .report(try members.text())
  }

  private static func read(
    _ line: ArraySlice<UInt8>, into members: inout TPVMembers
  ) throws(JSONError) {
    var scanner = JSONScanner(line)
    func index() -> Int { line.startIndex + scanner.column - 1 }
    try scanner.beginObject()
    var isFirst = true
    while let key = try scanner.nextKey(first: isFirst) {
      isFirst = false
      _ = scanner.peek()  // moves to the value's first byte
      let start = index()
      try scanner.skipValue()
      members.take(key, line[start..<index()])
    }
    try scanner.end()
  }
}

/// Why a line of gpsd is not used.
enum GPSDLineError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Not one well-formed JSON object.
  case notJSON(JSONError)
  /// An object without a class, which all of gpsd's have.
  case noClass
  /// A report that has a member twice: which of them is right is not known.
  case repeated(member: String)
  /// The receiver's name is not a string of 1 to 127 bytes; gpsd holds no longer one
  /// (`GPS_PATH_MAX`).
  case badDevice

  var description: String {
    switch self {
    case .notJSON(let error): "\(error)"
    case .noClass: "an object without a class"
    case .repeated(let member): "\"\(member)\" is there twice"
    case .badDevice: "the name of the receiver is not one"
    }
  }
}
