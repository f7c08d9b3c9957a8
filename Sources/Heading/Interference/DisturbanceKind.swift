import Quantities

/// What sort of thing disturbs the field: it is told by the frame in which its own field stays the
/// same while the device turns.
struct DisturbanceKind {
  /// Transient until a turn has shown more.
  private(set) var kind = HeadingEstimate.InterferenceKind.transient
  /// What is added to the field of the place, body frame, µT, over the last moments.
  private(set) var field = Vector3.zero

  private var earth = Spread()
  private var body = Spread()
  private var turning = 0.0
  private var near = VectorLowPass(timeConstant: 0.2)

  /// rad of turning before anything is said: less moves a vector by less than its own wavering.
  private static let shortestTurn = 1.0
  /// Part of its length by which a disturbance wavers in the frame that it belongs to, at most …
  private static let steady = 0.35
  /// … and as a part of what it wavers by in the other one.
  private static let clearly = 0.6

  /// Takes in what one interval's field has beyond the place's.
  ///
  /// - Parameters:
  ///   - stray: earth frame, µT.
  ///   - attitude: body → earth.
  ///   - turning: rad, about any axis, in that interval.
  mutating func update(stray: Vector3, attitude: Matrix3, turning step: Double, interval: Double) {
    let inBody = attitude.transposed * stray
    field = near.update(inBody, interval: interval)
    earth.update(stray, turning: step)
    body.update(inBody, turning: step)
    turning += step
    guard turning > Self.shortestTurn else { return }
    let (inEarth, onDevice) = (earth.relative, body.relative)
    if inEarth < Self.steady, inEarth < Self.clearly * onDevice {
      kind = .place
    } else if onDevice < Self.steady, onDevice < Self.clearly * inEarth {
      kind = .device
    } else {
      kind = .transient
    }
  }

  /// A vector's mean and how much it wavers about it, over the last turns: a resting device's samples
  /// tell nothing, and do not count.
  private struct Spread {
    private var mean = Vector3.zero
    private var variance = 0.0
    private var weight = 0.0

    /// rad of turning after which what was seen counts for a third.
    private static let memory = 2.0

    /// Root of the variance as a part of the mean's length.
    var relative: Double { (variance / max(mean.squared, 1e-6)).squareRoot() }

    mutating func update(_ sample: Vector3, turning: Double) {
      let share = min(turning / Self.memory, 1)
      weight += (1 - weight) * share
      guard weight > 0 else { return }
      let gain = share / weight
      let difference = sample - mean
      mean = mean + difference * gain
      variance += (difference.squared * (1 - gain) - variance) * gain
    }
  }
}

extension Vector3 {
  fileprivate var squared: Double { dot(self) }
}
