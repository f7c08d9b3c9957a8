package import Quantities

/// Finds which of gyro, accelerometer and magnetometer contradicts the other two.
///
/// In a frame that the gyro alone carries, field and specific force keep their directions while the device turns. The check
/// compares means of 0.5 s that are up to 8 s apart:
///
/// - The field has turned in that frame, but its strength and inclination are those of the reference field all the time:
///   magnetometer and accelerometer measure the same turn, and the gyro another one.
/// - The force has turned in that frame, but the field has not: the accelerometer measures another turn.
package struct SensorAgreement: Sendable {
  /// Whether magnetometer and accelerometer contradict the gyro. It ends when a turn confirms the gyro.
  package private(set) var isGyroContradicted = false
  /// Whether gyro and magnetometer contradict the accelerometer. It ends when a turn confirms the accelerometer.
  package private(set) var isForceContradicted = false

  private let gravityTolerance: Double
  /// Body → carried frame.
  private var carried = Quaternion.identity
  /// rad/s, body frame: the gyro's bias before the gyro was contradicted.
  private var bias = Vector3.zero
  private var block = AgreementBlock()
  private var sums = AgreementSums()
  private var last: Timestamp?
  private var newestForce: Vector3?
  private var blocks = InlineArray<16, AgreementBlock>(repeating: AgreementBlock())
  private var count = 0
  /// Whether the field has jumped in the device since a turn last confirmed the gyro: then it is not known whether the
  /// magnetometer is right.
  private var hasFieldJumped = false
  /// s of blocks in a row that contradict, and that confirm.
  private var gyro = Verdict()
  private var force = Verdict()

  /// s. Source: a size; half of the shortest contradiction.
  private static let blockDuration = 0.5
  /// s. Source: the longest gap after which an attitude goes on (`HeadingParameters.longestGyroGap`).
  private static let longestInterval = 0.25
  /// s of contradicting blocks. Source: chosen on recordings with magnets near the device and on fast translations.
  private static let (gyroDecided, forceDecided) = (1.0, 2.0)
  /// s of confirming blocks. Source: chosen; as in `RotationCheck`.
  private static let confirmed = 1.0

  /// - Parameter gravityTolerance: part of gravity by which the force of a device that does not accelerate may be off.
  package init(gravityTolerance: Double) { self.gravityTolerance = gravityTolerance }

  /// Takes a rate of the gyro.
  ///
  /// - Parameters:
  ///   - rate: rad/s, body frame, as it was measured.
  ///   - bias: rad/s, body frame; ignored while the gyro is contradicted.
  ///   - biasLimit: rad/s: how far the bias may be off.
  ///   - scaleError: part of 1, 68 %: how far the gyro's scale may be off.
  ///   - reference: the reference field, µT; `nil` where none is known, and nothing is judged.
  package mutating func take(
    rate: Vector3, bias: Vector3, biasLimit: Double, scaleError: Double,
    reference: AgreementReference?, at time: Timestamp
  ) {
    let interval = last.map { time.seconds(since: $0) } ?? 0
    last = time
    guard interval > 0, interval <= Self.longestInterval else { return discardBlocks() }
    if !isGyroContradicted { self.bias = bias }
    let corrected = rate - self.bias
    carried = carried * Quaternion(rotationVector: corrected * interval)
    sums.duration += interval
    block.turning += corrected.length * interval
    block.biasLimit = max(block.biasLimit, biasLimit)
    if sums.duration <= Self.blockDuration / 2 { block.middle = carried }
    guard sums.duration >= Self.blockDuration else { return }
    carried = carried.normalized
    block.end += sums.duration
    if sums.fill(&block), let reference { judge(block, reference, scaleError: scaleError) }
    (sums, block.biasLimit) = (AgreementSums(), 0)
  }

  /// Takes a specific force, m/s², body frame.
  package mutating func take(force sample: Vector3) {
    sums.add(force: sample, carried: carried.rotate(sample))
    newestForce = sample
  }

  /// Takes a calibrated field, µT, body frame.
  package mutating func take(field sample: Vector3) {
    sums.add(field: sample, carried: carried.rotate(sample), force: newestForce)
  }

  /// Discards all that was found.
  package mutating func restart() { self = Self(gravityTolerance: gravityTolerance) }

  /// The gyro was silent: what was measured before does not compare with what follows.
  private mutating func discardBlocks() {
    (count, sums, block) = (0, AgreementSums(), AgreementBlock())
  }

  private mutating func judge(
    _ block: AgreementBlock, _ reference: AgreementReference, scaleError: Double
  ) {
    var block = block
    if count > 0 {
      let step = AgreementComparison(blocks[(count - 1) % blocks.count], block)
      if step.isFieldJump { hasFieldJumped = true }
      block.isFieldStill = step.isFieldStill
    }
    let (ofGyro, ofForce) = compare(block, reference, scaleError: scaleError)
    gyro.take(
      ofGyro, isSure: !hasFieldJumped && isFieldCalm(reference), interval: Self.blockDuration)
    force.take(ofForce, isSure: true, interval: Self.blockDuration)
    if gyro.confirmation > 0 { hasFieldJumped = false }
    if gyro.contradiction >= Self.gyroDecided { isGyroContradicted = true }
    if gyro.confirmation >= Self.confirmed { isGyroContradicted = false }
    if force.contradiction >= Self.forceDecided { isForceContradicted = true }
    if force.confirmation >= Self.confirmed { isForceContradicted = false }
    blocks[count % blocks.count] = block
    count += 1
  }

  /// Compares a block with those before it, the newest first.
  private func compare(
    _ block: AgreementBlock, _ reference: AgreementReference, scaleError: Double
  ) -> (gyro: Finding, force: Finding) {
    var (ofGyro, ofForce) = (Finding(), Finding())
    var biasLimit = block.biasLimit
    var isFieldComparable = !block.isFieldStill
    var misfit = reference.misfit(of: block)
    // A span, because each access to the stored blocks copies all of them.
    let span = blocks.span
    for age in 0..<min(count, span.count) {
      let former = span[(count - 1 - age) % span.count]
      misfit = max(misfit, reference.misfit(of: former))
      biasLimit = max(biasLimit, former.biasLimit)
      let pair = AgreementComparison(former, block)
      let limit = pair.gyroLimit(bias: biasLimit, scaleError: scaleError)
      if isFieldComparable, misfit <= AgreementReference.tolerance {
        if !ofGyro.contradicts {
          ofGyro.contradicts = pair.isFieldTurned(beyond: limit, misfit: misfit)
        }
        if !ofGyro.confirms { ofGyro.confirms = pair.confirmsGyro }
        // Across a field that stood still nothing is compared.
        isFieldComparable = !former.isFieldStill
      }
      guard block.isGravity(within: gravityTolerance), former.isGravity(within: gravityTolerance)
      else { continue }
      if !ofForce.contradicts { ofForce.contradicts = pair.isForceTurned(beyond: limit) }
      if !ofForce.confirms { ofForce.confirms = pair.confirmsForce }
    }
    return (ofGyro, ofForce)
  }

  /// Whether the reference field explains nearly all of the last 8 s.
  private func isFieldCalm(_ reference: AgreementReference) -> Bool {
    let span = blocks.span
    var unexplained = 0
    for index in 0..<min(count, span.count)
    where reference.misfit(of: span[index]) > AgreementReference.tolerance {
      unexplained += 1
    }
    return unexplained <= Self.mostUnexplained
  }

  /// Blocks of the last 8 s that the reference field may leave unexplained where a gyro is contradicted: accelerations of a
  /// hand make an inclination wrong for so long; a magnet that is moved near the device does it for longer.
  /// Source: chosen on the recordings; from none to five no recording contradicts its gyro.
  private static let mostUnexplained = 3
}

