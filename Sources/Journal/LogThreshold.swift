package import Logging
private import Synchronization

/// The lowest level that is logged, shared by all loggers; any thread may change it.
package final class LogThreshold: Sendable {
  private let level: Mutex<Logger.Level>

  package init(_ level: Logger.Level = .info) { self.level = Mutex(level) }

  package var value: Logger.Level { level.withLock { $0 } }

  package func set(_ level: Logger.Level) { self.level.withLock { $0 = level } }
}
