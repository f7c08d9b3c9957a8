import Quantities
package import Wire

/// How the calibration by the daemon stands, as it tells the pipeline: a new value at each change.
package struct CalibrationUpdate: Equatable, Sendable {
  package var status: StateMessage.Calibration.Status
  /// Of the calibration in use, of the candidate, or of the last fit.
  package var grade: String?
  /// Hold-out residual of the same, percent of the strength.
  package var residualPercent: Double?
  /// The part of all directions that have samples, percent; while samples are collected.
  package var coveragePercent: Double?
  /// The name of the profile.
  package var profile: String?
  /// When the calibration in use was made, µs since 1970; `nil` where the date was not known.
  package var madeMicroseconds: Int64?
  /// The last check of the heading with the calibration in use.
  package var check: HeadingCheckResult?
  /// What happened, to be sent as an event; `nil` where only the values changed.
  package var event: Event.Name?
  /// Why a collection was rejected, each a sentence; for the event.
  package var reasons: [String] = []

  package init(status: StateMessage.Calibration.Status) { self.status = status }
}

extension StateMessage.Calibration {
  /// - Parameter utc: now, µs since 1970; `nil` where it is not known.
  init(_ news: CalibrationUpdate, utc: Int64?) {
    self.init(status: news.status, grade: news.grade)
    residualPercent = news.residualPercent
    coveragePercent = news.coveragePercent
    profile = news.profile
    check = news.check
    if let utc, let made = news.madeMicroseconds, utc >= made {
      ageSeconds = Double(utc - made) / 1e6
    }
  }
}

extension Event {
  /// What the calibration's news have of an event, if they have one.
  init?(sequence: @autoclosure () -> UInt64, time: Timestamp, _ news: CalibrationUpdate) {
    guard let name = news.event else { return nil }
    self.init(sequence: sequence(), time: time, name: name)
    grade = news.grade
    coveragePercent = news.coveragePercent
    profile = news.profile
    reasons = news.reasons
  }
}
