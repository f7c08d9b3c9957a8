package import Wire

/// A calibration's state in words, for a line of text and for the full screen.
package struct CalibrationWords {
  private let message: CalibrationMessage
  private let style: Style

  package init(_ message: CalibrationMessage, style: Style) {
    (self.message, self.style) = (message, style)
  }

  /// `63 % of the directions`; `nil` while nothing is collected.
  var coverage: String? {
    message.coveragePercent.map { "\(Int($0.rounded())) % of the directions" }
  }

  /// `3 of 6 sides rested`; `nil` without an accelerometer.
  var rests: String? {
    guard let seen = message.restsSeen, let wanted = message.restsWanted else { return nil }
    return "\(min(seen, wanted)) of \(wanted) sides rested"
  }

  /// `grade C, heading error ±2.1°`; `nil` before the first fit.
  var grade: String? {
    guard let grade = message.grade else { return nil }
    let error = message.error68Degrees.map {
      ", heading error \(style.plusMinus)\(tenths($0))\(style.degree)"
    }
    return "grade \(grade.printable)\(error ?? "")"
  }

  /// `residual 1.4 %, strength 48.1 µT`; `nil` before the first fit.
  var fit: String? {
    let parts = [
      message.residualPercent.map { "residual \(tenths($0)) %" },
      message.radiusMicrotesla.map { "strength \(tenths($0)) \(style.micro)T" },
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// What the user does next.
  var advice: String? { message.advice?.printable }

  /// Why the grade is not better.
  var reasons: [String] { message.reasons.map(\.printable) }

  /// `calibration "default" collecting: 63 % of the directions, 3 of 6 sides rested, grade C …; next: …`
  package var line: String {
    let parts = [coverage, rests, grade, fit].compactMap { $0 }
    let next = advice.map { "; next: \($0)" } ?? ""
    return "calibration \"\(message.profile.printable)\" \(message.status.rawValue): "
      + (parts.isEmpty ? "nothing measured yet" : parts.joined(separator: ", ")) + next
  }
}

/// One decimal, and never 0.0 for what is not zero.
private func tenths(_ value: Double) -> String {
  let rounded = (value * 10).rounded() / 10
  return rounded == 0 && value > 0 ? "under 0.1" : "\(rounded)"
}
