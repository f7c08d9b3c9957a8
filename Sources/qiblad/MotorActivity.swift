import Logging
import Quantities
import Sensors
import Synchronization

/// When the motor runs: written by the thread that drives it, read by the pipeline's.
final class MotorActivity: Sendable {
  private let blanking: Mutex<MotorBlanking>
  private let logger: Logger
  private let now: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - settleMilliseconds: how long the motor's field takes to decay; `nil` to measure it.
  ///   - now: the clock that samples are stamped with.
  init(
    settleMilliseconds: Double?, logger: Logger,
    now: @escaping @Sendable () -> Timestamp = { BootClock().now }
  ) {
    blanking = Mutex(MotorBlanking(settleMilliseconds: settleMilliseconds))
    (self.logger, self.now) = (logger, now)
  }

  /// Called before the motor runs.
  func start() {
    let now = now()
    blanking.withLock { $0.start(at: now) }
  }

  /// Called once it rests.
  func end() {
    let now = now()
    blanking.withLock { $0.end(at: now) }
  }

  /// Whether the motor disturbs the field of `sample`, which has one.
  func disturbs(_ sample: Sample) -> Bool {
    let (isBlanked, measured) = blanking.withLock {
      ($0.isBlanked(at: sample.time), $0.take(sample))
    }
    if let measured {
      let milliseconds = Int(measured.rounded())
      logger.notice("haptics: the motor's field has decayed \(milliseconds) ms after the motor")
    }
    return isBlanked
  }
}
