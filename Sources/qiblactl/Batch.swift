import Glibc
import JSON
import Trace
import Wire

/// Lines in from standard input, one JSON line out for each, in order.
///
/// What was answered is handed on before the input is waited for, so that a program can write a line
/// and read its answer.
struct Batch {
  /// What a line is to hold, such as `LAT LON`; errors name it.
  let form: String

  /// Answers every line; one that is bad gets an error in its place.
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
    if count.bad > 0 { complain("\(count.bad) of \(count.lines) lines were bad") }
  }

  private func next(
    _ reader: inout LineReader, _ output: inout StandardOutput
  ) throws -> LineReader.Line? {
    if !reader.hasLine { try output.flush() }
    return try reader.next()
  }

  /// The words of a line; between them are blanks.
  private func words(of line: LineReader.Line) throws(WordsError) -> [Substring] {
    guard case .text(let bytes, _) = line else {
      throw WordsError(description: "over \(LineReader.maximumLineBytes) bytes")
    }
    // By bytes: to a string's characters CR LF is one.
    return String(decoding: bytes, as: UTF8.self).unicodeScalars
      .split { $0 == " " || $0 == "\t" || $0 == "\r" }
      .map { Substring($0) }
  }

  private func error(_ message: String) -> RequestError {
    RequestError(code: .badValue, message: message, hint: "a line is \(form)")
  }
}
