private import Glibc
package import Quantities

/// The clock that samples are stamped with, and that a bus thread sleeps on.
package protocol SensorClock: AnyObject {
  var now: Timestamp { get }

  /// Returns at `time`, or soon after; at once where it is over.
  func sleep(until time: Timestamp)
}

/// `CLOCK_BOOTTIME`: it counts on while the machine is suspended.
package final class BootClock: SensorClock, Sendable {
  package init() {}

  package var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  package func sleep(until time: Timestamp) {
    var deadline = timespec(
      tv_sec: Int(time.microseconds / 1_000_000),
      tv_nsec: Int(time.microseconds % 1_000_000) * 1000)
    while clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &deadline, nil) == EINTR {}
  }
}
