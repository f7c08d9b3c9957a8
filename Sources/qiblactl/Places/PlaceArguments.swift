import Quantities

/// Why the words of a command line or of an input line cannot be used, in one sentence.
struct WordsError: Error, Equatable, CustomStringConvertible {
  let description: String

  /// No LAT and LON, or too many words.
  ///
  /// - Parameter example: a correct call.
  static func noPlace(example: String) -> Self {
    Self(description: "give LAT and LON, such as: \(example)")
  }
}

/// What follows an error of a number with a comma.
let decimalCommaHint = "; write a decimal point, not a comma"

/// Parses a number. The error names it by `name`.
func number(_ word: some StringProtocol, called name: String) throws(WordsError) -> Double {
  guard let value = Double(decimal: word) else {
    let hint = word.contains(",") ? decimalCommaHint : ""
    throw WordsError(description: "\(name): '\(shown(word))' is not a number\(hint)")
  }
  return value
}

/// Parses a place from the words LAT and LON.
func coordinates(
  _ latitude: some StringProtocol, _ longitude: some StringProtocol
) throws(WordsError) -> Coordinates {
  let latitude = try number(latitude, called: "latitude")
  let longitude = try number(longitude, called: "longitude")
  do { return try Coordinates(latitude: latitude, longitude: longitude) } catch {
    throw WordsError(description: "\(error)")
  }
}

/// The words of the command line: the arguments, or the parts of a single argument with commas.
func words(of arguments: [String]) throws(WordsError) -> [Substring] {
  if let option = arguments.first(where: { $0.hasPrefix("--") && $0 != "--" }) {
    throw WordsError(description: "unknown option '\(shown(option))'")
  }
  let words = arguments.filter { $0 != "--" }
  guard words.count == 1 else { return words.map { $0[...] } }
  return words[0].split { $0 == "," || $0 == " " }
}

/// Parses the arguments LAT and LON of a command that has `--batch` too; `nil` where there are none.
///
/// - Parameter example: a correct call, for the error.
func givenPlace(
  _ arguments: [String], batch: Bool, example: String
) throws(WordsError) -> Coordinates? {
  guard let words = try placeWords(arguments, batch: batch, count: 2...2, example: example) else {
    return nil
  }
  return try coordinates(words[0], words[1])
}

/// The words of a place, a number of them in `count`; `nil` where there are none.
///
/// - Parameter example: a correct call, for the error.
func placeWords(
  _ arguments: [String], batch: Bool, count: ClosedRange<Int>, example: String
) throws(WordsError) -> [Substring]? {
  guard !arguments.isEmpty else { return nil }
  let words = try words(of: arguments)
  if batch { throw WordsError(description: "--batch reads places from standard input only") }
  guard count.contains(words.count) else { throw .noPlace(example: example) }
  return words
}

/// The error for a line with a wrong number of words.
func wrongCount(_ count: Int, _ expected: String) -> WordsError {
  WordsError(description: "\(count == 1 ? "1 word" : "\(count) words") instead of \(expected)")
}
