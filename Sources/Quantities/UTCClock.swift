/// Which date it is, as far as anybody said.
///
/// A declination moves by the date, and receivers err: one begins in 1980, its weeks may be counted
/// wrongly by 1024 (gpsd 3.20 to 3.22 could do that). So a first date is believed at once, but is in
/// doubt when it is contradicted before it was said three times; and what was said three times, or was
/// given, gives way only to one that insists. While a date is in doubt there is none.
package struct UTCClock: Equatable, Sendable {
  /// A UTC instant and the timestamp at which it held.
  private struct Anchor: Equatable {
    var utc: Int64
    var time: Timestamp

    func utc(at time: Timestamp) -> Int64 { utc + time.microseconds(since: self.time) }
  }

  /// A date that was said so often in a row, for the first time at an instant.
  private struct Claim: Equatable {
    var anchor: Anchor
    var since: Timestamp
    var count = 1
  }

  /// µs by which two dates may differ and still agree: a day.
  private static let slack = UTCTime.microsecondsPerDay
  /// How often in a row a receiver has to say what contradicts.
  private static let insistence = 3
  /// s that it has to say so at least; receivers speak up to ten times a second.
  private static let persistence = 2.0

  private let isByHand: Bool
  /// Given before there was any instant to which it could belong.
  private var pending: Int64?
  /// What the date goes by.
  private var date: Anchor?
  /// How often the receiver has said so; a date that was given counts as said often enough.
  private var confirmations = 0
  /// Two dates contradicted each other before either was confirmed: one has to insist.
  private var isInDoubt = false
  /// What the receiver said since the last gap.
  private var told: Anchor?
  private var claim: Claim?
  /// The newest instant.
  private var now: Timestamp?

  /// - Parameters:
  ///   - byHand: the date of the first instant, µs since 1970, as somebody gave it; nothing moves it.
  ///   - assumed: the same by a clock or a recording, until a receiver says otherwise; one that cannot
  ///     be right is passed over.
  package init(byHand: Int64?, assumed: Int64?) {
    isByHand = byHand != nil
    pending = byHand ?? assumed.flatMap { WallClock.isPlausible($0) ? $0 : nil }
  }

  /// Time has come to `time`; the first one is what a date from before belongs to.
  package mutating func begin(at time: Timestamp) {
    now = time
    guard let utc = pending else { return }
    date = Anchor(utc: utc, time: time)
    confirmations = Self.insistence
    pending = nil
  }

  /// Takes in what the receiver said at `time`.
  package mutating func update(_ utc: Int64, at time: Timestamp) {
    now = time
    guard WallClock.isPlausible(utc) else { return }
    let new = Anchor(utc: utc, time: time)
    let known = told ?? date
    if isInDoubt || known.map({ differ($0, new) }) ?? false {
      guard insists(new) else {
        if !isByHand, confirmations < Self.insistence { doubt() }
        return
      }
      confirmations = Self.insistence
    }
    confirmations += 1
    isInDoubt = false
    claim = nil
    told = new
    if !isByHand { date = new }
  }

  /// Time tore: how far the receiver's last word lies back is not known to the second.
  ///
  /// - Parameters:
  ///   - time: the first instant after it.
  ///   - isComparable: false where instants from before do not compare with those to come.
  package mutating func gap(at time: Timestamp, isComparable: Bool) {
    told = nil
    claim = nil
    // A date stays good to the day: it goes on from the last instant before.
    if !isComparable, let last = now, let known = date {
      date = Anchor(utc: known.utc(at: last), time: time)
    }
    now = time
  }

  /// UTC at `time`, µs since 1970, where the receiver told it since the last gap.
  package func utcMicroseconds(at time: Timestamp) -> Int64? { told?.utc(at: time) }

  /// The date at `time`, µs since 1970: by hand, else the receiver's, else the assumed one.
  package func dateMicroseconds(at time: Timestamp) -> Int64? { date?.utc(at: time) }

  /// Notes a date that is not believed yet; true where it has been said often and long enough.
  private mutating func insists(_ new: Anchor) -> Bool {
    if let claim, !differ(claim.anchor, new) {
      self.claim = Claim(anchor: new, since: claim.since, count: claim.count + 1)
    } else {
      claim = Claim(anchor: new, since: new.time)
    }
    guard let claim else { return false }
    return claim.count >= Self.insistence
      && new.time.seconds(since: claim.since) >= Self.persistence
  }

  private mutating func doubt() {
    (told, date) = (nil, nil)
    confirmations = 0
    isInDoubt = true
  }

  private func differ(_ a: Anchor, _ b: Anchor) -> Bool {
    abs(a.utc(at: b.time) - b.utc) > Self.slack
  }
}
