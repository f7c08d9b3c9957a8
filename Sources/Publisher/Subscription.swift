private import Glibc
internal import Wire

/// A client's wish for one topic.
struct Subscription {
  /// Lines a second, thinned from the grid's 60 by sequence; `nil`: every line.
  let rateHz: Double?
  /// The newest line that came by, wanted or not.
  private var last: UInt64?
  private var missed = 0

  /// - Parameter last: the newest line that need not come again, if any.
  init(rateHz: Double?, last: UInt64?) {
    self.rateHz = rateHz
    self.last = last
  }

  /// A line comes by.
  ///
  /// - Returns: how many lines before this one should have been sent and never came here; `nil`
  ///   where this one is not to be sent.
  mutating func pass(_ sequence: UInt64) -> Int? {
    let before = Double(sequence) - 1
    if let last, sequence > last { missed += Int(dueThrough(before) - dueThrough(Double(last))) }
    last = sequence
    guard dueThrough(Double(sequence)) > dueThrough(before) else { return nil }
    defer { missed = 0 }
    return missed
  }

  /// How many of the lines up to this one are due: by its number alone, so that every run and
  /// every client of one rate gets the same lines.
  private func dueThrough(_ sequence: Double) -> Double {
    guard let rateHz else { return sequence }
    return floor(sequence * rateHz / Limits.rateHz)
  }
}
