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

extension AttitudeFilter {
  /// Notes how an interval's field compares with the place's.
  mutating func note(_ view: FieldView, interval: Double) {
    quality.update(
      field: view.measured - view.attitude * disturbance.hardIron,
      refined: view.measured - view.attitude * hardIron, reference: referenceField,
      isDisturbed: surroundings.isDisturbed, interval: interval)
  }

  /// rad, 68 %: how far north may be off.
  ///
  /// The filter's own variance counts the noise that it was told of. What it was not told of, a room
  /// full of iron or a calibration that is not quite right, shows in the strays of the field; a fast
  /// turn adds what the sensors' times are unsure of. How much each counts was measured
  /// (`docs/heading.md`).
  var northError68: Double {
    let settled = min(Self.settledVariance, quality.confirmedVariance)
    let own = Self.ownShare * max(covariance[2, 2] - settled, 0).squareRoot()
    let news = max(quality.strayNow - Self.noisyStray, 0)
    let stray =
      Self.strayShare * max(quality.stray - Self.smallestStray, 0) + Self.newStrayShare * news
    let bias = Self.biasTime * largestBiasError
    let memory = Self.memoryShare * max(quality.memory - Self.ordinaryStray, 0)
    let late = covariance[StateIndex.delay, StateIndex.delay] * Self.lateShare
    let time = (Self.timeError * Self.timeError + late).squareRoot() * quality.turnRate
    let scale = Self.scaleError * quality.unconfirmedTurn
    let doubt = doubt
    let field = stray * stray + memory * memory + doubt * doubt
    let gyro = bias * bias + time * time + scale * scale
    return (own * own + field + gyro).squareRoot()
  }

  private static let ownShare = 0.6
  /// rad². What the filter's variance settles at in a place without magnets, where the errors are
  /// those that a calibration leaves: they are counted apart. What it was when a field was last
  /// believed, where that is less: from then on it grows by what the gyro does.
  private static let settledVariance = 1.5.inRadians * 1.5.inRadians
  private static let strayShare = 0.3
  /// rad. What a calibrated magnetometer's noise makes of ten seconds.
  private static let smallestStray = 0.8.inRadians
  /// s. A bias that is not known looks for so long like a turn.
  private static let biasTime = 8.0
  private static let newStrayShare = 0.5
  /// rad. What noise and a fast turn make of a third of a second.
  private static let noisyStray = 8.0.inRadians
  private static let memoryShare = 1.4
  /// rad. Strays of a place without magnets stay below.
  private static let ordinaryStray = 11.0.inRadians
  /// s. At the least the gyro's own filter lags by this …
  private static let timeError = 0.002
  /// … and by a part of what is not known of the magnetometer's delay, as a variance's share.
  private static let lateShare = 0.25
  /// Part of the rate: what a consumer gyro's scale is off by.
  private static let scaleError = 0.003

  /// Notes when the first seconds are over and north is known as well as it will soon be.
  ///
  /// With a bias that is still unknown what looks like north is in part the gyro's drift.
  mutating func noteSettling() {
    guard !hasSettled else { return }
    hasSettled =
      elapsed >= parameters.warmUp && covariance[2, 2].squareRoot() < Self.settledNorth
      && largestBiasError < Self.settledBias
  }

  /// rad.
  private static let settledNorth = 0.1
  /// rad/s.
  private static let settledBias = 0.35.inRadians

  private var largestBiasError: Double {
    max(covariance[3, 3], covariance[4, 4], covariance[5, 5]).squareRoot()
  }
}

extension AttitudeFilter {
  /// What the filter says of one instant.
  struct Snapshot {
    /// Body → earth.
    var attitude: Quaternion
    /// rad/s, body frame.
    var rate: Vector3
    /// rad, 68 %.
    var northError68: Double
    var hasSettled: Bool
    var quality: FieldQuality
    /// What speaks against the field, where it is disturbed or doubted.
    var reasons: HeadingEstimate.Conditions
    var surroundings: Surroundings
    /// What disturbs; `nil` where nothing does.
    var disturbance: DisturbanceKind?
    /// µT: the horizontal part of the place's field.
    var horizontal: Double
  }

  /// How things stand at `time`, which is not before the newest sample.
  @inline(__always)  // a call would copy the filter, two kilobytes of it
  func snapshot(at time: Timestamp) -> Snapshot {
    Snapshot(
      attitude: attitude(at: time), rate: rate, northError68: northError68,
      hasSettled: hasSettled, quality: quality,
      reasons: surroundings.isDisturbed ? reasons : modelReasons, surroundings: surroundings,
      disturbance: disturbance.kind,
      horizontal: (disturbance.isWidened ? disturbance.reference : reference).horizontal)
  }
}

extension AttitudeFilter {
  private var reasons: HeadingEstimate.Conditions {
    canBeTheEarths(referenceField) ? quality.reasons : .interferenceStrength
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
