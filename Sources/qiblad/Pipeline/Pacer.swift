import Quantities
import ServiceManager
import Threads

/// Sleeps until a time of a recording is due, on absolute deadlines, so that no error adds up.
struct Pacer {
  /// µs. A longer jump of the recording's time is skipped.
  private static let longestGap: Int64 = 6_000_000
  /// ns. The longest sleep, after which the thread notices that the daemon is to stop.
  private static let longestSleep: Int64 = 50_000_000

  private let speed: Speed
  private let stop: StopFlag
  private let heartbeat: Heartbeat?
  private let listeners: Listeners?
  private var anchor: (recording: Timestamp, clock: Int64)?
  private var last: Timestamp?
  /// How late the last wait returned, µs; `nil` where the speed has no limit.
  private(set) var lateness: Int64?

  /// - Parameters:
  ///   - heartbeat: counts the sleeps: a slow replay makes progress, too.
  ///   - listeners: while none is there, a wait may return late; `nil` where it must not.
  init(
    speed: Speed, stop: StopFlag, heartbeat: Heartbeat? = nil, listeners: Listeners? = nil
  ) {
    self.listeners = listeners
    self.speed = speed
    self.stop = stop
    self.heartbeat = heartbeat
  }

  /// Sleeps until `time`; false where the daemon is to stop.
  mutating func wait(until time: Timestamp) -> Bool {
    guard case .times(let factor) = speed else { return !stop.isSet }
    let start = anchor(for: time)
    let ahead = Double(time.microseconds(since: start.recording)) * 1000 / factor
    let deadline = start.clock + Int64(min(ahead, 1e18))
    while !stop.isSet {
      heartbeat?.beat()
      let now = KernelClock.monotonic.nanoseconds
      if now >= deadline {
        lateness = (now - deadline) / 1000
        return true
      }
      if let listeners, !listeners.areThere {
        listeners.sleep()
        continue
      }
      KernelClock.monotonic.sleep(untilNanoseconds: min(deadline, now + Self.longestSleep))
    }
    return false
  }

  /// A time of the recording and the time of the clock at which it is due; a new pair where the
  /// recording's time jumps.
  private mutating func anchor(for time: Timestamp) -> (recording: Timestamp, clock: Int64) {
    defer { last = time }
    if let anchor, let last, (0...Self.longestGap).contains(time.microseconds(since: last)) {
      return anchor
    }
    let new = (recording: time, clock: KernelClock.monotonic.nanoseconds)
    anchor = new
    return new
  }
}
