import Logging
import Synchronization

/// Keeps what is logged, for a test to read.
final class RecordedLog: Sendable {
  private let kept = Mutex<[String]>([])

  var messages: [String] { kept.withLock { $0 } }

  var logger: Logger {
    var logger = Logger(label: "test") { _ in Handler(record: self) }
    logger.logLevel = .notice
    return logger
  }

  private func keep(_ message: String) { kept.withLock { $0.append(message) } }

  private struct Handler: LogHandler {
    let record: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    init(record: RecordedLog) { self.record = record }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { record.keep("\(event.message)") }
  }
}
