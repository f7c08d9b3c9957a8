internal import JSON

/// The bytes of a member's value, unchanged from the line; `nil` if the member is absent.
///
/// - Parameter line: an object that was parsed before.
func memberText(_ name: StaticString, of line: ArraySlice<UInt8>) -> [UInt8]? {
  var scanner = JSONScanner(line)
  func position() -> Int { line.startIndex + scanner.column - 1 }
  // The whole line was parsed before, so an error here only ends the search.
  guard (try? scanner.beginObject()) != nil else { return nil }
  var first = true
  while let key = try? scanner.nextKey(first: first) {
    first = false
    _ = scanner.peek()
    let start = position()
    guard (try? scanner.skipValue()) != nil else { return nil }
    if name ~= key { return Array(line[start..<position()]) }
  }
  return nil
}
