private import Glibc
internal import Wire

/// One topic that a client watches.
struct Subscription {
  /// Lines a second, thinned from the grid's 60 by sequence; `nil`: every line.
  let rateHz: Double?
  /// The sequence number of the newest line, sent or not.
  private var last: UInt64?
  private var missed = 0

  /// - Parameter last: the newest line that must not be sent again; `nil` for none.
  init(rateHz: Double?, last: UInt64?) {
    self.rateHz = rateHz
    self.last = last
  }

  /// Decides about a line.
  ///
  /// - Returns: how many due lines before this one were lost before they came here; `nil`
  ///   where this line is not to be sent.
  mutating func pass(_ sequence: UInt64) -> Int? {
    let before = Double(sequence) - 1
    if let last, sequence > last { missed += Int(dueThrough(before) - dueThrough(Double(last))) }
    last = sequence
    guard dueThrough(Double(sequence)) > dueThrough(before) else { return nil }
    defer { missed = 0 }
    return missed
  }

  /// How many of the lines up to this one are due: by the sequence number alone, so that
  /// every run and every client of one rate gets the same lines.
  private func dueThrough(_ sequence: Double) -> Double {
    guard let rateHz else { return sequence }
    return floor(sequence * rateHz / Limits.rateHz)
  }
}
