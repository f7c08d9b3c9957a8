import Pipeline
import Quantities
import Synchronization
import Threads

/// What the user has set so far, the newest of each kind.
struct UserSettingsInForce {
  private var position: UserSetting?
  private var target: UserSetting?
  private var mount: UserSetting?

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
/// A full queue refuses: a setting that was taken is applied, or the daemon ends before.
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
      guard entries.count + new.count <= Self.capacity else { return false }
      return new.allSatisfy { entries.append($0) }
    }
  }

  /// Takes the oldest entry; `nil` where there is none.
  func take() -> Entry? { entries.withLock { $0.popFirst() } }
}
