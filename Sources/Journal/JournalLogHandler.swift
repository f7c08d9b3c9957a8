private import Glibc
package import Logging

/// Writes one line a message to standard error, for the journal or for a person.
///
/// For the journal the line begins with its priority (sd-daemon(3)), on a terminal with its level.
package struct JournalLogHandler: LogHandler {
  /// Who reads the lines.
  package enum Reader: Equatable, Sendable {
    case journal, person
  }

  package var logLevel: Logger.Level = .info
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  private let reader: Reader
  private let descriptor: Int32

  /// - Parameters:
  ///   - descriptor: where lines go; standard error unless a test says otherwise.
  ///   - reader: `nil` asks whether the descriptor is a terminal.
  package init(descriptor: Int32 = STDERR_FILENO, reader: Reader? = nil) {
    self.descriptor = descriptor
    self.reader = reader ?? (isatty(descriptor) == 1 ? .person : .journal)
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var all = metadata
    // The message's own values win over the provider's, and those over the logger's.
    all.merge(metadataProvider?.get() ?? [:]) { $1 }
    all.merge(event.metadata ?? [:]) { $1 }
    if let error = event.error, all["error"] == nil { all["error"] = "\(error)" }
    write(
      LogLine.text(level: event.level, message: event.message.description, all, for: reader))
  }

  /// In one write, so that lines of several threads do not mix.
  private func write(_ line: String) {
    let bytes = Array(line.utf8)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      // A log that cannot be written has nowhere to complain, and must not stop the daemon.
      guard count > 0 || (count < 0 && errno == EINTR) else { return }
      rest = rest.dropFirst(max(count, 0))
    }
  }
}
