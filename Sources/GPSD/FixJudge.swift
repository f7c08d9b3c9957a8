package import Quantities

/// Makes a fix of a report, or says why not.
///
/// A value without I/O: reports, instants and the machine's date go in. Receivers err, and gpsd hands
/// on what they say: they claim to be at 0 N, 0 E, jump across the world, repeat themselves, and miscount
/// weeks by 1024 (gpsd 3.20 to 3.22 could do that too). A wrong date does not make a place wrong; such a
/// fix goes on without it.
package struct FixJudge: Sendable {
  /// What became of a report: a fix, or the reason why there is none; both where only its date is wrong.
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

  /// Judges one report.
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
    let place = position.coordinates
    // A centimetre: gpsd rounds, and who really is there is moved off it by the receiver's noise.
    guard max(abs(place.latitude), abs(place.longitude)) >= 1e-7 else {
      return Judgement(fix: nil, fault: .zeroZero)
    }
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
