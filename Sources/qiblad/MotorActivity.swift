import Logging
import Pipeline
import Quantities
import Sensors
import Synchronization
import Threads

/// When the motor runs: told by the thread that drives it, asked by the pipeline's.
final class MotorActivity: Sendable {
  private let blanking: Mutex<MotorBlanking>
  private let logger: Logger

  /// - Parameter settleMilliseconds: how long the field needs after the motor; `nil` to measure it.
  init(settleMilliseconds: Double?, logger: Logger) {
    blanking = Mutex(MotorBlanking(settleMilliseconds: settleMilliseconds))
    self.logger = logger
  }

  /// Said before the motor runs.
  func start() {
    let now = BootClock().now
    blanking.withLock { $0.start(at: now) }
  }

  /// Said once it rests.
  func end() {
    let now = BootClock().now
    blanking.withLock { $0.end(at: now) }
  }

  /// `sample` without a field that is the motor's.
  func restrict(_ sample: Sample) -> Sample {
    let (restricted, measured) = blanking.withLock { ($0.restrict(sample), $0.take(sample)) }
    if let measured {
      let milliseconds = Int(measured.rounded())
      logger.notice("haptics: the field is itself again \(milliseconds) ms after the motor")
    }
    return restricted
  }
}
