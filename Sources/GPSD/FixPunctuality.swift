import Quantities

/// Whether a fix came as soon after its own time as the others.
///
/// A gpsd that was stopped hands on in one burst what has gathered; a receiver that hangs repeats one fix
/// for ever. Neither shows in when a report arrives, only in how far its own time lies behind. Which date
/// it is does not matter here: only that both clocks go on alike.
struct FixPunctuality: Sendable {
  /// s by which a fix may come later than the most punctual one.
  static let patience = 3.0
  /// s for which a receiver must go on with a time of its own until that is the right one: some learn of
  /// the leap seconds minutes after their first fix, and go back by them.
  static let persistence = 5.0
  /// By so much may the machine's clock run faster than the receiver's: 200 ppm, ten times what a board's
  /// crystal is off by.
  static let drift = 2e-4

  /// A receiver's time less ours, µs, and when that was seen.
  private struct Offset {
    var microseconds: Int64
    var time: Timestamp
  }

  /// That of the most punctual fix.
  private var best: Offset?
  /// That of fixes that are late, since the first of them.
  private var claim: Offset?

  /// `late`, or `nil`.
  ///
  /// - Parameter utc: µs since 1970, of whatever year.
  mutating func fault(of utc: Int64, at time: Timestamp) -> FixFault? {
    let (difference, overflows) = utc.subtractingReportingOverflow(time.microseconds)
    guard !overflows else { return nil }
    let new = Offset(microseconds: difference, time: time)
    guard let best, !isPunctual(new, after: best), !persists(new) else {
      accept(new)
      return nil
    }
    return .late(seconds: Self.seconds(from: new, to: best))
  }

  private func isPunctual(_ new: Offset, after best: Offset) -> Bool {
    Self.seconds(from: new, to: best) <= Self.patience
  }

  /// Notes that a fix was late; true where they have been so for long, and by the same.
  private mutating func persists(_ new: Offset) -> Bool {
    guard let claim, abs(Self.seconds(from: new, to: claim)) <= Self.patience else {
      claim = new
      return false
    }
    return new.time.seconds(since: claim.time) >= Self.persistence
  }

  private mutating func accept(_ new: Offset) {
    claim = nil
    guard let best, (0...Self.patience).contains(Self.seconds(from: new, to: best)) else {
      self.best = new
      return
    }
    let drifted = best.microseconds - Int64(new.time.seconds(since: best.time) * Self.drift * 1e6)
    self.best = Offset(microseconds: max(drifted, new.microseconds), time: new.time)
  }

  /// How much less `a` is than `b`, s, but for whole 1024 weeks: those are the date's affair.
  private static func seconds(from a: Offset, to b: Offset) -> Double {
    let (difference, overflows) = b.microseconds.subtractingReportingOverflow(a.microseconds)
    guard !overflows else { return .infinity }
    return (Double(difference) / 1e6).remainder(dividingBy: Double(FixDates.rollover) / 1e6)
  }
}
