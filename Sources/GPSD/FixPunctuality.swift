import Quantities

/// Rejects a fix that arrives later after its own time than the others.
///
/// A gpsd that was stopped sends all the waiting fixes in one burst; a receiver that hangs repeats
/// one fix for ever. Only the difference between the time of arrival and the fix's own time shows
/// both. The date itself does not matter here: only that both clocks run at the same rate.
struct FixPunctuality: Sendable {
  /// s by which a fix may be later than the most punctual one.
  static let maximumDelay = 3.0
  /// s for which a receiver must keep a new offset until it is accepted: some receive the number of
  /// leap seconds minutes after their first fix, and go back by them.
  static let persistence = 5.0
  /// By this part the machine's clock may run faster than the receiver's: 200 ppm, ten times the
  /// error of a board's crystal.
  static let drift = 2e-4

  /// A receiver's time less the machine's, µs, and when it was measured.
  private struct Offset {
    var microseconds: Int64
    var time: Timestamp
  }

  /// The offset of the most punctual fix.
  private var best: Offset?
  /// The offset of late fixes, since the first of them.
  private var candidate: Offset?

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
    Self.seconds(from: new, to: best) <= Self.maximumDelay
  }

  /// Records a late fix; true where fixes have been late by the same for `persistence`.
  private mutating func persists(_ new: Offset) -> Bool {
    guard let candidate, abs(Self.seconds(from: new, to: candidate)) <= Self.maximumDelay else {
      candidate = new
      return false
    }
    return new.time.seconds(since: candidate.time) >= Self.persistence
  }

  private mutating func accept(_ new: Offset) {
    candidate = nil
    guard let best, (0...Self.maximumDelay).contains(Self.seconds(from: new, to: best)) else {
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
