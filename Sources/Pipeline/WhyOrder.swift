private import Glibc
import Heading
import Wire

/// Puts the reasons of a reading into the order of the error terms that they stand for, largest first.
///
/// Only reasons that make a heading `uncertain` are ordered (`Why.causes`), and only among themselves: each other
/// reason keeps its place by severity. So a reason with a status of its own, as interference, stands before
/// them. A reason passes another one when its term is clearly larger; otherwise both keep the order of the
/// previous reading.
struct WhyOrder {
  /// By which factor a term must be larger than another one to pass it.
  private let margin: Double
  /// The ordered reasons of the previous reading.
  private var previous = WhySet()

  init(_ parameters: ChangeParameters) { margin = parameters.reasonMargin }

  /// Orders the reasons of a heading by the terms of its error.
  mutating func order(_ why: inout WhySet, by errors: HeadingErrorBudget) {
    var ordered = WhySet()
    for reason in previous where why.contains(reason) && errors.degrees(of: reason) > 0 {
      ordered.append(reason)
    }
    for reason in why where errors.degrees(of: reason) > 0 { ordered.append(reason) }
    ordered.reorder { [margin] in errors.degrees(of: $0) > margin * errors.degrees(of: $1) }
    var (result, next) = (WhySet(), ordered.makeIterator())
    for reason in why {
      result.append(ordered.contains(reason) ? next.next() ?? reason : reason)
    }
    (why, previous) = (result, ordered)
  }

  /// Forgets the previous reading.
  mutating func restart() { previous = WhySet() }
}

extension HeadingErrorBudget {
  /// Degrees, 68 %: the terms of a reason, as independent errors; 0 for a reason without a term.
  fileprivate func degrees(of why: Why) -> Double {
    guard let (first, second) = why.causes else { return 0 }
    return hypot(self[first], second.map { self[$0] } ?? 0)
  }
}

extension Why {
  /// Whether this reason can make the heading unavailable: it then comes first.
  var takesHeadingAway: Bool {
    switch self {
    case .sensorMissing, .busError, .weakHorizontalField, .mountWrong, .warmingUp: true
    default: isFaultOfMagnetometer
    }
  }
}
