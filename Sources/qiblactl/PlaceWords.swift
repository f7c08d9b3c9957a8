import Quantities

/// Why words are not what a command wants; one sentence.
struct WordsError: Error, Equatable, CustomStringConvertible {
  let description: String
}

/// A number as people write it: digits, a point, a sign, an exponent; not `nan`, `inf` or `0x1p4`.
func number(_ word: some StringProtocol, called name: String) throws(WordsError) -> Double {
  let isDecimal = word.utf8.allSatisfy { byte in
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
  guard isDecimal, let value = Double(word), value.isFinite else {
    throw WordsError(description: "\(name): '\(shown(word))' is not a number")
  }
  return value
}

/// A place from the words LAT and LON.
func coordinates(
  _ latitude: some StringProtocol, _ longitude: some StringProtocol
) throws(WordsError) -> Coordinates {
  let latitude = try number(latitude, called: "latitude")
  let longitude = try number(longitude, called: "longitude")
  do { return try Coordinates(latitude: latitude, longitude: longitude) } catch {
    throw WordsError(description: "\(error)")
  }
}

/// The words of the command line: each argument, also where commas stand between them.
func words(of arguments: [String]) throws(WordsError) -> [Substring] {
  if let option = arguments.first(where: { $0.hasPrefix("--") && $0 != "--" }) {
    throw WordsError(description: "unknown option '\(shown(option))'")
  }
  return arguments.filter { $0 != "--" }.flatMap { $0.split { $0 == "," || $0 == " " } }
}

/// A word short enough for a message, and without what would steer a terminal.
private func shown(_ word: some StringProtocol) -> String {
  let scalars = word.unicodeScalars.prefix(40).map { scalar in
    scalar.properties.generalCategory == .control ? "?" : String(scalar)
  }
  return scalars.joined() + (word.unicodeScalars.count > 40 ? "..." : "")
}
