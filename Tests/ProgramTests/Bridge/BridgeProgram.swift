import Glibc
import TestFiles
import Testing

/// `qibla-bridge` beside a daemon, and what it has printed.
struct BridgeProgram {
  let program: Program

  /// Starts it in the directory of a daemon, which need not run.
  init(
    _ arguments: [String], socketDirectory: String, output: SpawnEnd? = nil
  ) throws {
    program = try Program(
      "qibla-bridge", arguments + ["--socket-dir", socketDirectory], output: output)
  }

  /// The whole lines on standard output.
  var lines: [Substring] {
    let text = String(decoding: program.output, as: UTF8.self)
    return text.split(separator: "\r\n").flatMap { $0.split(separator: "\n") }
  }

  func prints(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await eventually("\(text)", sourceLocation: sourceLocation) {
      program.errors.contains(text)
    }
  }

  /// Ends it with SIGTERM, which must succeed without the alarm clock that ends a bridge that hangs.
  func end(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    program.send(SIGTERM)
    let status = try await program.ended(sourceLocation: sourceLocation)
    #expect(status == 0, "\(program.errors)", sourceLocation: sourceLocation)
    #expect(
      !program.errors.contains("could not stop in time"), "\(program.errors)",
      sourceLocation: sourceLocation)
  }

  /// A daemon with a heading and a true north, from the first second on.
  static func daemon(in directory: TemporaryDirectory? = nil) async throws -> RunningDaemon {
    try await RunningDaemon.start(
      ["--simulate", "--position", "51.5074,-0.1278", "--date", "2026-11-23"], in: directory)
  }

  /// What lets the headings of such a daemon pass.
  static let anyHeading = ["--allow-simulated", "--max-error", "180"]
}

/// Whether a line is a sentence of NMEA 0183 with the right checksum.
func isSentence(_ line: Substring) -> Bool {
  let parts = line.dropFirst().split(separator: "*")
  guard line.first == "$", parts.count == 2, let checksum = UInt8(parts[1], radix: 16) else {
    return false
  }
  return parts[0].utf8.reduce(0, ^) == checksum
}
