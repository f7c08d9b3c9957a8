import DaemonConfiguration
import Qibla
import Session

extension RunOptions {
  /// What a configuration says, after what was given for this run.
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
}
