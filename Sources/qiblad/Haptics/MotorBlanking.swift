import Quantities

/// The times at which a haptic motor disturbs the magnetometer: while it runs, and until its field has
/// decayed. The pipeline ignores magnetometer samples of these times (`Input.blanking`).
///
/// A motor has a magnet that turns and a coil that carries a tenth of an ampere, centimetres from the
/// sensor.
struct MotorBlanking: Equatable, Sendable {
  /// µs. No pattern lasts longer: a run without an end counts as over by then, so that the heading is not
  /// lost to an end that was not reported.
  static let longestRun: Int64 = 4_000_000
  /// Runs that are remembered; samples come at most a fraction of a second late.
  private static let memory = 8

  private struct Run: Equatable {
    var start: Timestamp
    var end: Timestamp?
  }

  /// µs after the motor's end until its field has decayed.
  private var settle: Int64
  private var runs: [Run] = []
  /// Whether the time is given, and not measured.
  private let isGiven: Bool
  /// Of each magnetometer: their fields differ by their hard iron, and the motor may be nearer to one.
  private var settlings: [SensorSourceID: MotorSettling] = [:]

  /// - Parameter settleMilliseconds: after the motor's end; `nil` to measure it.
  init(settleMilliseconds: Double?) {
    settle = Int64((settleMilliseconds ?? MotorSettling.guess) * 1000)
    isGiven = settleMilliseconds != nil
  }

  /// The motor is about to run.
  mutating func start(at time: Timestamp) {
    end(at: time)
    for source in settlings.keys { settlings[source]?.start() }
    if runs.count >= Self.memory { runs.removeFirst() }
    runs.append(Run(start: time, end: nil))
  }

  /// The motor rests.
  mutating func end(at time: Timestamp) {
    guard let last = runs.indices.last, runs[last].end == nil else { return }
    runs[last].end = time
    for source in settlings.keys { settlings[source]?.end(at: time) }
  }

  /// Measures on a sample how long the field takes to decay.
  ///
  /// - Parameter sample: with the field as it was measured.
  /// - Returns: that time, ms, where it is new: the longest of all magnetometers.
  mutating func take(_ sample: Sample) -> Double? {
    guard !isGiven, sample.magneticField != nil else { return nil }
    let source = sample.source
    if settlings[source] == nil { settlings[source] = newSettling }
    guard settlings[source]?.take(sample) == true,
      let milliseconds = settlings.values.map(\.milliseconds).max()
    else { return nil }
    let longest = Int64(milliseconds * 1000)
    guard longest != settle else { return nil }
    settle = longest
    return milliseconds
  }

  /// Of a magnetometer of which this is the first field; it may come after the end of a run.
  private var newSettling: MotorSettling {
    var settling = MotorSettling()
    if let end = runs.last?.end { settling.end(at: end) }
    return settling
  }

  /// Whether a field that was measured at `time` is disturbed by the motor.
  func isBlanked(at time: Timestamp) -> Bool {
    runs.contains { run in
      let limit = run.start.advanced(byMicroseconds: Self.longestRun)
      let end = min(run.end ?? limit, limit).advanced(byMicroseconds: settle)
      return run.start <= time && time <= end
    }
  }
}
