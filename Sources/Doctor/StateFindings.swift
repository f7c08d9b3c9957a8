import Wire

/// Findings from a running daemon's state: its calibration, its position and its declination.
struct StateFindings {
  private let state: StateMessage
  private let field: FieldMessage?

  /// - Parameter field: `nil` where the daemon sends none.
  init(_ state: StateMessage, field: FieldMessage?) { (self.state, self.field) = (state, field) }

  var all: [Finding] { [calibration, position] + [otherPlace, declination].compactMap { $0 } }

  /// Degrees by which the inclination may differ from the model's.
  /// Source: docs/heading.md; what a building or a vehicle bends the Earth's field by.
  private static let largestInclinationError = 17.5

  private var calibration: Finding {
    let calibration = state.calibration
    func finding(_ grade: Finding.Grade, _ text: String, _ remedy: String?) -> Finding {
      Finding(.calibration, grade, text, remedy: remedy)
    }
    let guide = "qiblactl calibrate"
    switch calibration.status {
    case .ok: return finding(.ok, "the calibration in use \(described)", nil)
    case .none: return finding(.warning, "the magnetometer has no calibration", guide)
    case .collecting:
      let part = calibration.coveragePercent.map { ", \(Int($0)) % of the directions so far" } ?? ""
      return finding(.warning, "samples for a calibration are collected\(part)", guide)
    case .candidate:
      return finding(
        .warning, "a new calibration was found and is not in use", "qiblactl calibrate accept")
    case .stale:
      return finding(.warning, "the calibration in use \(described), and is no longer right", guide)
    case .rejected: return finding(.warning, "the last calibration was not good enough", guide)
    }
  }

  /// Grade, age and profile of the calibration in use.
  private var described: String {
    let calibration = state.calibration
    var text =
      switch calibration.grade {
      case "given": "was given with the values"
      case let grade?: "has grade \(grade)"
      case nil: "has no grade"
      }
    if let profile = calibration.profile { text += " (profile \"\(profile)\")" }
    if let age = calibration.ageSeconds { text += " and is \(Self.words(age)) old" }
    return text
  }

  private var position: Finding {
    let position = state.position
    let age = position.ageSeconds.map { ", \(Self.words($0)) old" } ?? ""
    func known(_ text: String) -> Finding { Finding(.position, .ok, text) }
    switch position.status {
    case .none:
      return Finding(
        .position, .fault, "the position is not known, so there is no true heading and no Qibla",
        remedy: "qiblactl position set LATITUDE,LONGITUDE, or connect a receiver to gpsd")
    case .fix2D, .fix3D: return known("the position comes from the receiver\(age)")
    case .lastKnown: return known("the position is the last one of the receiver\(age)")
    case .manual: return known("the position was set by the user")
    case .assumed:
      return Finding(
        .position, .warning, "the position is assumed",
        remedy: "qiblactl position set LATITUDE,LONGITUDE")
    }
  }

  /// A position that a user gave and where the Earth's field has another inclination than the measured one. Without a
  /// calibration the measured inclination means nothing.
  private var otherPlace: Finding? {
    guard let field, field.status == .undisturbed, !state.why.contains(.uncalibrated),
      let measured = field.reference.inclinationDegrees,
      let expected = field.expected.inclinationDegrees,
      abs(measured - expected) > Self.largestInclinationError
    else { return nil }
    switch state.position.status {
    case .manual, .assumed: break
    case .none, .fix2D, .fix3D, .lastKnown: return nil
    }
    func direction(_ inclination: Double) -> String {
      "\(Int(min(abs(inclination), 90).rounded()))° \(inclination < 0 ? "above" : "below") the horizontal"
    }
    return Finding(
      .position, .warning,
      "the field points \(direction(measured)), and \(direction(expected)) at this position",
      remedy: "check the signs: qiblactl position set LAT,LON; north and east are positive")
  }

  /// `nil` where it is known, or only the position is missing for it.
  private var declination: Finding? {
    guard !state.declination.valid, state.position.status != .none else { return nil }
    let compare = "compare the date of this machine with a clock: timedatectl"
    // The model is still used, and its error grows slowly.
    guard state.declination.model == nil else {
      return Finding(
        .declination, .warning, "the date is outside the years of the magnetic model",
        remedy: "\(compare); if it is right, name a current WMM.COF in [north] coefficients")
    }
    func unknown(_ cause: String, _ remedy: String) -> Finding {
      Finding(
        .declination, .fault,
        "the declination is not known, although the position is: \(cause)", remedy: remedy)
    }
    if state.why.contains(.noTime) { return unknown("the date is missing", compare) }
    if state.why.contains(.weakHorizontalField) {
      return unknown("it is too near a magnetic pole", "do not rely on a magnetic compass here")
    }
    return unknown(
      "its error is too large", "qiblactl position set LATITUDE,LONGITUDE, or wait for a fix")
  }

  /// A length of time for people: `40 s`, `5 min`, `3 h`, `12 days`.
  private static func words(_ seconds: Double) -> String {
    switch seconds {
    case ..<120: "\(Int(max(0, seconds))) s"
    case ..<7_200: "\(Int(seconds / 60)) min"
    case ..<172_800: "\(Int(seconds / 3_600)) h"
    // also where a clock that was wrong gives an age of centuries
    default: "\(Int(min(seconds / 86_400, 1e6))) days"
    }
  }
}
