import Logging
import Quantities
import Synchronization

/// When the motor runs: written by the thread that drives it, read by the pipeline's.
final class MotorActivity: Sendable {
  private let blanking: Mutex<MotorBlanking>
  private let logger: Logger

  /// - Parameter settleMilliseconds: how long the motor's field takes to decay; `nil` to measure it.
  init(settleMilliseconds: Double?, logger: Logger) {
    blanking = Mutex(MotorBlanking(settleMilliseconds: settleMilliseconds))
    self.logger = logger
  }

  /// The motor is about to run.
  func start(at time: Timestamp) { blanking.withLock { $0.start(at: time) } }

  /// The motor rests.
  func end(at time: Timestamp) { blanking.withLock { $0.end(at: time) } }

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
