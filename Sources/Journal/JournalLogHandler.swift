package import Logging

/// Formats each message as one line, for the journal or for a person, and gives it to a
/// `LogWriter`.
///
/// For the journal the line begins with its priority (sd-daemon(3)), on a terminal with its level.
package struct JournalLogHandler: LogHandler {
  /// Who reads the lines.
  package enum Reader: Equatable, Sendable {
    case journal, person
  }

  /// The logger's own level, where it was set; otherwise the shared one.
  package var logLevel: Logger.Level {
    get { ownLevel ?? threshold.value }
    set { ownLevel = newValue }
  }
  private var ownLevel: Logger.Level?
  private let threshold: LogThreshold
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  private let writer: LogWriter

  /// - Parameters:
  ///   - writer: writes the lines.
  ///   - threshold: the level of loggers without an own one.
  package init(writer: LogWriter, threshold: LogThreshold = LogThreshold()) {
    (self.writer, self.threshold) = (writer, threshold)
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var all = metadata
    // Values of the message replace those of the provider, and these those of the logger.
    all.merge(metadataProvider?.get() ?? [:]) { $1 }
    all.merge(event.metadata ?? [:]) { $1 }
    if let error = event.error, all["error"] == nil { all["error"] = "\(error)" }
    writer.put(
      LogLine.text(
        level: event.level, message: event.message.description, all, for: writer.reader))
  }
}
