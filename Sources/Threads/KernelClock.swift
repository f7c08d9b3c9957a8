private import Glibc

/// A clock of the kernel (clock_gettime(2)).
package enum KernelClock: Equatable, Sendable {
  /// Time since the machine started, also while it was suspended.
  case boot
  /// Time since the machine started, without the time while it was suspended.
  case monotonic
  /// Time since 1970 UTC; wrong until it has been set.
  case realTime

  private var number: clockid_t {
    switch self {
    case .boot: CLOCK_BOOTTIME
    case .monotonic: CLOCK_MONOTONIC
    case .realTime: CLOCK_REALTIME
    }
  }

  /// The time now, ns.
  package var nanoseconds: Int64 {
    let time = now
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time now, µs.
  package var microseconds: Int64 {
    let time = now
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Sleeps until this clock shows `nanoseconds`; returns at once where it is later.
  /// A signal does not end the sleep.
  package func sleep(untilNanoseconds nanoseconds: Int64) {
    var time = timespec(nanoseconds: nanoseconds)
    while clock_nanosleep(number, TIMER_ABSTIME, &time, nil) == EINTR {}
  }

  private var now: timespec {
    var time = timespec()
    clock_gettime(number, &time)
    return time
  }
}

extension timespec {
  /// A time or a duration from 0.
  init(nanoseconds: Int64) {
    self.init(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}
