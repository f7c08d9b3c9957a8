import Quantities

/// What disturbs the field, by the frame in which the disturbing field stays the same while the device
/// turns: the earth's (steel in a building) or the body's (a magnet on the device).
struct InterferenceClassifier {
  /// Transient until a turn has shown more.
  private(set) var kind = HeadingEstimate.InterferenceKind.transient
  /// measured − reference, body frame, µT, over 0.2 s.
  private(set) var field = Vector3.zero

  private var earth = Spread()
  private var body = Spread()
  private var turning = 0.0
  private var recent = VectorLowPass(timeConstant: 0.2)

  /// rad of turning before a frame is chosen: less moves a vector by less than it varies.
  private static let shortestTurn = 1.0
  /// Part of its length by which a disturbance varies in the frame that it belongs to, at most …
  private static let largestSpread = 0.35
  /// … and as a part of what it varies by in the other one.
  private static let largestRatio = 0.6

  /// Takes the residual (earth frame, µT) of one interval; `attitude` is body → earth.
  mutating func update(residual: Vector3, attitude: Matrix3, motion: DeviceMotion) {
    let inBody = attitude.transposed * residual
    field = recent.update(inBody, interval: motion.interval)
    earth.update(residual, turning: motion.turning)
    body.update(inBody, turning: motion.turning)
    turning += motion.turning
    guard turning > Self.shortestTurn else { return }
    let (inEarth, onDevice) = (earth.relative, body.relative)
    if inEarth < Self.largestSpread, inEarth < Self.largestRatio * onDevice {
      kind = .place
    } else if onDevice < Self.largestSpread, onDevice < Self.largestRatio * inEarth {
      kind = .device
    } else {
      kind = .transient
    }
  }

  /// A vector's mean and variance, weighted by turning: samples of a resting device have no weight.
  private struct Spread {
    private var mean = Vector3.zero
    private var variance = 0.0
    private var weight = 0.0

    /// rad of turning after which a sample counts for a third (1/e).
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
