import Quantities
import TestDoubles

extension HandClock {
  /// Calls `step` whenever it is due, for so long.
  ///
  /// - Parameter step: returns when it has to be called again; `nil` ends the calls.
  func run(milliseconds: Int64, _ step: () -> Timestamp?) {
    let end = now.advanced(byMicroseconds: milliseconds * 1000)
    while let next = step(), next < end { sleep(until: next) }
    sleep(until: end)
  }
}
