import Pipeline
import Quantities
import Sensors
import Synchronization

/// When the motor runs: told by the thread that drives it, asked by the pipeline's.
final class MotorActivity: Sendable {
  private let blanking: Mutex<MotorBlanking>

  init(settleMilliseconds: Double) {
    blanking = Mutex(MotorBlanking(settleMilliseconds: settleMilliseconds))
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
  func restrict(_ sample: Sample) -> Sample { blanking.withLock { $0.restrict(sample) } }
}
