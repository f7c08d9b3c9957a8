import Heading
import Wire

extension HeadingErrorMessage {
  /// What the error of `reading` is made of. Allocates: only where a user asked for it.
  init(_ errors: HeadingErrorBudget, of reading: Reading) {
    guard reading.headingMagnetic != nil else {
      self.init(of: reading, statusError68Degrees: nil, terms: [])
      return
    }
    self.init(
      of: reading, statusError68Degrees: errors.statusError68Degrees,
      terms: errors.largestFirst.map { .init($0) })
  }
}

extension HeadingErrorMessage.Term {
  fileprivate init(_ term: HeadingErrorTerm) {
    self.init(
      cause: "\(term.cause.code)", degrees: term.degrees,
      combination: .init(term.cause.combination), origin: .init(term.cause.origin))
  }
}

extension HeadingErrorMessage.Term.Combination {
  fileprivate init(_ combination: HeadingErrorCause.Combination) {
    switch combination {
    case .independent: self = .independent
    case .linear: self = .linear
    case .outer: self = .outer
    case .statusOnly: self = .statusOnly
    }
  }
}

extension HeadingErrorMessage.Term.Origin {
  fileprivate init(_ origin: HeadingErrorCause.Origin) {
    switch origin {
    case .covariance: self = .covariance
    case .measured: self = .measured
    case .derived: self = .derived
    case .recordings: self = .recordings
    case .assumed: self = .assumed
    case .fit: self = .fit
    case .model: self = .model
    }
  }
}
