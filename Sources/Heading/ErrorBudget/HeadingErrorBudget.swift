private import Glibc

/// The error of one heading as a list of terms, one for each `HeadingErrorCause`: degrees, 68 %.
///
/// Fixed storage: nothing is allocated for a reading. The terms are summed here and nowhere else:
///
///     filter  = √(Σ independent²) + Σ linear
///     error68 = √(filter² + Σ outer²), at most 180°
///     status  = √(error68² + Σ statusOnly²)
///
/// Independent causes add as squares. Only the term of the warm-up is added in full, because what is wrong
/// in the first seconds is not independent of the other terms.
package struct HeadingErrorBudget: Sendable {
  /// Degrees, by the raw value of the cause.
  private var terms = InlineArray<32, Double>(repeating: 0)

  /// A heading without an error.
  package init() {}

  /// Degrees, 68 %, from 0 to 180: the term of a cause; 0 where the cause is absent.
  ///
  /// Set by its absolute value; more than 180° says no more than 180°, and neither does what is no number.
  package subscript(cause: HeadingErrorCause) -> Double {
    get { terms[cause.rawValue] }
    set {
      let value = abs(newValue)
      terms[cause.rawValue] = value <= Self.largest ? value : Self.largest
    }
  }

  /// Adds to the term of a cause, as an independent error: the root of the sum of both squares.
  package mutating func add(_ degrees: Double, for cause: HeadingErrorCause) {
    self[cause] = hypot(self[cause], degrees)
  }

  /// Degrees, 68 % of the headings are within it, from 0 to 180: what a reading publishes.
  package var error68Degrees: Double {
    let filter = sumOfSquares(.independent).squareRoot() + sum(.linear)
    return min((filter * filter + sumOfSquares(.outer)).squareRoot(), Self.largest)
  }

  /// Degrees, at least `error68Degrees`: what decides whether a heading is accurate.
  package var statusError68Degrees: Double {
    hypot(error68Degrees, sumOfSquares(.statusOnly).squareRoot())
  }

  /// Degrees: a heading whose error for the status is larger is `uncertain`. Source: docs/protocol.md.
  package static let largestAccurate = 5.0

  /// Whether a heading with this error is too uncertain to be called accurate.
  package var isUncertain: Bool { statusError68Degrees > Self.largestAccurate }

  /// Degrees. Source: the opposite direction is the worst.
  private static let largest = 180.0

  private func sumOfSquares(_ combination: HeadingErrorCause.Combination) -> Double {
    sum(combination) { $0 * $0 }
  }

  private func sum(
    _ combination: HeadingErrorCause.Combination, of value: (Double) -> Double = { $0 }
  ) -> Double {
    // A span: a subscript of the array copies it.
    let terms = terms.span
    var (sum, causes) = (0.0, combination.causes)
    while causes != 0 {
      sum += value(terms[causes.trailingZeroBitCount])
      causes &= causes - 1
    }
    return sum
  }
}

extension HeadingErrorBudget: Equatable {
  package static func == (a: Self, b: Self) -> Bool {
    HeadingErrorCause.allCases.allSatisfy { a[$0] == b[$0] }
  }
}

extension HeadingErrorCause.Combination {
  /// Which terms of a budget are combined so: the bit of each cause's raw value.
  fileprivate var causes: UInt32 {
    switch self {
    case .independent: Self.independentCauses
    case .linear: Self.linearCauses
    case .outer: Self.outerCauses
    case .statusOnly: Self.statusOnlyCauses
    }
  }

  // Computed once: `allCases` is an array, and a budget is summed for each reading.
  private static let independentCauses = causes(.independent)
  private static let linearCauses = causes(.linear)
  private static let outerCauses = causes(.outer)
  private static let statusOnlyCauses = causes(.statusOnly)

  private static func causes(_ combination: Self) -> UInt32 {
    HeadingErrorCause.allCases
      .filter { $0.combination == combination }
      .reduce(0) { $0 | 1 << UInt32($1.rawValue) }
  }
}

/// One term of a heading's error.
package struct HeadingErrorTerm: Equatable, Sendable {
  package var cause: HeadingErrorCause
  /// Degrees, 68 %.
  package var degrees: Double
}

extension HeadingErrorBudget {
  /// The terms that are not zero, largest first. Allocates: for a person or a log, not for each reading.
  package var largestFirst: [HeadingErrorTerm] {
    HeadingErrorCause.allCases
      .map { HeadingErrorTerm(cause: $0, degrees: self[$0]) }
      .filter { $0.degrees > 0 }
      .sorted { ($1.degrees, $0.cause.rawValue) < ($0.degrees, $1.cause.rawValue) }
  }
}
