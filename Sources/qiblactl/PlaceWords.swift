import Quantities

/// Why words are not what a command wants; one sentence.
struct WordsError: Error, Equatable, CustomStringConvertible {
  let description: String
}

/// A number as people write it.
func number(_ word: some StringProtocol, called name: String) throws(WordsError) -> Double {
  guard let value = Double(decimal: word) else {
    let hint = word.contains(",") ? "; a decimal point is a point, not a comma" : ""
    throw WordsError(description: "\(name): '\(shown(word))' is not a number\(hint)")
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

/// The words of the command line: each argument, or the parts of the only one between its commas.
func words(of arguments: [String]) throws(WordsError) -> [Substring] {
  if let option = arguments.first(where: { $0.hasPrefix("--") && $0 != "--" }) {
    throw WordsError(description: "unknown option '\(shown(option))'")
  }
  let words = arguments.filter { $0 != "--" }
  guard words.count == 1 else { return words.map { $0[...] } }
  return words[0].split { $0 == "," || $0 == " " }
}

/// A word short enough for a message, and without what would steer a terminal.
private func shown(_ word: some StringProtocol) -> String {
  let scalars = word.unicodeScalars.prefix(40).map { scalar in
    scalar.properties.generalCategory == .control ? "?" : String(scalar)
  }
  return scalars.joined() + (word.unicodeScalars.count > 40 ? "..." : "")
}
