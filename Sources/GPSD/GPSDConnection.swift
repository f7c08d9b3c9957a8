/// One connection to gpsd, which streams reports; closed when it is deallocated.
///
/// Only the thread that made it may use it.
final class GPSDConnection {
  /// The content of a line.
  enum Line: Equatable {
    /// Of the receiver that gpsd calls `device`.
    case report(FixReport, device: String)
    /// Any other line of gpsd, such as the answer to a request.
    case other
  }

  /// The lines of one read.
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
  /// - Parameter isStopped: asked ten times a second; true ends the attempt.
  init(_ settings: GPSDSettings, isStopped: () -> Bool) throws(GPSDError) {
    socket = try GPSDSocket(host: settings.host, port: settings.port, isStopped: isStopped)
    try socket.send("?WATCH={\"enable\":true,\"json\":true};\n")
  }

  /// Waits up to `milliseconds` for bytes; true where there are any.
  func wait(milliseconds: Int32) -> Bool { socket.wait(milliseconds: milliseconds) }

  /// Reads the bytes that have arrived, at most 16 KiB; never waits.
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

  /// Sends a request that every gpsd answers.
  func ask() throws(GPSDError) { try socket.send("?VERSION;\n") }
}
