/// Refuses what the parser would trap on or silently misread, before it sees it.
///
/// toml++ 3.4 asserts, on input, that a key follows `[`, that digits follow in a date and that no
/// stray bracket stands in an array; and strings are handed on as C strings, so that what follows an
/// escaped zero would vanish. No setting of ours is a date, an array or a string over several lines:
/// refused, they leave one line at a time to judge.
func checkText(_ text: String) throws(TOMLSyntaxError) {
  var number = 0
  // By scalars: to a string's characters CR LF is one, and not a line feed.
  for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
    number += 1
    guard let (column, reason) = trap(in: Array(line)) else { continue }
    throw TOMLSyntaxError(line: number, column: column, reason: reason)
  }
}

/// The column, from 1, of what the parser must not see, and what to tell the user.
private func trap(in line: [Unicode.Scalar]) -> (column: Int, reason: String)? {
  let bare: [Unicode.Scalar]
  switch withoutStrings(line) {
  case .failure(let trap): return (trap.index + 1, trap.reason)
  case .success(let scalars): bare = scalars
  }
  let start = bare.firstIndex { !isBlank($0) } ?? bare.count
  if start < bare.count, bare[start] == "[" {
    guard let index = missingName(bare, after: start) else { return nil }
    return (index + 1, "the name of a table is expected after '['")
  }
  let value = bare.firstIndex(of: "=") ?? start
  if let index = bare[value...].firstIndex(of: "[") {
    return (index + 1, "no setting is an array")
  }
  return dateOrTime(bare, from: value).map { index in
    (index + 1, "this looks like a date or time, or a broken number; no setting is a date")
  }
}

private struct Trap: Error {
  var index: Int
  var reason: String
}

/// The line with a quotation mark for every character of a string, and without a comment.
private func withoutStrings(_ line: [Unicode.Scalar]) -> Result<[Unicode.Scalar], Trap> {
  var bare: [Unicode.Scalar] = []
  var quote: Unicode.Scalar?
  for (index, scalar) in line.enumerated() {
    if let open = quote {
      let isEscaped = open == "\"" && isEscape(line, before: index)
      if scalar == open, !isEscaped { quote = nil }
      if isEscaped, isZero(line, from: index) {
        return .failure(Trap(index: index, reason: "an escaped zero is not allowed"))
      }
      bare.append("\"")
    } else if scalar == "#" {
      break
    } else {
      if scalar == "\"" || scalar == "'" { quote = scalar }
      bare.append(scalar)
    }
    if index >= 2,
      line[index - 2...index].allSatisfy({ $0 == "\"" })
        || line[index - 2...index].allSatisfy({ $0 == "'" })
    {
      return .failure(
        Trap(index: index - 2, reason: "write the string on one line, in single quotes"))
    }
  }
  return .success(bare)
}

/// Whether an odd number of backslashes stands before `index`.
private func isEscape(_ line: [Unicode.Scalar], before index: Int) -> Bool {
  !line[..<index].reversed().prefix { $0 == "\\" }.count.isMultiple(of: 2)
}

/// Whether `u0000` or `U00000000` stands at `index`.
private func isZero(_ line: [Unicode.Scalar], from index: Int) -> Bool {
  let digits = line[index] == "u" ? 4 : line[index] == "U" ? 8 : 0
  let rest = line[(index + 1)...].prefix(digits)
  return digits > 0 && rest.count == digits && rest.allSatisfy { $0 == "0" }
}

/// The index of what stands where a table's name should, or `nil` where one does.
private func missingName(_ bare: [Unicode.Scalar], after bracket: Int) -> Int? {
  func skip(_ index: Int) -> Int { bare[index...].firstIndex { !isBlank($0) } ?? bare.count }
  var index = skip(bracket + 1)
  if index < bare.count, bare[index] == "[" { index = skip(index + 1) }
  guard index < bare.count else { return index }
  // Letters of other scripts are no bare keys either.
  return isWord(bare[index]) || bare[index] == "\"" || bare[index] == "'" ? nil : index
}

/// The index of a number that goes on like a date: a colon, or a minus that is not an exponent's.
private func dateOrTime(_ bare: [Unicode.Scalar], from start: Int) -> Int? {
  for index in bare.indices.dropFirst(start) {
    if bare[index] == ":" { return index }
    guard bare[index] == "-", index > start, isWord(bare[index - 1]) else { continue }
    if bare[index - 1] != "e", bare[index - 1] != "E" { return index }
  }
  return nil
}

private func isWord(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
  default: false
  }
}

/// TOML's whitespace, and what else the parser skips: a byte-order mark and Unicode's own.
private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
  scalar == "\u{FEFF}" || scalar.properties.isWhitespace
}
