import Pipeline
import Quantities
import Synchronization
import Threads

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
