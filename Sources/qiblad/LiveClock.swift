import Glibc
import Quantities

/// The clock of live data: `CLOCK_BOOTTIME`, which goes on while the machine sleeps.
enum LiveClock {
  static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Timestamp(
      microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Sleeps until an instant; not at all where it has passed.
  static func sleep(until instant: Timestamp) {
    var time = timespec(
      tv_sec: Int(instant.microseconds / 1_000_000),
      tv_nsec: Int(instant.microseconds % 1_000_000) * 1000)
    while clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
