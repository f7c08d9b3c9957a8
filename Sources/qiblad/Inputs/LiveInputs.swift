import Pipeline
import Quantities
import Wire

/// The inputs of a device in use, in the order of time: those that the threads of the sensors and of gpsd
/// put into the queue, and those that it makes itself: blanking while the motor disturbs the magnetometer, a gap
/// after a suspend, the date where the machine's clock was set, and `idle` where no input comes in time for a tick.
///
/// A sample that comes late is moved to the instant of the newest input. Samples from before a suspend are
/// dropped.
struct LiveInputs {
  /// µs. `next` waits no longer, so that the end of the daemon is noticed.
  private static let longestWait: Int64 = 20_000
  /// µs. A tick waits so long for a sample that is still on its way.
  private static let lateness: Int64 = 3_000

  private let queue: InputQueue
  private let motor: MotorActivity
  private let clocks: () -> SuspendWatch.Reading
  private var watch: ClockWatch
  private var suspends = SuspendWatch()
  /// When the machine last woke up; `nil` where it was not suspended.
  private var wake: Timestamp?
  private var lastTime: Timestamp?
  private var isBlanking = false
  /// The inputs to come; the next one is at the end.
  private var ready: [Input] = []

  /// - Parameters:
  ///   - motor: when the motor disturbs the magnetometer.
  ///   - clocks: reads the clocks; samples are stamped with `boot`.
  ///   - watch: looks whether the machine's clock was set.
  init(
    _ queue: InputQueue, _ motor: MotorActivity,
    clocks: @escaping () -> SuspendWatch.Reading, watch: ClockWatch
  ) {
    (self.queue, self.motor, self.clocks, self.watch) = (queue, motor, clocks, watch)
    ready.reserveCapacity(4)
  }

  /// The next input; waits for it for 20 ms at most.
  ///
  /// - Parameter tick: the next tick: the input comes in time for it.
  mutating func next(before tick: Timestamp?) -> Input {
    if let input = ready.popLast() { return input }
    let taken = queue.take(within: wait(for: tick))
    let now = clocks()
    let suspend = suspends.update(now)
    if let suspend { wake = suspend.end }
    let idle = Input.idle(at: now.boot.advanced(byMicroseconds: -Self.lateness))
    let input = taken.flatMap(measuredAwake) ?? idle
    let blanking = newBlanking(before: input)
    let time = max(input.time, lastTime ?? input.time)
    lastTime = time
    ready.append(input.at(time))
    if let utc = watch.update(at: now.boot) {
      let then = utc - now.boot.microseconds(since: time)
      ready.append(.clock(utcMicroseconds: then, at: time))
    }
    if let blanking { ready.append(.blanking(blanking, at: time)) }
    if let suspend {
      ready.append(.gap(.suspend, at: time, microseconds: suspend.microseconds))
    }
    return ready.removeLast()
  }

  /// How long to wait for an input.
  private func wait(for tick: Timestamp?) -> Duration {
    guard let tick else { return .zero }
    let ahead = tick.microseconds(since: clocks().boot) + Self.lateness + 50
    return .microseconds(min(max(ahead, 0), Self.longestWait))
  }

  /// The input, unless it was measured before the machine woke up.
  private func measuredAwake(_ input: Input) -> Input? {
    guard case .sample(var sample) = input else { return input }
    if let wake, sample.time < wake { return nil }
    // A fix may be some ms early: a sample that is still on its way would arrive after it with an earlier time.
    if sample.fix != nil { sample.time = sample.time.advanced(byMicroseconds: -Self.lateness) }
    return .sample(sample)
  }

  /// Whether blanking begins or ends with `input`; `nil` where it stays as it is.
  private mutating func newBlanking(before input: Input) -> Bool? {
    guard let sample = input.sample, sample.magneticField != nil else { return nil }
    let isOn = motor.disturbs(sample)
    guard isOn != isBlanking else { return nil }
    isBlanking = isOn
    return isOn
  }
}
