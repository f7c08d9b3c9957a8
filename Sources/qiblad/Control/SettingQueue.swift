import Pipeline
import Quantities
import Synchronization
import Threads

/// What the user has set so far, the newest of each kind.
struct UserSettingsInForce {
  private var position: UserSetting?
  private var target: UserSetting?
  private var mount: UserSetting?
  /// What was applied, and is answered once a tick has been computed with it: then a client that asks finds it.
  private var unanswered: [(entry: SettingQueue.Entry, time: Timestamp, tick: Timestamp)] = []

  /// Answers what was set when a tick has been computed since.
  ///
  /// - Parameter tick: the next one; `nil` before the first.
  mutating func answer(before tick: Timestamp?) {
    guard let first = unanswered.first, tick.map({ $0 > first.tick }) ?? true else { return }
    for (entry, time, _) in unanswered { entry.applied(time) }
    unanswered = []
  }

  /// Notes a setting that was applied at `time`.
  ///
  /// - Parameter tick: the next one; `nil` before the first.
  mutating func note(_ entry: SettingQueue.Entry, at time: Timestamp, tick: Timestamp?) {
    note(entry.setting)
    guard let tick else { return entry.applied(time) }
    unanswered.append((entry, time, tick))
  }

  mutating func note(_ setting: UserSetting) {
    switch setting {
    case .position: position = setting
    case .target: target = setting
    case .mount: mount = setting
    case .configuration: break
    }
  }

  /// What has to be applied again where a recording begins again, which resets the settings in it.
  var all: [UserSetting] { [mount, position, target].compactMap(\.self) }
}

/// What the user set, on its way from control clients to the pipeline's thread.
///
/// A full queue refuses: a setting that was taken is applied, or the daemon ends before. While sampling pauses the thread takes
/// none, and a device may be told to reload every day: of a full queue the news of former reloads are left out first.
final class SettingQueue: Sendable {
  /// A setting, and whom to tell when it takes effect.
  struct Entry: Sendable {
    let setting: UserSetting
    /// Called by the pipeline's thread with the instant from which on the setting holds; must not wait.
    let applied: @Sendable (Timestamp) -> Void
  }

  /// The pipeline's thread takes them many times a second.
  static let capacity = 32

  private let entries = Mutex(BoundedQueue<Entry>(capacity: capacity, whenFull: .dropNewest))

  /// Adds an entry; called by any thread.
  ///
  /// - Returns: whether there was room for it.
  func put(_ entry: Entry) -> Bool { put([entry]) }

  /// Adds all of these entries, or none; called by any thread.
  ///
  /// - Returns: whether there was room for them.
  func put(_ new: [Entry]) -> Bool {
    entries.withLock { entries in
      if entries.count + new.count > Self.capacity { Self.removeNews(&entries) }
      guard entries.count + new.count <= Self.capacity else { return false }
      return new.allSatisfy { entries.append($0) }
    }
  }

  private static func removeNews(_ entries: inout BoundedQueue<Entry>) {
    for _ in 0..<entries.count {
      guard let entry = entries.popFirst() else { return }
      if case .configuration = entry.setting { continue }
      _ = entries.append(entry)
    }
  }

  /// Takes the oldest entry; `nil` where there is none.
  func take() -> Entry? { entries.withLock { $0.popFirst() } }
}
