private import Synchronization

/// Counts of tasbih, kept by the device for all browsers.
///
/// A browser sends the number that a session has reached. A request that comes twice therefore counts once. It also
/// sends the number that it knows to be kept, for a session that is no longer among those that are remembered.
package final class TasbihCounts: Sendable {
  /// What is kept in the file.
  package struct State: Codable, Equatable, Sendable {
    package var total = 0
    /// Of the last days, by date.
    package var days: [String: Int] = [:]
    /// What the last sessions have reached; the newest is the last.
    package var sessions: [Session] = []
    /// Presses of the device's own buttons; absent in files of before there were any.
    package var presses: Int?

    package init() {}
  }

  package struct Session: Codable, Equatable, Sendable {
    package var id: String
    package var count: Int
  }

  private static let file = "tasbih.json"
  /// Some 10 kB of the file, which is written at each count.
  private static let mostSessions = 256
  private static let mostDays = 366
  /// More than anybody counts in one session.
  package static let largestCount = 1_000_000
  private let folder: StateFolder
  private let state: Mutex<State>

  package init(folder: StateFolder) {
    self.folder = folder
    state = Mutex(folder.load(Self.file, as: State.self) ?? State())
  }

  package var now: State { state.withLock { $0 } }

  /// Counts what a session has reached, and keeps it.
  ///
  /// - Parameters:
  ///   - id: of the session, up to 32 characters.
  ///   - kept: what of it the browser knows to be kept; used where the session is not remembered.
  ///   - date: the device's, as `2026-11-25`.
  /// - Throws: `StateFolder.Failure`; nothing is counted then.
  package func count(
    session id: String, reached count: Int, from kept: Int = 0, on date: String
  ) throws -> State {
    try state.withLock { state in
      let known = state.sessions.last { $0.id == id }?.count ?? min(kept, count)
      guard count > known else { return state }
      var changed = state
      changed.sessions.removeAll { $0.id == id }
      changed.sessions.append(Session(id: id, count: count))
      changed.sessions = Array(changed.sessions.suffix(Self.mostSessions))
      state = try saved(changed, adding: count - known, on: date)
      return state
    }
  }

  /// Counts a press of the device's own button, and keeps it.
  ///
  /// - Parameter date: the device's, as `2026-11-25`.
  /// - Throws: `StateFolder.Failure`; nothing is counted then.
  package func countPress(on date: String) throws -> State {
    try state.withLock { state in
      var changed = state
      changed.presses = (state.presses ?? 0) + 1
      state = try saved(changed, adding: 1, on: date)
      return state
    }
  }

  private func saved(
    _ state: State, adding count: Int, on date: String
  ) throws(StateFolder.Failure) -> State {
    var changed = state
    changed.total += count
    changed.days[date, default: 0] += count
    while changed.days.count > Self.mostDays, let oldest = changed.days.keys.min() {
      changed.days[oldest] = nil
    }
    try folder.save(changed, Self.file)
    return changed
  }
}
