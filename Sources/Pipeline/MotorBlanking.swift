package import Quantities

/// When a haptic motor spoils the magnetometer: while it runs, and until its field has gone.
///
/// A motor has a magnet that turns and a coil that carries a tenth of an ampere, centimetres from the
/// sensor. What it measures then is not the Earth's, and is left out; gyro and accelerometer go on.
package struct MotorBlanking: Equatable, Sendable {
  /// µs. A motor that has not ended by then has failed to report its end.
  /// Source: derived; no pattern of the configuration lasts longer.
  package static let longestRun: Int64 = 4_000_000
  /// Runs that are remembered. Source: a size; samples come at most a fraction of a second late.
  private static let memory = 8

  private struct Run: Equatable {
    var start: Timestamp
    var end: Timestamp?
  }

  /// µs after the motor's end until the field is the Earth's again.
  private var settle: Int64
  private var runs: [Run] = []
  /// `nil` where the time is given.
  private var settling: MotorSettling?

  /// - Parameter settleMilliseconds: after the motor's end; `nil` to measure it.
  package init(
    settleMilliseconds: Double?, parameters: MotorSettlingParameters = MotorSettlingParameters()
  ) {
    settle = Int64((settleMilliseconds ?? parameters.guess) * microsecondsPerMillisecond)
    settling = settleMilliseconds == nil ? MotorSettling(parameters) : nil
  }

  /// The motor is about to run.
  package mutating func start(at time: Timestamp) {
    end(at: time)
    settling?.start()
    if runs.count >= Self.memory { runs.removeFirst() }
    runs.append(Run(start: time, end: nil))
  }

  /// The motor rests.
  package mutating func end(at time: Timestamp) {
    guard let last = runs.indices.last, runs[last].end == nil else { return }
    runs[last].end = time
    settling?.end(at: time)
  }

  /// Takes a sample, of which it may learn how long the field takes.
  ///
  /// - Returns: that time, ms, where it is new.
  package mutating func take(_ sample: Sample) -> Double? {
    guard settling?.take(sample) == true, let milliseconds = settling?.milliseconds else {
      return nil
    }
    settle = Int64(milliseconds * microsecondsPerMillisecond)
    return milliseconds
  }

  /// Whether a field that was measured at `time` is the motor's.
  package func isBlanked(at time: Timestamp) -> Bool {
    runs.contains { run in
      let limit = run.start.advanced(byMicroseconds: Self.longestRun)
      let end = min(run.end ?? limit, limit).advanced(byMicroseconds: settle)
      return run.start <= time && time <= end
    }
  }

  /// `sample` without a field that is the motor's.
  package func restrict(_ sample: Sample) -> Sample {
    guard sample.magneticField != nil, isBlanked(at: sample.time) else { return sample }
    var restricted = sample
    restricted.magneticField = nil
    return restricted
  }
}
