package import Quantities
package import Wire

/// What the user sets while the daemon runs.
package enum UserSetting: Equatable, Sendable {
  /// The device is here, whatever a receiver reports; `nil`: the user's position no longer holds, and the
  /// one that holds is chosen as if none had been set.
  case position(Position?)
  /// The pointer leads there.
  case target(QiblaMessage.Target)
  /// The chips are mounted in the device like this.
  case mount(Mount)
  /// The configuration was read again: for its event. What it sets in the pipeline is a setting of its own.
  case configuration(ConfigurationReloadResult)
}
