private import Glibc
internal import Wire

/// A client's wish for one topic.
struct Subscription {
  /// Lines a second, thinned from the grid's 60 by sequence; `nil`: every line.
  let rateHz: Double?
  /// The newest line that came by, wanted or not.
  private(set) var last: UInt64?

  /// - Parameter last: the newest line that need not come again, if any.
  init(rateHz: Double?, last: UInt64?) {
    self.rateHz = rateHz
    self.last = last
  }

  /// A line comes by.
  ///
  /// - Returns: whether it is to be sent, and how many before it should have been and never came.
  mutating func pass(_ sequence: UInt64) -> (isDue: Bool, missed: Int) {
    let before = Double(sequence) - 1
    let isDue = dueThrough(Double(sequence)) > dueThrough(before)
    var missed = 0
    if let last, sequence > last { missed = Int(dueThrough(before) - dueThrough(Double(last))) }
    last = sequence
    return (isDue, missed)
  }

  /// How many of the lines up to this one are due: by its number alone, so that every run and
  /// every client of one rate gets the same lines.
  private func dueThrough(_ sequence: Double) -> Double {
    guard let rateHz else { return sequence }
    return floor(sequence * rateHz / Limits.rateHz)
  }
}
