import Dates
import Day
import DayConfiguration
import Session

/// The time zone of this machine, by the C library.
enum LocalTime {
  /// The zone of this machine, or of TZ.
  static let zone = Zone.ofMachine

  /// Today's date on the machine's clock.
  ///
  /// - Throws: `CommandFailure` if the clock is clearly wrong.
  static func today() throws -> CalendarDate {
    zone.date(at: try now())
  }

  /// The machine's clock, seconds since 1970; `nil` if it is clearly wrong.
  static var believed: Double? { MachineClock.now().checked().map { Double($0) / 1e6 } }

  /// The machine's clock, seconds since 1970.
  ///
  /// - Throws: `CommandFailure` if the clock is clearly wrong.
  static func now() throws -> Double {
    guard let now = believed else {
      throw CommandFailure(
        "the machine's clock is wrong (\(MachineClock.now())); set it, or give a date and a time")
    }
    return now
  }

  /// `UTC+5:45`, or `UTC-3`.
  ///
  /// - Parameter offset: seconds that clocks are ahead of UTC.
  static func zoneText(offset: Double) -> String {
    let minutes = Int((abs(offset) / 60).rounded())
    let rest = minutes % 60
    let minuteText = rest == 0 ? "" : (rest < 10 ? ":0" : ":") + "\(rest)"
    return "UTC" + (offset < 0 ? "-" : "+") + "\(minutes / 60)" + minuteText
  }

  /// `05:12` of an instant with an offset.
  static func clockText(_ unixSeconds: Double, offset: Double) -> String {
    let minutes = Int(((unixSeconds + offset) / 60).rounded(.down))
    let ofDay = ((minutes % 1440) + 1440) % 1440
    let (hour, minute) = (ofDay / 60, ofDay % 60)
    return (hour < 10 ? "0" : "") + "\(hour)" + (minute < 10 ? ":0" : ":") + "\(minute)"
  }
}
