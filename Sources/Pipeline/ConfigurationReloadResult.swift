import Quantities
import Wire

/// What came of reading the configuration again.
///
/// It is an input, and stands in a recording, so that a replay numbers its events as the daemon did.
package enum ConfigurationReloadResult: Equatable, Sendable {
  /// It is in use: the sections that took effect, and those, or their keys, that do with the next start.
  case reloaded(applied: [String], restart: [String])
  /// It has an error, and nothing has changed.
  case rejected
}

extension Event {
  init(sequence: UInt64, time: Timestamp, _ news: ConfigurationReloadResult) {
    switch news {
    case .reloaded(let applied, let restart):
      self.init(sequence: sequence, time: time, name: .configurationReloaded)
      (self.applied, self.restart) = (applied, restart)
    case .rejected: self.init(sequence: sequence, time: time, name: .configurationRejected)
    }
  }
}
