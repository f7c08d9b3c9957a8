package import Quantities

/// A clock that is never set and never runs backwards: its timestamps are those of samples.
package protocol MonotonicClock {
  /// The time now.
  var now: Timestamp { get }

  /// Returns at `time`, or soon after; at once where `now` is later.
  func sleep(until time: Timestamp)
}

/// The time of live samples: `CLOCK_BOOTTIME`, which counts on while the machine is suspended.
package struct BootClock: MonotonicClock, Sendable {
  package init() {}

  package var now: Timestamp { Timestamp(microseconds: KernelClock.boot.microseconds) }

  package func sleep(until time: Timestamp) {
    KernelClock.boot.sleep(untilNanoseconds: time.microseconds * 1000)
  }
}
