import Quantities

/// Whether the reference field explains the measured field: a state with dwell times.
///
/// One for the filter with a gyro and the one without; their thresholds are in `FieldMonitorParameters`.
enum FieldState {
  case undisturbed
  /// The residual is over the upper threshold, for less than the dwell time.
  case suspect(since: Timestamp)
  case disturbed(Disturbance)
  /// The residual is under the lower threshold, for less than the dwell time.
  case recovering(Disturbance, since: Timestamp)

  /// When a residual makes the field disturbed, and when it ends that.
  struct Detection {
    let parameters: FieldMonitorParameters
    let hasGyro: Bool

    /// Of `FieldResidual.relativeLength`.
    var limits: FieldMonitorParameters.Limits {
      hasGyro ? parameters.residual : .init(enter: 1, leave: 1)
    }

    var dwell: FieldMonitorParameters.Dwell { parameters.dwell }

    /// The gain, in (0, 1], that keeps out single outliers; without a gyro a residual is smooth.
    func gain(_ interval: Double) -> Double {
      hasGyro ? min(interval / (interval + dwell.disturbed), 1) : 1
    }
  }

  /// What is known of a disturbance while it lasts.
  struct Disturbance {
    /// With a gyro: in which frame the disturbing field stays the same.
    var classifier: InterferenceClassifier
    /// Without a gyro: rad, the largest error of north that such a residual may have caused so far.
    var largestNorthError = 0.0
  }

  /// The beginning or the end of a disturbance.
  enum Transition: Equatable {
    /// The field became disturbed; the residual was over the threshold since `since`.
    case disturbed(since: Timestamp)
    /// The field became undisturbed; the residual was under the threshold since `since`.
    case undisturbed(since: Timestamp)
  }

  /// Without payloads, as it is published.
  var interference: HeadingEstimate.Interference {
    switch self {
    case .undisturbed: .undisturbed
    case .suspect: .suspect
    case .disturbed: .disturbed
    case .recovering: .recovering
    }
  }

  /// What is known of the present disturbance; `nil` while there is none.
  var disturbance: Disturbance? {
    get {
      switch self {
      case .undisturbed, .suspect: nil
      case .disturbed(let disturbance), .recovering(let disturbance, _): disturbance
      }
    }
    set {
      switch (self, newValue) {
      case (.disturbed, let disturbance?): self = .disturbed(disturbance)
      case (.recovering(_, let since), let disturbance?):
        self = .recovering(disturbance, since: since)
      default: break
      }
    }
  }

  /// Takes the residual of one interval: with a gyro as a part of the reference's strength, without one as a part of
  /// the limits.
  ///
  /// - Parameters:
  ///   - start: when the interval began of which the residual is the mean.
  ///   - time: when it ended.
  mutating func step(
    _ relativeLength: Double, from start: Timestamp, at time: Timestamp,
    _ thresholds: Detection
  ) -> Transition? {
    switch self {
    case .undisturbed:
      guard relativeLength > thresholds.limits.enter else { return nil }
      return confirm(since: start, at: time, thresholds)
    case .suspect(let since):
      if relativeLength > thresholds.limits.enter {
        return confirm(since: since, at: time, thresholds)
      }
      self = .undisturbed
    case .disturbed(let disturbance):
      if relativeLength < thresholds.limits.leave { self = .recovering(disturbance, since: time) }
    case .recovering(let disturbance, let since):
      if relativeLength >= thresholds.limits.leave {
        self = .disturbed(disturbance)
      } else if time.seconds(since: since) >= thresholds.dwell.undisturbed {
        self = .undisturbed
        return .undisturbed(since: since)
      }
    }
    return nil
  }

  private mutating func confirm(
    since: Timestamp, at time: Timestamp, _ thresholds: Detection
  ) -> Transition? {
    guard time.seconds(since: since) >= thresholds.dwell.disturbed else {
      self = .suspect(since: since)
      return nil
    }
    let classifier = InterferenceClassifier(parameters: thresholds.parameters)
    self = .disturbed(Disturbance(classifier: classifier))
    return .disturbed(since: since)
  }
}
