import Quantities

/// Whether the Earth explains the field: a state with dwell times, apart from any weight in the
/// filter.
///
/// What is watched is the stray: by how much the field, in the earth frame and by the calibration
/// alone, differs from the place's. It does not depend on how the device is turned, and it sees a
/// change of direction as well as one of strength and inclination.
struct Surroundings {
  /// How the field stands to the place's.
  enum State: Equatable {
    case undisturbed
    /// It does not fit, for less than the dwell time.
    case suspect(since: Timestamp)
    case disturbed
    /// It fits again, for less than the dwell time.
    case recovering(since: Timestamp)

    /// The same without its times.
    var interference: HeadingEstimate.Interference {
      switch self {
      case .undisturbed: .undisturbed
      case .suspect: .suspect
      case .disturbed: .disturbed
      case .recovering: .recovering
      }
    }
  }

  private(set) var state = State.undisturbed
  /// The stray as a part of the place's strength, over about a sixth of a second.
  private(set) var stray = 0.0

  /// Part of the strength that no calibration and no room without magnets explains …
  private static let entry = 0.17
  /// … and under which it is the Earth's again.
  private static let exit = 0.12
  /// s until a field that does not fit is called disturbed: one more look.
  private static let disturbedAfter = 0.15
  /// s until one that fits is called undisturbed.
  private static let undisturbedAfter = 0.6

  /// Whether the field is not to be believed.
  var isDisturbed: Bool {
    switch state {
    case .undisturbed, .suspect: false
    case .disturbed, .recovering: true
    }
  }

  /// Takes in the stray of one interval.
  ///
  /// - Parameters:
  ///   - share: the stray as a part of the place's strength.
  ///   - isImpossible: whether the field cannot be the Earth's here, whatever was seen before.
  mutating func update(
    stray share: Double, isImpossible: Bool, interval: Double, at time: Timestamp
  ) {
    stray += (share - stray) * min(interval / (interval + 0.15), 1)
    // A single wild sample is none.
    let now = isImpossible ? .infinity : min(share, 2 * stray)
    switch state {
    case .undisturbed:
      if now > Self.entry {
        state = .suspect(since: time.advanced(byMicroseconds: -Int64(interval * 1e6)))
        confirm(at: time)
      }
    case .suspect:
      if now > Self.entry { confirm(at: time) } else { state = .undisturbed }
    case .disturbed:
      if now < Self.exit { state = .recovering(since: time) }
    case .recovering(let since):
      if now >= Self.exit {
        state = .disturbed
      } else if time.seconds(since: since) >= Self.undisturbedAfter {
        state = .undisturbed
      }
    }
  }

  private mutating func confirm(at time: Timestamp) {
    if case .suspect(let since) = state, time.seconds(since: since) >= Self.disturbedAfter {
      state = .disturbed
    }
  }

  /// Begins anew: what was strange has become the place's own.
  mutating func reset() { self = Surroundings() }
}
