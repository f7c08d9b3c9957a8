import Quantities

/// Whether the device lies still.
///
/// A slow turn hides in a gyro's noise, but its rate changes, and gravity or the field wander off
/// with it: all three must stay where they were.
struct RestDetector {
  private var rate: Anchor
  private var force: Anchor
  private var field: Anchor
  private var stillFor = 0.0
  /// s without a motion after the field alone has wandered off.
  private var stillAfterDrift = 0.0
  /// Whether the gyro's bias was known before this rest.
  private var wasBiasKnown = false
  /// Where the rest that has just ended was an even turn, by which its bias was learned: by how many µT the field
  /// moved in how many s; else `nil`.
  private(set) var turnTakenForRest: (fieldChange: Double, seconds: Double)?
  /// rad/s, body frame: what the gyro of a device that rests measured in the last interval, which is its bias; `nil` where the device
  /// does not rest, or may just have begun to move.
  private(set) var restingRate: Vector3?
  /// s for which the rate, less the known bias, has been that of an even turn, and neither force nor field has moved.
  private var unseenTurnFor = 0.0
  /// The gyro's bias has changed at once: by how many rad/s, body frame, and how many s ago; else `nil`. Force or field would have
  /// moved with such a turn, and have not.
  private(set) var biasJump: (rate: Vector3, seconds: Double)?
  /// s without a motion until the device rests.
  private let restAfter: Double
  /// rad/s: a mean rate that differs by more from a known bias is a slow turn.
  private let slowTurn: Double
  /// rad/s: a rate that differs by more from the mean is more than noise: the motion that ends a rest begins so. The averages show
  /// it some tenths of a second later.
  private let onset: Double
  /// rad/s: the length of the largest bias of three axes.
  private let largestBias: Double

  /// - Parameter biasLimit: rad/s, each axis: how far the gyro's bias may be off.
  init(_ parameters: HeadingParameters, biasLimit: Double) {
    (restAfter, slowTurn) = (parameters.restAfter, parameters.slowTurn)
    onset = significantDeviations * parameters.restRate
    largestBias = biasLimit * 3.0.squareRoot()
    let averaging = parameters.restAveraging
    rate = Anchor(tolerance: parameters.rateTolerance, averaging: averaging)
    force = Anchor(tolerance: parameters.knownTilt * standardGravity, averaging: averaging)
    field = Anchor(tolerance: parameters.fieldNoise, averaging: averaging)
  }

  /// Whether the device rests now. A rate that no bias explains, however even, is a turn.
  var isResting: Bool {
    stillFor > max(restAfter, stillAfterDrift) && rate.mean.length < largestBias
  }

  /// Times the time in which the field wandered off: for so long it must stay where it is, as a turn that goes on would not
  /// let it. Source: derived; by as much as its noise changes that time.
  private static let longerThanDrift = 1.5
  /// s. Source: derived; a turn that takes longer to move the field is slower than 0.02°/s.
  private static let longestStill = 120.0

  /// Takes the means of one interval of that many s: rad/s, m/s², µT, body frame; what was not measured is `nil`.
  ///
  /// - Parameters:
  ///   - bias: rad/s, body frame: what is known of the gyro's.
  ///   - biasError: rad/s, 68 %.
  mutating func update(
    rate: Vector3, force: Vector3?, field: Vector3?, bias: Vector3, biasError: Double,
    interval: Double
  ) {
    let mean = self.rate.mean
    var hasMoved = self.rate.moved(rate, interval: interval)
    let isBiasKnown = significantDeviations * biasError < slowTurn
    let turn = self.rate.mean - bias
    let isTurn = isBiasKnown && turn.length > slowTurn
    unseenTurnFor = isTurn && !hasMoved ? unseenTurnFor + interval : 0
    if isTurn { hasMoved = true }
    if let force, self.force.moved(force, interval: interval) {
      (hasMoved, unseenTurnFor) = (true, 0)
    }
    let wasResting = stillFor > max(restAfter, stillAfterDrift)
    if hasMoved { stillAfterDrift = 0 }
    turnTakenForRest = nil
    if stillFor <= restAfter { wasBiasKnown = isBiasKnown }
    if let field, self.field.moved(field, interval: interval) {
      if !hasMoved, stillFor > restAfter {
        let drift = self.field.drift
        // A field that moved for half of the time at least was that of a turn: noise hides when it began. One that began
        // to move later is of a magnet, or the rest before it has taught the bias.
        if wasResting, stillFor < 2 * drift, !wasBiasKnown {
          turnTakenForRest = (self.field.tolerance, drift)
        }
        stillAfterDrift = min(Self.longerThanDrift * drift, Self.longestStill)
      }
      (hasMoved, unseenTurnFor) = (true, 0)
    }
    biasJump = nil
    if force != nil, field != nil, isUnseen(turn) {
      (biasJump, unseenTurnFor) = ((turn, unseenTurnFor), 0)
    }
    if hasMoved { stillFor = 0 } else { stillFor += interval }
    restingRate = isResting && (rate - mean).length < onset ? rate : nil
  }

  /// Whether a turn that has lasted for `unseenTurnFor` would have moved force or field by far more than what is tolerated.
  private func isUnseen(_ turn: Vector3) -> Bool {
    let force = turn.cross(self.force.mean).length / self.force.tolerance
    let field = turn.cross(self.field.mean).length / self.field.tolerance
    return unseenTurnFor * max(force, field) > significantDeviations
  }

  /// Whether the average of a vector stays where it was.
  private struct Anchor {
    private var average: VectorLowPass
    private var anchor: Vector3?
    let tolerance: Double
    /// s for which the average has been over half of the tolerance away, less those in which it was back: noise at half of
    /// the way does not make the time shorter.
    private var beyondHalf = 0.0
    /// s in which the average moved away last, had it moved evenly.
    private(set) var drift = 0.0

    init(tolerance: Double, averaging: Double) {
      self.tolerance = tolerance
      average = VectorLowPass(timeConstant: averaging)
    }

    /// The average; zero before the first sample.
    var mean: Vector3 { average.value ?? .zero }

    /// Takes in a sample; true where the average has moved away, which sets a new place to stay at.
    mutating func moved(_ sample: Vector3, interval: Double) -> Bool {
      let now = average.update(sample, interval: interval)
      if let anchor {
        let distance = (now - anchor).length
        beyondHalf = max(beyondHalf + (distance > tolerance / 2 ? interval : -interval), 0)
        if distance <= tolerance { return false }
      }
      (drift, beyondHalf) = (2 * beyondHalf, 0)
      anchor = now
      return true
    }
  }
}
