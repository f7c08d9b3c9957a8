/// Rejects text on which the parser would crash or which it would silently misread.
///
/// toml++ 3.4 asserts that a key follows `[`, that digits follow in a date, and a number in what looks like
/// one (`123$-0$-01 1`), and that an array has no extra bracket. It passes strings on as C strings, so that the text after an escaped zero
/// would be lost. No setting is a date, an array or a string over several lines. With these
/// rejected, each line can be checked alone.
func checkText(_ text: String) throws(TOMLSyntaxError) {
  var number = 0
  // By scalars, because CR LF is a single `Character` and not a line feed.
  for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
    number += 1
    guard let (column, reason) = trap(in: Array(line)) else { continue }
    throw TOMLSyntaxError(line: number, column: column, reason: reason)
  }
}

/// The column, from 1, of text that the parser must not receive, and the reason for the user.
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
  if let index = bare[value...].firstIndex(where: { $0 != "=" && !isBlank($0) }), value > start,
    bare[index] == "0", index + 1 < bare.count, "0"..."9" ~= bare[index + 1],
    bare[index...].allSatisfy({ "0"..."9" ~= $0 || isBlank($0) })
  {
    return (index + 1, "a number does not begin with 0; a mode is a text, as \"0660\"")
  }
  return dateOrTime(bare, from: value).map { index in
    (index + 1, "this looks like a date or time, or a broken number; no setting is a date")
  }
}

private struct Trap: Error {
  var index: Int
  var reason: String
}

/// The line without its comment, and with a quotation mark in place of each character of a string.
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
      if scalar == "\"" || scalar == "'" {
        if let last = bare.last, last != ".", !isBeforeValue(last) {
          return .failure(
            Trap(index: index, reason: "a text does not begin within a word or number"))
        }
        quote = scalar
      }
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

/// Whether a value may begin behind the character.
private func isBeforeValue(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "=", ",", "[", "{": true
  default: isBlank(scalar)
  }
}

/// Whether an odd number of backslashes precedes `index`.
private func isEscape(_ line: [Unicode.Scalar], before index: Int) -> Bool {
  !line[..<index].reversed().prefix { $0 == "\\" }.count.isMultiple(of: 2)
}

/// Whether `u0000` or `U00000000` is at `index`.
private func isZero(_ line: [Unicode.Scalar], from index: Int) -> Bool {
  let digits = line[index] == "u" ? 4 : line[index] == "U" ? 8 : 0
  let rest = line[(index + 1)...].prefix(digits)
  return digits > 0 && rest.count == digits && rest.allSatisfy { $0 == "0" }
}

/// The index of the character in place of a missing table name; `nil` if there is a name.
private func missingName(_ bare: [Unicode.Scalar], after bracket: Int) -> Int? {
  func skip(_ index: Int) -> Int {
    bare[index...].firstIndex { !isBlank($0) || isLineBreak($0) } ?? bare.count
  }
  var index = skip(bracket + 1)
  if index < bare.count, bare[index] == "[" { index = skip(index + 1) }
  guard index < bare.count else { return index }
  // Letters of other scripts are not allowed in bare keys.
  return isWord(bare[index]) || bare[index] == "\"" || bare[index] == "'" ? nil : index
}

/// The index at which a value continues like a date: a colon, or a minus that is neither its first character nor in an exponent.
private func dateOrTime(_ bare: [Unicode.Scalar], from start: Int) -> Int? {
  for index in bare.indices.dropFirst(start) {
    if bare[index] == ":" { return index }
    guard bare[index] == "-", index > start, !isBeforeValue(bare[index - 1]) else { continue }
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

/// Whether the parser skips the character: TOML's and Unicode's whitespace, and a byte-order mark.
private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
  scalar == "\u{FEFF}" || scalar.properties.isWhitespace
}

/// Whether the parser takes the blank character for the end of a line, which it does not skip within one.
private func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
  default: false
  }
}
