import Quantities

/// Whether the device lies still.
///
/// A slow turn hides in a gyro's noise, but its rate changes, and gravity or the field wander off
/// with it: all three must stay where they were.
struct RestDetector {
  private var rate = Anchor(tolerance: 0.008)
  private var force = Anchor(tolerance: 0.12)
  private var field: Anchor
  private var stillFor = 0.0

  /// s of stillness that make a rest.
  private static let restAfter = 2.0
  /// rad/s. What one interval's mean may differ from the last half second's.
  private static let suddenRate = 0.05
  /// rad/s. Once the bias is known, a mean rate that differs by more is a slow turn and no rest.
  private static let slowTurn = 0.4.inRadians
  /// rad/s, 68 %. A bias that is known so well is known.
  private static let knownBias = 0.15.inRadians
  /// rad/s. No gyro's bias is larger: a faster turn, however even, is none. 8°/s for each axis.
  private static let largestBias = 0.24

  /// - Parameter fieldTolerance: µT or counts: how far the field's mean may wander.
  init(fieldTolerance: Double) { field = Anchor(tolerance: fieldTolerance) }

  /// Whether the device rests now.
  var isResting: Bool { stillFor > Self.restAfter && rate.mean.length < Self.largestBias }

  /// Takes the means of one interval of that many s: rad/s, m/s², µT, body frame; what was not
  /// measured is `nil`.
  ///
  /// - Parameters:
  ///   - bias: rad/s, body frame: what is known of the gyro's.
  ///   - biasError: rad/s, 68 %.
  mutating func update(
    rate: Vector3, force: Vector3?, field: Vector3?, bias: Vector3, biasError: Double,
    interval: Double
  ) {
    var hasMoved = self.rate.moved(rate, interval: interval)
    if biasError < Self.knownBias, (self.rate.mean - bias).length > Self.slowTurn {
      hasMoved = true
    }
    if (rate - self.rate.mean).length > Self.suddenRate { hasMoved = true }
    if let force, self.force.moved(force, interval: interval) { hasMoved = true }
    if let field, self.field.moved(field, interval: interval) { hasMoved = true }
    if hasMoved { stillFor = 0 } else { stillFor += interval }
  }

  /// Whether a vector's half-second mean stays where it was.
  private struct Anchor {
    private var average = VectorLowPass(timeConstant: 0.5)
    private var anchor: Vector3?
    private let tolerance: Double

    init(tolerance: Double) { self.tolerance = tolerance }

    /// The mean of the last half second; zero before the first sample.
    var mean: Vector3 { average.value ?? .zero }

    /// Takes in a sample; true where it has moved away, which sets a new place to stay at.
    mutating func moved(_ sample: Vector3, interval: Double) -> Bool {
      let now = average.update(sample, interval: interval)
      if let anchor, (now - anchor).length <= tolerance { return false }
      anchor = now
      return true
    }
  }
}