/// What one block shows of a sensor.
private struct Finding {
  var contradicts = false
  var confirms = false
}

/// For how long a sensor has been contradicted, or confirmed, s.
private struct Verdict: Sendable {
  private(set) var contradiction = 0.0
  private(set) var confirmation = 0.0

  /// - Parameter isSure: whether a contradiction counts; what is contradicted is not confirmed in any case.
  mutating func take(_ finding: Finding, isSure: Bool, interval: Double) {
    contradiction = finding.contradicts && isSure ? contradiction + interval : 0
    confirmation = finding.confirms && !finding.contradicts ? confirmation + interval : 0
  }
}

/// The reference field by what does not depend on the attitude.
package struct AgreementReference: Sendable {
  /// µT.
  private let strength: Double
  /// µT, down positive.
  private let down: Double

  /// Part of the strength: the largest misfit of a field that the reference explains.
  /// Source: derived; a calibration leaves 1.8 % (68 %), a room as much: twice the two together.
  fileprivate static let tolerance = 0.05

  /// µT. Source: numerical.
  private static let leastField = 1e-3

  package init(strength: Double, down: Double) { (self.strength, self.down) = (strength, down) }

  /// By how much the strength of a block's field and its component along gravity are off, part of the strength.
  fileprivate func misfit(of block: AgreementBlock) -> Double {
    let (ofStrength, ofDown) = (block.strength - strength, block.down - down)
    return (ofStrength * ofStrength + ofDown * ofDown).squareRoot() / max(strength, Self.leastField)
  }
}
