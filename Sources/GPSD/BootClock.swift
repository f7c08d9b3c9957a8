private import Glibc
import Quantities

/// The clock of live data: `CLOCK_BOOTTIME`, which goes on while the machine sleeps.
enum BootClock {
  static func now() -> Timestamp { Timestamp(microseconds: microseconds(of: CLOCK_BOOTTIME)) }

  /// The machine's date, µs since 1970; wrong where nobody has set it.
  static func date() -> Int64 { microseconds(of: CLOCK_REALTIME) }

  private static func microseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
