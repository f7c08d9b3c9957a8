/// One connection to gpsd, which streams reports; closed when it is deallocated.
///
/// Used by the thread that made it alone.
final class GPSDConnection {
  /// What a line said.
  enum Line: Equatable {
    /// Of the receiver that gpsd calls `device`.
    case report(FixReport, device: String)
    /// Anything else of gpsd's, such as the answer to a question.
    case other
  }

  /// What came in one read.
  struct Received: Equatable {
    var lines: [Line] = []
    /// Lines that were too long or not gpsd's.
    var refused = 0
    /// Why one of them was refused.
    var reason = ""
  }

  private let socket: GPSDSocket
  private let decoder = TPVDecoder()
  private var buffer = LineBuffer()
  private var chunk = [UInt8](repeating: 0, count: LineBuffer.longestLine)

  /// Connects and asks for reports.
  ///
  /// - Parameter isStopped: asked ten times a second; then it gives up.
  init(_ settings: GPSDSettings, isStopped: () -> Bool) throws(GPSDError) {
    socket = try GPSDSocket(host: settings.host, port: settings.port, isStopped: isStopped)
    try socket.send("?WATCH={\"enable\":true,\"json\":true};\n")
  }

  /// Waits up to `milliseconds` for something to read; true where there is.
  func wait(milliseconds: Int32) -> Bool { socket.wait(milliseconds: milliseconds) }

  /// What has come, at most 16 KiB; never waits.
  func read() throws(GPSDError) -> Received {
    let count = try socket.read(into: &chunk)
    let before = buffer.skipped
    var received = Received()
    for line in buffer.lines(adding: chunk[..<count]) {
      do throws(GPSDLineError) {
        switch try GPSDLine(line) {
        case .report(let text):
          let report = decoder.report(text)
          received.lines.append(report.map { .report($0, device: text.device) } ?? .other)
        case .other: received.lines.append(.other)
        }
      } catch {
        received.refused += 1
        received.reason = "\(error)"
      }
    }
    if buffer.skipped > before {
      received.refused += buffer.skipped - before
      received.reason = "longer than \(LineBuffer.longestLine) bytes"
    }
    return received
  }

  /// Asks what every gpsd answers.
  func ask() throws(GPSDError) { try socket.send("?VERSION;\n") }
}
