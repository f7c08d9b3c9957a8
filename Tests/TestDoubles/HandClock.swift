package import Quantities
import Threads

/// A clock that a test sets, and that a sleep sets to the time of its end.
package final class HandClock: MonotonicClock {
  package var now: Timestamp

  package init(now: Timestamp = Timestamp(microseconds: 0)) { self.now = now }

  package func sleep(until time: Timestamp) { now = max(now, time) }

  package func advance(milliseconds: Int64) {
    now = now.advanced(byMicroseconds: milliseconds * 1000)
  }
}
