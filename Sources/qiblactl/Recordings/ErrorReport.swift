import Heading
import Pipeline
import Quantities
import Wire

/// What `qiblactl replay --explain` prints of one reading: the terms of its error, largest first.
struct ErrorReport {
  private let message: HeadingErrorMessage

  init(_ message: HeadingErrorMessage) { self.message = message }

  /// For a person: a line for the reading and one for each term of 0.005° and more.
  var text: String {
    let shown = message.terms.filter { $0.degrees >= 0.005 }
    return ([head] + shown.map(line)).map { $0 + "\n" }.joined()
  }

  private var head: String {
    let seconds = (Double(message.time.microseconds) / 1e6).text(decimals: 3) + " s"
    let why = message.why.map { "\($0.code)" }.joined(separator: ", ")
    let end = message.status.rawValue + (why.isEmpty ? "" : ": " + why)
    guard let heading = message.headingMagnetic, let error = message.error68Degrees else {
      return "\(seconds)  no heading  \(end)"
    }
    let azimuth = (heading.degrees < 359.95 ? heading.degrees : 0).text(decimals: 1)
    let forStatus = (message.statusError68Degrees ?? error).text(decimals: 2)
    return "\(seconds)  magnetic \(azimuth)°  error \(error.text(decimals: 2))°, "
      + "for the status \(forStatus)°  \(end)"
  }

  private func line(_ term: HeadingErrorMessage.Term) -> String {
    let degrees = term.degrees.text(decimals: 2).leftPadded(to: 8) + "°  "
    let phrase = HeadingErrorCause.allCases.first { "\($0.code)" == term.cause }?.phrase
    let meaning = phrase.map { "\($0)" } ?? ""
    let mark: String
    switch term.combination {
    case .independent, .outer: mark = ""
    case .linear: mark = " (added in full)"
    case .statusOnly: mark = " (for the status only)"
    }
    return degrees + term.cause.padded(to: 23) + meaning + mark
  }
}
