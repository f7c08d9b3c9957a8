import Dial
import JSON
import Wire

/// What `qiblactl status` found.
struct StatusReport {
  private let path: String?
  private var frame = DialFrame()
  /// The newest line of each topic, without LF.
  private var lines: [Topic: [UInt8]] = [:]
  /// Why there is no connection, in words.
  private let noConnection: String?

  init(path: String? = nil, failure: String? = nil) {
    self.path = path
    noConnection = failure
  }

  var hasNoDaemon: Bool { path == nil }

  /// Whether the heading and the state behind it are there.
  var isComplete: Bool { frame.reading != nil && frame.state != nil }

  /// The exit status of the command, as its help lists it.
  var exitStatus: Int32 {
    guard !hasNoDaemon else { return 7 }
    switch frame.reading?.status {
    case .accurate: return isComplete ? 0 : 6
    case .uncertain: return 2
    case .calibrating: return 3
    case .interference: return 4
    case .unavailable: return 5
    case nil: return 6
    }
  }

  /// Why there is no heading to print, and what to do; `nil` with a reading.
  var failure: String? {
    if let noConnection { return noConnection }
    guard let path else { return "no daemon answers; start one with qiblad" }
    guard frame.reading == nil else { return nil }
    return "\(path): the daemon sends no readings; check its log, and run qiblactl doctor"
  }

  /// Takes a line of the daemon.
  ///
  /// - Throws: `CommandFailure` for an error that the daemon reports.
  mutating func take(_ line: [UInt8]) throws {
    let topic: Topic
    switch understood(line) {
    case .hello(let hello): return frame.update(hello)
    case .reading(let reading):
      frame.update(reading, at: now())
      topic = .reading
    case .state(let state, _):
      frame.update(state)
      topic = .state
    case .qibla(let qibla):
      frame.update(qibla)
      topic = .qibla
    case .position(let position):
      frame.update(position)
      topic = .position
    case .error(let error): throw CommandFailure("\(error.message); \(error.hint)")
    default: return
    }
    lines[topic] = line.last == UInt8(ascii: "\n") ? line.dropLast() : line
  }

  /// The report for people; `nil` without a reading.
  func text(_ style: Style) -> String? {
    guard frame.reading != nil else { return nil }
    return frame.statusLines(style: style, at: now()).map { $0 + "\n" }.joined()
  }

  /// One JSON object and a newline, with the daemon's messages unchanged.
  var line: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("type")
    writer.string("status")
    writer.key("exit_status")
    writer.integer(Int64(exitStatus))
    if let status = frame.reading?.status {
      writer.key("status")
      writer.string(status.rawValue)
    }
    if let failure {
      writer.key("message")
      writer.string(failure)
    }
    if let path {
      writer.key("socket")
      writer.string(path)
      writer.key("simulated")
      writer.bool(frame.isSimulated)
      writer.key("replay")
      writer.bool(frame.isReplay)
    }
    for topic in Topic.allCases {
      guard let line = lines[topic] else { continue }
      writer.key(topic.rawValue)
      writer.raw(line)
    }
    writer.endObject()
    writer.newline()
    return writer.bytes
  }
}
