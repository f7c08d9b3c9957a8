private import Glibc
internal import Quantities
internal import Wire

/// One topic that a client watches.
struct Subscription {
  private let options: WatchOptions
  /// The sequence number of the newest line, sent or not.
  private var last: UInt64?
  /// Lines since the last one that was sent which were lost.
  private var missed: Int
  /// The newest reading that was sent, where the client wants changes only.
  private var sent: Reading?

  /// - Parameters:
  ///   - last: the newest line that must not be sent again; `nil` for none.
  ///   - missed: lines that were lost before.
  init(_ options: WatchOptions = WatchOptions(), last: UInt64?, missed: Int = 0) {
    self.options = options
    self.last = last
    self.missed = missed
  }

  /// How the client's screen is turned.
  var screen: ScreenTurn { options.screen }

  /// Decides about a line.
  ///
  /// - Parameter reading: what the line says, where it is a reading.
  /// - Returns: how many due lines before this one were lost before they came here, with those among
  ///   them that had nothing new; `nil` where this line is not to be sent.
  mutating func pass(_ sequence: UInt64, _ reading: Reading? = nil) -> Int? {
    let before = Double(sequence) - 1
    if let last, sequence > last { missed += Int(dueThrough(before) - dueThrough(Double(last))) }
    last = sequence
    guard dueThrough(Double(sequence)) > dueThrough(before), takeIfNew(reading) else { return nil }
    defer { missed = 0 }
    return missed
  }

  /// How many of the lines up to this one are due: by the sequence number alone, so that
  /// every run and every client of one rate gets the same lines.
  private func dueThrough(_ sequence: Double) -> Double {
    guard let rateHz = options.rateHz else { return sequence }
    return floor(sequence * rateHz / Limits.rateHz)
  }

  /// Takes a reading if it differs from the last one that was sent as much as the client asked for, or that one is too
  /// long ago.
  ///
  /// - Returns: whether it is to be sent; it counts as sent then.
  private mutating func takeIfNew(_ reading: Reading?) -> Bool {
    guard let change = options.minChangeDegrees, let reading else { return true }
    if let sent, !reading.differs(from: sent, by: change) {
      let elapsed = reading.time.microseconds(since: sent.time)
      let gap = options.maxGapMilliseconds.map { Int64($0) * 1000 }
      // Before `sent`: the recording has begun again.
      guard elapsed < 0 || gap.map({ elapsed >= $0 }) ?? false else { return false }
    }
    sent = reading
    return true
  }
}

extension Reading {
  /// Whether heading, pointer or error differ by at least `degrees`, or status or alignment at all.
  fileprivate func differs(from other: Reading, by degrees: Double) -> Bool {
    func far(_ one: Double?, _ two: Double?) -> Bool {
      guard let one, let two else { return (one == nil) != (two == nil) }
      return abs(RelativeBearing(degrees: one - two).degrees) >= degrees
    }
    return status != other.status || alignment != other.alignment
      || far(headingMagnetic?.degrees, other.headingMagnetic?.degrees)
      || far(headingTrue?.degrees, other.headingTrue?.degrees)
      || far(pointer?.degrees, other.pointer?.degrees)
      || far(error68Degrees, other.error68Degrees)
  }
}
