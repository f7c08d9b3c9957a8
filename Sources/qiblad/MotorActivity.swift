import Logging
import Pipeline
import Quantities
import Sensors
import Synchronization

/// When the motor runs: told by the thread that drives it, asked by the pipeline's.
final class MotorActivity: Sendable {
  private struct State {
    var blanking: MotorBlanking
    /// `nil` where the time to settle is given.
    var settling: MotorSettling?
  }

  private let state: Mutex<State>
  private let logger: Logger

  /// - Parameter settleMilliseconds: how long the field needs after the motor; `nil` to measure it.
  init(settleMilliseconds: Double?, logger: Logger) {
    let settling = settleMilliseconds == nil ? MotorSettling() : nil
    let settle = settleMilliseconds ?? MotorSettling.guess
    state = Mutex(
      State(blanking: MotorBlanking(settleMilliseconds: settle), settling: settling))
    self.logger = logger
  }

  /// Said before the motor runs.
  func start() {
    let now = BootClock().now
    state.withLock {
      $0.blanking.start(at: now)
      $0.settling?.start()
    }
  }

  /// Said once it rests.
  func end() {
    let now = BootClock().now
    state.withLock {
      $0.blanking.end(at: now)
      $0.settling?.end(at: now)
    }
  }

  /// `sample` without a field that is the motor's.
  func restrict(_ sample: Sample) -> Sample {
    let (restricted, measured) = state.withLock { state -> (Sample, Double?) in
      var measured: Double?
      if state.settling?.take(sample) == true, let settle = state.settling?.milliseconds {
        state.blanking.settles(withinMilliseconds: settle)
        measured = settle
      }
      return (state.blanking.restrict(sample), measured)
    }
    if let measured {
      logger.notice(
        "haptics: the field is itself again \(Int(measured.rounded())) ms after the motor, by its last runs"
      )
    }
    return restricted
  }
}
