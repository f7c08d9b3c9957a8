private import Glibc
import Quantities

/// What the field of the last seconds says of itself.
struct FieldQuality {
  /// rad. How far the field's horizontal part strays from the place's, as the angle that such a
  /// stray makes at most: over ten seconds.
  private(set) var stray = 0.0
  /// The same over ten seconds of a field that was called undisturbed.
  private(set) var placeStray = 0.0
  /// The same over a third of a second: what has just begun.
  private(set) var strayNow = 0.0
  /// Strength less the place's, as a part of it; `nil` before a field.
  private(set) var strengthError: Double?
  /// Inclination less the place's, rad.
  private(set) var inclinationError: Double?

  /// rad about down that no field has confirmed yet: a gyro whose scale is off is wrong by a part
  /// of it, until the device has turned back.
  private(set) var unconfirmedTurn = 0.0
  /// rad². North's variance when a field was last believed.
  private(set) var confirmedVariance = 0.0
  /// rad. The largest stray of late: a disturbance leaves its mark for about a minute.
  private(set) var memory = 0.0
  /// How many spots' fields north has been told by, the first not counted: as the device moves their
  /// strays take each other back.
  private(set) var spots = 0.0
  /// rad/s, about any axis, over a third of a second.
  private(set) var turnRate = 0.0

  private var slow = ScalarLowPass(timeConstant: 10)
  private var undisturbed = ScalarLowPass(timeConstant: 10)
  /// What lasts longer than noise.
  private var smooth = VectorLowPass(timeConstant: 0.4)
  private var quick = ScalarLowPass(timeConstant: 0.3)
  private var nearStrength = ScalarLowPass(timeConstant: 0.2)
  private var nearInclination = ScalarLowPass(timeConstant: 0.2)

  /// Takes in a turn about down and all the turning, rad, of `interval` s.
  mutating func add(turn: Double, turning: Double, interval: Double) {
    unconfirmedTurn += turn
    turnRate += (turning / interval - turnRate) * (1 - exp(-3 * interval))
  }

  /// Takes in that the device has come to `count` other spots, each with a stray of its own.
  mutating func add(spots count: Double) { spots += count }

  /// North is told by the field of one spot again.
  mutating func forgetSpots() { spots = 0 }

  /// Takes in that a field was believed for `interval` s, with all that it says of north or, where a
  /// magnet was taken into account, with some.
  ///
  /// - Parameter variance: rad², north's.
  mutating func confirm(fully: Bool, variance: Double, interval: Double) {
    unconfirmedTurn *= exp(-interval / (fully ? Self.confirmation : Self.partConfirmation))
    if fully { confirmedVariance = variance }
  }

  /// s.
  private static let confirmation = 1.5
  private static let partConfirmation = 3.0

  /// Takes in an interval's field.
  ///
  /// - Parameters:
  ///   - field: by the calibration alone, earth frame, µT.
  ///   - refined: with what the filter knows of hard iron.
  ///   - reference: the place's.
  ///   - isDisturbed: whether the field is.
  mutating func update(
    field: Vector3, refined: Vector3, reference: Vector3, isDisturbed: Bool, interval: Double
  ) {
    let horizontal = max(hypot(reference.x, reference.y), 1e-3)
    let error = hypot(refined.x - reference.x, refined.y - reference.y) / horizontal
    slow.update(min(error, .pi), interval: interval)
    stray = slow.value ?? 0
    let lasting = smooth.update(refined - reference, interval: interval)
    if !isDisturbed {
      undisturbed.update(
        min(hypot(lasting.x, lasting.y) / horizontal, .pi), interval: interval)
    }
    placeStray = undisturbed.value ?? 0
    quick.update(min(error, .pi), interval: interval)
    strayNow = quick.value ?? 0
    memory = max(stray, memory * exp(-interval / 60))
    let strength = max(reference.length, 1e-3)
    nearStrength.update(field.length / strength - 1, interval: interval)
    strengthError = nearStrength.value.map { min($0, 1000) }
    nearInclination.update(
      atan2(field.z, hypot(field.x, field.y)) - atan2(reference.z, horizontal), interval: interval)
    inclinationError = nearInclination.value
  }
}

extension FieldQuality {
  /// Which of a disturbed field's marks are there.
  var reasons: HeadingEstimate.Conditions {
    var reasons: HeadingEstimate.Conditions = []
    if abs(strengthError ?? 0) > Self.markedStrength { reasons.insert(.interferenceStrength) }
    if abs(inclinationError ?? 0) > Self.markedInclination {
      reasons.insert(.interferenceInclination)
    }
    return reasons.isEmpty ? .interferenceTurn : reasons
  }

  /// Part of the strength.
  private static let markedStrength = 0.085
  /// rad.
  private static let markedInclination = 0.085
}
