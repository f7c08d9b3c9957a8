import Pipeline
import Quantities

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
