import Glibc
import Quantities
import Synchronization

/// Whether the daemon is to stop; set by a signal's task, read by the pipeline's thread.
final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}

/// Sleeps until an instant of a recording has come, on absolute deadlines, so that no error adds up.
struct Pacer {
  /// µs. A jump of a recording's time that is longer is not slept through.
  private static let longestGap: Int64 = 6_000_000
  /// ns. So soon a sleep notices that the daemon is to stop.
  private static let longestNap: Int64 = 50_000_000

  private let speed: Speed
  private let stop: StopFlag
  private var anchor: (recording: Timestamp, clock: Int64)?
  private var last: Timestamp?
  /// µs of the clock by which the last instant was waited for too long; `nil` where nothing is waited for.
  private(set) var lateness: Int64?

  init(speed: Speed, stop: StopFlag) {
    self.speed = speed
    self.stop = stop
  }

  /// Sleeps until `time`; false where the daemon is to stop.
  mutating func wait(until time: Timestamp) -> Bool {
    guard case .times(let factor) = speed else { return !stop.isSet }
    let start = anchor(for: time)
    let ahead = Double(time.microseconds(since: start.recording)) * 1000 / factor
    let deadline = start.clock + Int64(min(ahead, 1e18))
    while !stop.isSet {
      let now = Self.now()
      if now >= deadline {
        lateness = (now - deadline) / 1000
        return true
      }
      sleep(until: min(deadline, now + Self.longestNap))
    }
    return false
  }

  /// The instant of the recording that belongs to one of the clock; a new one after a tear in time.
  private mutating func anchor(for time: Timestamp) -> (recording: Timestamp, clock: Int64) {
    defer { last = time }
    if let anchor, let last, (0...Self.longestGap).contains(time.microseconds(since: last)) {
      return anchor
    }
    let new = (recording: time, clock: Self.now())
    anchor = new
    return new
  }

  private func sleep(until deadline: Int64) {
    var time = timespec(
      tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
    // Woken early, the caller looks again.
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
  }

  /// ns of CLOCK_MONOTONIC.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
