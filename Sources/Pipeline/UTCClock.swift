import Quantities

/// Which date it is, as far as anybody said.
///
/// A declination moves by the date, so a date is not believed at once: a receiver begins in 1980,
/// its weeks may be counted wrongly by 1024 (gpsd 3.20 to 3.22 could do that), and one that
/// contradicts what was known has to insist.
struct UTCClock {
  /// A UTC instant and the timestamp at which it held.
  private struct Anchor {
    var utc: Int64
    var time: Timestamp

    func utc(at time: Timestamp) -> Int64 { utc + time.microseconds(since: self.time) }
  }

  /// µs by which a receiver's date may differ from what is known before it has to insist: a day.
  private static let patience: Int64 = 86_400_000_000
  /// How often in a row it has to say so.
  private static let insistence = 3

  private let isByHand: Bool
  /// Given before there was any instant to which it could belong.
  private var pending: Int64?
  /// What the date goes by.
  private var date: Anchor?
  /// What the receiver said since the last gap.
  private var told: Anchor?
  private var doubt: (anchor: Anchor, count: Int)?

  init(_ settings: PipelineSettings) {
    isByHand = settings.date != nil
    pending = settings.date ?? settings.assumedDate
  }

  /// Time has come to `time`; the first one is what a date from before belongs to.
  mutating func begin(at time: Timestamp) {
    guard let utc = pending else { return }
    date = Anchor(utc: utc, time: time)
    pending = nil
  }

  /// Takes in what the receiver said at `time`.
  mutating func update(_ utc: Int64, at time: Timestamp) {
    guard case .plausible = WallClock.plausibleDate(utcMicroseconds: utc, notBefore: nil) else {
      return
    }
    let new = Anchor(utc: utc, time: time)
    if let known = told ?? (isByHand ? nil : date), differ(known, new) {
      let agrees = doubt.map { !differ($0.anchor, new) } ?? false
      let count = agrees ? (doubt?.count ?? 0) + 1 : 1
      doubt = (new, count)
      guard count >= Self.insistence else { return }
    }
    doubt = nil
    told = new
    if !isByHand { date = new }
  }

  /// Time tore at `time`: how far the receiver's last word lies back is not known to the second.
  ///
  /// - Parameter isComparable: false where instants from before do not compare with those to come.
  mutating func gap(at time: Timestamp, isComparable: Bool) {
    told = nil
    doubt = nil
    // A date stays good to the day, whatever the seconds are.
    if !isComparable { date?.time = time }
  }

  /// UTC at `time`, µs since 1970, where the receiver told it since the last gap.
  func utcMicroseconds(at time: Timestamp) -> Int64? { told?.utc(at: time) }

  /// The date at `time`, µs since 1970: by hand, else the receiver's, else the assumed one.
  func dateMicroseconds(at time: Timestamp) -> Int64? { date?.utc(at: time) }

  private func differ(_ a: Anchor, _ b: Anchor) -> Bool {
    abs(a.utc(at: b.time) - b.utc) > Self.patience
  }
}
