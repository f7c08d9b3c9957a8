/// The current date and UTC, from the user, a receiver or a clock.
///
/// The declination depends on the date, and receivers can report a wrong one: in 1980 before the
/// first fix, or wrong by 1024 weeks (gpsd 3.20 to 3.22). The first date is accepted at once. If
/// another date contradicts it before it was reported three times, the date is unknown until one of
/// them is confirmed. A confirmed date, or one from a clock or a recording, is replaced only by
/// a confirmed date; the date of a clock that was set meanwhile replaces any but a receiver's confirmed one. A date from
/// the user is never replaced.
package struct UTCClock: Equatable, Sendable {
  /// A UTC instant and its timestamp.
  private struct Anchor: Equatable {
    var utc: Int64
    var time: Timestamp

    func utc(at time: Timestamp) -> Int64 { utc + time.microseconds(since: self.time) }
  }

  /// A date that is not accepted yet: how often it was reported in a row, and when first.
  private struct Candidate: Equatable {
    var anchor: Anchor
    var since: Timestamp
    var count = 1
  }

  /// The largest difference of two dates that agree, µs: a day.
  private static let tolerance = UTCTime.microsecondsPerDay
  /// How often in a row a receiver must report a date that contradicts the present one.
  private static let requiredReports = 3
  /// For how long it must report that date at least, s. Receivers report up to ten times a second.
  private static let requiredSeconds = 2.0

  private let isByHand: Bool
  /// The date before there is a timestamp to which it belongs.
  private var pending: Int64?
  /// The accepted date.
  private var date: Anchor?
  /// How often the receiver has reported the accepted date. A date from `init` counts as confirmed.
  private var confirmations = 0
  /// Whether the accepted date is the receiver's.
  private var isOfReceiver = false
  /// Whether the clock that gave the date was set: by the user, a time server or a battery clock. Else a board without a battery clock goes on from
  /// its last shutdown: the date may be days old, which changes no declination, but says nothing of a position's age.
  private var isCertain: Bool
  /// Whether two dates contradict each other and none is confirmed yet.
  private var isContradicted = false
  /// The receiver's UTC since the last gap.
  private var received: Anchor?
  private var candidate: Candidate?
  /// The newest timestamp.
  private var now: Timestamp?

  /// - Parameters:
  ///   - byHand: the date of the first timestamp from the user, µs since 1970. Never replaced.
  ///   - assumed: the same from a clock or a recording, until a receiver reports another one. An
  ///     impossible date is ignored.
  ///   - isAssumedCertain: whether something had set that clock.
  package init(byHand: Int64?, assumed: Int64?, isAssumedCertain: Bool = true) {
    isByHand = byHand != nil
    isCertain = byHand != nil || isAssumedCertain
    pending = byHand ?? assumed.flatMap { WallClock.isPlausible($0) ? $0 : nil }
  }

  /// Sets the current timestamp. The first one is that of the date from `init`.
  package mutating func begin(at time: Timestamp) {
    now = time
    guard let utc = pending else { return }
    date = Anchor(utc: utc, time: time)
    confirmations = Self.requiredReports
    pending = nil
  }

  /// Takes a report of the receiver at `time`.
  package mutating func update(_ utc: Int64, at time: Timestamp) {
    now = time
    guard WallClock.isPlausible(utc) else { return }
    let new = Anchor(utc: utc, time: time)
    let known = received ?? date
    if isContradicted || known.map({ differ($0, new) }) ?? false {
      guard countReport(new) else {
        if !isByHand, confirmations < Self.requiredReports { discardDate() }
        return
      }
      confirmations = Self.requiredReports
    }
    confirmations += 1
    isContradicted = false
    candidate = nil
    received = new
    if !isByHand { (date, isOfReceiver, isCertain) = (new, true, true) }
  }

  /// The machine's clock was set, or is known to be right from now on: its date at `time`, µs since 1970.
  package mutating func set(_ utc: Int64, at time: Timestamp) {
    begin(at: time)
    let isConfirmed = isOfReceiver && confirmations >= Self.requiredReports
    guard !isByHand, !isConfirmed, WallClock.isPlausible(utc) else { return }
    (date, isOfReceiver, isCertain) = (Anchor(utc: utc, time: time), false, true)
    confirmations = Self.requiredReports
    (isContradicted, received, candidate) = (false, nil, nil)
  }

  /// Timestamps jumped or ran backwards: the receiver's last UTC is no longer valid to the second.
  ///
  /// - Parameters:
  ///   - time: the first timestamp after the gap.
  ///   - isComparable: false if timestamps before and after the gap cannot be compared.
  package mutating func gap(at time: Timestamp, isComparable: Bool) {
    received = nil
    candidate = nil
    // The date stays valid to the day: it continues from the last timestamp before the gap.
    if !isComparable, let last = now, let known = date {
      date = Anchor(utc: known.utc(at: last), time: time)
    }
    now = time
  }

  /// UTC at `time`, µs since 1970, by the receiver; `nil` without a report since the last gap.
  package func utcMicroseconds(at time: Timestamp) -> Int64? { received?.utc(at: time) }

  /// The date at `time`, µs since 1970: the user's, else the receiver's, else the assumed one.
  package func dateMicroseconds(at time: Timestamp) -> Int64? { date?.utc(at: time) }

  /// The same where it is certain: only then an age can be computed from it.
  package func certainDateMicroseconds(at time: Timestamp) -> Int64? {
    isCertain ? dateMicroseconds(at: time) : nil
  }

  /// Counts a report of a date that is not accepted yet.
  ///
  /// - Returns: whether it was reported often and long enough.
  private mutating func countReport(_ new: Anchor) -> Bool {
    if let candidate, !differ(candidate.anchor, new) {
      self.candidate = Candidate(anchor: new, since: candidate.since, count: candidate.count + 1)
    } else {
      candidate = Candidate(anchor: new, since: new.time)
    }
    guard let candidate else { return false }
    return candidate.count >= Self.requiredReports
      && new.time.seconds(since: candidate.since) >= Self.requiredSeconds
  }

  private mutating func discardDate() {
    (received, date, isOfReceiver) = (nil, nil, false)
    confirmations = 0
    isContradicted = true
  }

  private func differ(_ a: Anchor, _ b: Anchor) -> Bool {
    abs(a.utc(at: b.time) - b.utc) > Self.tolerance
  }
}
