import Quantities

/// What disturbs the field, by the frame in which the disturbing field stays the same while the device
/// turns: the earth's (steel in a building) or the body's (a magnet on the device).
struct InterferenceClassifier {
  /// Transient until a turn has shown more.
  private(set) var kind = HeadingEstimate.InterferenceKind.transient
  /// measured − reference, body frame, µT, over `FieldMonitorParameters.recent`.
  private(set) var field = Vector3.zero

  private var earth: Spread
  private var body: Spread
  private var turning = 0.0
  private var recent: VectorLowPass

  /// rad of turning before a frame is chosen: less moves a vector by less than it varies.
  private let shortestTurn: Double
  /// Part of its length by which a disturbance varies in the frame that it belongs to, at most; in the other
  /// one it varies by twice as much.
  private let largestSpread: Double

  init(parameters: FieldMonitorParameters) {
    shortestTurn = parameters.provingTurn
    largestSpread = parameters.largestSpread
    recent = VectorLowPass(timeConstant: parameters.recent)
    // The mean is that of the latest turns that show a frame, of two of them.
    earth = Spread(memory: 2 * shortestTurn)
    body = Spread(memory: 2 * shortestTurn)
  }

  /// Takes the residual (earth frame, µT) of one interval; `attitude` is body → earth.
  mutating func update(residual: Vector3, attitude: Matrix3, motion: DeviceMotion) {
    let inBody = attitude.transposed * residual
    field = recent.update(inBody, interval: motion.interval)
    earth.update(residual, turning: motion.turning)
    body.update(inBody, turning: motion.turning)
    turning += motion.turning
    guard turning > shortestTurn else { return }
    let (inEarth, onDevice) = (earth.relative, body.relative)
    if inEarth < largestSpread, 2 * inEarth < onDevice {
      kind = .place
    } else if onDevice < largestSpread, 2 * onDevice < inEarth {
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
    let memory: Double

    init(memory: Double) { self.memory = memory }

    /// Root of the variance as a part of the mean's length.
    var relative: Double { (variance / max(mean.squared, 1e-6)).squareRoot() }

    mutating func update(_ sample: Vector3, turning: Double) {
      let share = min(turning / memory, 1)
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
