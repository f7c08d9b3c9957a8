import Glibc
import JSON
import ProgramOptions
import Wire

/// Starts a recording, shows how far it is and waits for its end; Ctrl-C ends it.
struct RecordingWatch {
  /// µs between two looks.
  private static let pause: UInt32 = 250_000

  private let options: ControlOptions
  private let connection: ControlConnection

  /// - Throws: `CommandFailure` where there is no daemon.
  init(_ options: ControlOptions) throws {
    self.options = options
    connection = try ControlConnection(options.socket.directory)
  }

  /// - Throws: `CommandFailure` where the daemon refuses, and where the recording ended before its limit.
  func run(_ request: RecordingOptions) throws {
    EndSignal.install()
    let reply = try connection.perform(.record(.start(request)))
    let path = reply["path"]?.string ?? "a file"
    let hasTerminal = !options.json && isatty(STDERR_FILENO) == 1
    if !hasTerminal, !options.json { complain("recording to \(path); Ctrl-C ends it") }
    while !EndSignal.came {
      let status = try connection.perform(.record(.status))
      guard status["recording"]?.bool == true else { return try finish(status, hasTerminal) }
      if hasTerminal { show("recording to \(status.recordingSentence); Ctrl-C ends it") }
      usleep(Self.pause)
    }
    let end: ControlReply
    do { end = try connection.perform(.record(.stop)) } catch is CommandFailure {
      // It may have ended by itself meanwhile.
      end = try connection.perform(.record(.status))
    }
    try finish(end, hasTerminal)
  }

  private func show(_ text: String) {
    let line = Array("\r\u{1B}[K\(text)".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private func finish(_ reply: ControlReply, _ hasTerminal: Bool) throws {
    if hasTerminal { show("") }
    if let end = reply.recordingEnd, end.isFailure {
      throw CommandFailure("\(reply.recordingSentence)")
    }
    var output = StandardOutput()
    if options.json {
      var writer = JSONWriter()
      writer.value(.object(reply.members))
      writer.newline()
      try output.write(writer.bytes)
    } else {
      try output.write(Array("\(reply.recordingSentence)\n".utf8))
    }
    try output.flush()
  }
}
