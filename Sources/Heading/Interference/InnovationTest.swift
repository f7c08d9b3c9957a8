import Quantities

/// With a gyro: whether the filter's covariance explains its innovations (measured − expected by all that
/// it estimates); if not, it is inflated until the checkpoint explains the field again.
enum InnovationTest: Equatable {
  case explained
  /// The newest innovation was too large, the one before it was not.
  case suspicious
  /// Two in a row were too large: the covariance has been inflated. `fitsSince`: since when the
  /// checkpoint has explained the field; `isSuspicious` is of the newest innovation.
  case inflated(isSuspicious: Bool, fitsSince: Timestamp?)

  var isInflated: Bool {
    if case .inflated = self { true } else { false }
  }

  /// Whether the newest innovation was too large, and the one before it was not.
  var isSuspicious: Bool {
    switch self {
    case .explained: false
    case .suspicious: true
    case .inflated(let isSuspicious, _): isSuspicious
    }
  }

  /// Takes one innovation.
  ///
  /// - Returns: whether the covariance has to be inflated.
  mutating func step(isTooLarge: Bool) -> Bool {
    if isTooLarge, isSuspicious {
      self = .inflated(isSuspicious: false, fitsSince: nil)
      return true
    }
    if case .inflated(_, let fitsSince) = self {
      self = .inflated(isSuspicious: isTooLarge, fitsSince: fitsSince)
    } else {
      self = isTooLarge ? .suspicious : .explained
    }
    return false
  }

  /// Takes whether the checkpoint explains the field.
  ///
  /// - Returns: whether it has for longer than `dwell` s; then the covariance is no longer inflated.
  mutating func step(checkpointFits fits: Bool, for dwell: Double, at time: Timestamp) -> Bool {
    guard case .inflated(let isSuspicious, let fitsSince) = self else { return false }
    guard fits, let fitsSince else {
      self = .inflated(isSuspicious: isSuspicious, fitsSince: fits ? time : nil)
      return false
    }
    guard time.seconds(since: fitsSince) > dwell else { return false }
    self = isSuspicious ? .suspicious : .explained
    return true
  }
}
