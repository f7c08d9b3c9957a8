/// A parser of bytes that somebody else wrote, and what has to hold whatever they are.
///
/// A broken rule ends the process, as a trap of the parser does: a fuzzer sees both as a crash.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// Lines of a client: `RequestFramer` and `TaggedRequest`.
  case requests
  /// Lines of a daemon, as a client reads them: `Message`.
  case messages
  /// A trace: header and lines.
  case trace
  /// The same from a file, which may be packed.
  case gzip
  /// `qiblad.toml`, with the settings of days.
  case configuration
  /// A kept calibration.
  case calibration
  /// Coefficients of a magnetic model.
  case coefficients
  /// A timetable of prayers.
  case timetable

  /// Parses the bytes.
  public func run(_ bytes: [UInt8]) {
    switch self {
    case .requests: parseRequests(bytes)
    case .messages: parseMessages(bytes)
    case .trace: parseTrace(bytes)
    case .gzip: parseFile(bytes)
    case .configuration: parseConfiguration(bytes)
    case .calibration: parseCalibration(bytes)
    case .coefficients: parseCoefficients(bytes)
    case .timetable: parseTimetable(bytes)
    }
  }
}

/// An error's text is one line that a log can take.
func checkText(of error: some Error) {
  let text = "\(error)"
  precondition(!text.isEmpty && !text.contains("\n"), "an error without a line of text")
  precondition(text.utf8.count < 4096, "an error's text of \(text.utf8.count) bytes")
}
