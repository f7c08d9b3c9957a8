import Glibc

/// Prints a line to standard error, because standard output is for the result.
func tell(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Tells the user what to do, and waits for Enter.
///
/// - Throws: `CommandFailure` where the input ends.
func ask(_ what: String) throws {
  tell(what)
  guard readLine() != nil else {
    throw CommandFailure("the input ended before everything was measured")
  }
}

/// Whether the user answers a question with yes; the end of the input is a no.
func confirmed(_ question: String) -> Bool {
  tell("\(question) [y/N]")
  return readLine()?.lowercased().hasPrefix("y") ?? false
}
