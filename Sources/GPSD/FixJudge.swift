package import Quantities

/// Makes a fix from a report, or rejects it with a reason.
///
/// A value without I/O: reports, instants and the machine's date go in. Receivers err, and gpsd
/// passes their reports on: a position of 0 N, 0 E, a jump across the world, the same fix again and
/// again, and a date that is off by 1024 weeks (gpsd 3.20 to 3.22 made that error too). A wrong
/// date does not make a position wrong; such a fix is used without its date.
package struct FixJudge: Sendable {
  /// The result for a report: a fix, or the reason why it is rejected; both where only its date is
  /// wrong.
  package struct Judgement: Equatable, Sendable {
    package var fix: Fix?
    package var fault: FixFault?

    package init(fix: Fix?, fault: FixFault?) {
      self.fix = fix
      self.fault = fault
    }
  }

  private var dates = FixDates()
  private var punctuality = FixPunctuality()
  private var places = FixPlaces()

  package init() {}

  /// Checks one report.
  ///
  /// - Parameters:
  ///   - report: as gpsd gave it.
  ///   - time: when it came.
  ///   - clock: the machine's date then, µs since 1970; one that cannot be right is not used.
  package mutating func judge(
    _ report: FixReport, at time: Timestamp, clock: Int64?
  ) -> Judgement {
    guard report.mode >= 2 else { return Judgement(fix: Fix(mode: .none), fault: nil) }
    guard let position = report.position else {
      return Judgement(fix: nil, fault: .notAPlace)
    }
    guard !position.coordinates.isZeroZero else { return Judgement(fix: nil, fault: .zeroZero) }
    var (utc, fault) = (report.utcMicroseconds, FixFault?.none)
    if let said = utc {
      if let fault = punctuality.fault(of: said, at: time) {
        return Judgement(fix: nil, fault: fault)
      }
      fault = dates.fault(of: said, at: time, clock: clock)
      if fault != nil { utc = nil }
    }
    if let fault = places.fault(of: position, at: time) { return Judgement(fix: nil, fault: fault) }
    let mode: Fix.Mode =
      report.mode == 2 ? .twoDimensional(position) : .threeDimensional(position)
    return Judgement(
      fix: Fix(mode: mode, utcMicroseconds: utc, motion: report.motion), fault: fault)
  }
}
