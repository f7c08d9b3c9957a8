import Configuration
import Qibla
import Pipeline
import Replay
import Storage

extension ReplayOptions {
  /// What a configuration says, behind what was given for this run.
  init(_ configuration: Configuration) {
    self.init()
    configuredPosition = configuration.place
    configuredDeclination = configuration.declination
    target = configuration.target
    method = configuration.method
    alignment.enterDegrees = configuration.alignment.enterDegrees
    alignment.leaveDegrees = configuration.alignment.leaveDegrees
    alignment.dwell = configuration.alignment.dwellMilliseconds / 1000
    alignment.passDegreesPerSecond = configuration.alignment.passDegreesPerSecond
    alignment.lock = configuration.alignment.lockSeconds
    alignment.hapticGap = configuration.alignment.hapticGapMilliseconds / 1000
  }

  /// Takes in where an earlier run was last; it counts before or behind the configured place.
  mutating func start(at lastKnown: LastPlace?) {
    let place = StartingPlace.choose(
      lastKnown: lastKnown, configured: configuredPosition, utcMicroseconds: date ?? clockDate)
    guard case .lastKnown(let last) = place else { return }
    configuredPosition = nil
    self.lastKnown = .init(position: last.position, utcMicroseconds: last.utcMicroseconds)
  }
}
