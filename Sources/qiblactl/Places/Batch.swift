import Glibc
import JSON
import Trace
import Wire

/// Reads lines from standard input and prints one JSON line for each, in order.
///
/// Answers are flushed before the next input is awaited, so that a program can write a line and
/// read its answer.
struct Batch {
  /// The form of a line, such as `LAT LON`, for error messages.
  let form: String

  /// Answers every line; for a bad line, an error is printed in place of the answer.
  ///
  /// - Throws: `CommandFailure` after the last line where a line was bad.
  func run(_ answer: ([Substring], inout JSONWriter) throws(WordsError) -> Void) throws {
    var reader = LineReader(DescriptorSource(STDIN_FILENO))
    var output = StandardOutput()
    var writer = JSONWriter(capacity: 1024)
    var count = (lines: 0, bad: 0)
    do {
      while let line = try next(&reader, &output) {
        count.lines += 1
        writer.removeAll()
        do throws(WordsError) {
          try answer(try words(of: line), &writer)
        } catch {
          count.bad += 1
          writer.removeAll()
          self.error("line \(count.lines): \(error)").encode(into: &writer)
        }
        writer.newline()
        try output.write(writer.bytes)
      }
    } catch let error as ByteSourceError {
      try output.flush()
      var reason = "\(error)"
      if case .system(let number) = error { reason = String(cString: strerror(number)) }
      throw CommandFailure("standard input cannot be read: \(reason); give it lines of places")
    }
    try output.flush()
    if count.bad > 0 {
      let lines = count.lines == 1 ? "line" : "lines"
      let verb = count.bad == 1 ? "was" : "were"
      throw CommandFailure(
        "\(count.bad) of \(count.lines) \(lines) \(verb) bad; each has an error in its place, with what to write"
      )
    }
  }

  private func next(
    _ reader: inout LineReader, _ output: inout StandardOutput
  ) throws -> LineReader.Line? {
    if !reader.hasLine { try output.flush() }
    return try reader.next()
  }

  /// The words of a line, separated by blanks or commas, as on the command line.
  private func words(of line: LineReader.Line) throws(WordsError) -> [Substring] {
    guard case .text(let bytes, _) = line else {
      throw WordsError(description: "over \(LineReader.maximumLineBytes) bytes")
    }
    // By scalars, because CR LF is a single `Character`.
    return String(decoding: bytes, as: UTF8.self).unicodeScalars
      .split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "," }
      .map { Substring($0) }
  }

  private func error(_ message: String) -> RequestError {
    RequestError(code: .badValue, message: message, hint: "a line is \(form)")
  }
}
