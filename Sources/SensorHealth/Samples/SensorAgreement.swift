package import Quantities

/// Finds which of gyro, accelerometer and magnetometer contradicts the others.
///
/// In a frame that the gyro alone carries, field and specific force keep their directions while the device turns. The check
/// compares means of 0.5 s:
///
/// - The field has turned in that frame in up to 8 s, but its strength and inclination are those of the reference field all
///   the time: magnetometer and accelerometer measure the same turn, and the gyro another one.
/// - The force has turned in that frame in up to 8 s, but the field has not: the accelerometer measures another turn.
/// - The force has turned in that frame in up to 2 s: one of gyro and accelerometer is stuck, reversed or mounted in other
///   axes than configured. Without a field it is not known which.
package struct SensorAgreement: Sendable {
  /// Whether magnetometer and accelerometer contradict the gyro. It ends when a turn confirms the gyro.
  package private(set) var isGyroContradicted = false
  /// Whether gyro and magnetometer contradict the accelerometer. It ends when a turn confirms the accelerometer.
  package private(set) var isForceContradicted = false
  /// Whether gyro and accelerometer contradict each other, or the mean force of 2 s has differed from gravity's length for
  /// longer than a fall of 3 m makes it. The former ends when a turn confirms both.
  package private(set) var isRotationContradicted = false

  private let gravityTolerance: Double
  /// Whether `judge` has something to judge.
  package private(set) var isDue = false
  /// Body → carried frame.
  private var carried = Quaternion.identity
  /// Of the gyro, before it was contradicted.
  private var bias = AgreementBias(.zero, limit: 0)
  private var block = AgreementBlock()
  private var sums = AgreementSums()
  private var spike = GyroSpike()
  private var last: Timestamp?
  private var newestForce: Vector3?
  /// The last `mostBlocks`, the newest last. An array, because all that is stored inline is copied with the filter.
  private var blocks: [AgreementBlock] = []
  /// Whether the field has jumped in the device since a turn last confirmed the gyro: then it is not known whether the
  /// magnetometer is right.
  private var hasFieldJumped = false
  private var gyro = AgreementVerdict(decided: 1)
  private var force = AgreementVerdict(decided: 2)
  private var rotation = AgreementVerdict(decided: 1)
  /// s for which the mean force of 2 s has been implausible.
  private var implausible = 0.0

  /// s. Source: a size; half of the shortest contradiction.
  private static let blockDuration = 0.5
  /// Source: a size; 8 s, a turn and the rest after it.
  private static let mostBlocks = 16
  /// s. Source: the longest gap after which an attitude goes on (`HeadingParameters.longestGyroGap`).
  private static let longestInterval = 0.25
  /// Source: a size; 2 s, in which gyro and accelerometer are compared without a field.
  private static let rotationBlocks = 4
  /// Part of gravity by which a mean force of two seconds cannot differ. Source: derived; a turn at 0.8 g, which
  /// tyres allow at the most, has 0.28.
  private static let implausibleLength = 0.3
  /// s. Source: derived; a mean of 2 s is so off for as long after a fall of 3 m.
  private static let implausibleAfter = 2.0
  /// m/s². Source: derived; 10 mg, twice the noise of a cheap accelerometer before it is averaged over a block.
  private static let stillForce = 0.1
  /// m/s²: the root mean square of what the gyro turns the force by at least. Source: derived; 3° to and fro, five times `stillForce`.
  private static let turnedForce = 0.5
  /// Blocks of the last 8 s that the reference field may leave unexplained where a gyro is contradicted: accelerations of a
  /// hand make an inclination wrong for so long; a magnet that is moved near the device does it for longer.
  /// Source: chosen on the recordings; from none to five no recording contradicts its gyro.
  private static let mostUnexplained = 3

  /// - Parameter gravityTolerance: part of gravity by which the force of a device that does not accelerate may be off.
  package init(gravityTolerance: Double) {
    self.gravityTolerance = gravityTolerance
    blocks.reserveCapacity(Self.mostBlocks)
  }

  /// Takes a rate of the gyro.
  ///
  /// - Parameter rate: rad/s, body frame, as it was measured.
  package mutating func take(rate: Vector3, at time: Timestamp) {
    let interval = last.map { time.seconds(since: $0) } ?? 0
    last = time
    guard interval > 0, interval <= Self.longestInterval else { return forgetTurns() }
    let judged = spike.judge(rate, over: interval)
    let corrected = judged.rate + judged.deferred / interval - bias.value
    carried = carried * Quaternion(rotationVector: corrected * interval)
    sums.duration += interval
    block.turning += corrected.length * interval
    if sums.duration <= Self.blockDuration / 2 { block.middle = carried }
    isDue = sums.duration >= Self.blockDuration
  }

  /// Judges what was measured since the last time, where `isDue`.
  ///
  /// - Parameters:
  ///   - bias: the gyro's, by which what follows is corrected; ignored while the gyro is contradicted.
  ///   - scaleError: part of 1, 68 %: how far the gyro's scale may be off.
  ///   - reference: the reference field; `nil` where none is known, and only gyro and accelerometer are compared.
  package mutating func judge(
    bias: AgreementBias, scaleError: Double, reference: AgreementReference?
  ) {
    guard carried.w.isFinite else {
      carried = .identity
      return forgetTurns()
    }
    carried = carried.normalized
    let former = self.bias
    if !isGyroContradicted { self.bias = bias }
    // What was measured was corrected by the former bias.
    block.end(after: sums.duration, biasLimit: max(former.limit, self.bias.limit))
    if sums.fill(&block) { judge(block, reference, scaleError: scaleError) }
    (sums, isDue) = (AgreementSums(), false)
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

  /// The gyro was silent, measured nothing or was turned faster than it measures: what was measured before does not compare
  /// with what follows.
  package mutating func forgetTurns() {
    blocks.removeAll(keepingCapacity: true)
    (spike, implausible) = (GyroSpike(), 0)
    (sums, block, isDue) = (AgreementSums(), AgreementBlock(), false)
  }

  /// Another magnetometer, or another calibration of it: fields of before do not compare with those that follow. What was
  /// found stays until a turn confirms the contradicted sensor.
  package mutating func forgetMagnetometer() {
    forgetTurns()
    hasFieldJumped = false
  }

  private mutating func judge(
    _ block: AgreementBlock, _ reference: AgreementReference?, scaleError: Double
  ) {
    var block = block
    // At a start the first field may be that of a magnet, which goes before there is a reference.
    if reference == nil { block.hasField = false }
    if let former = blocks.last {
      let step = AgreementComparison(former, block)
      if step.isFieldJump { hasFieldJumped = true }
      block.isFieldStill = step.isFieldStill
    }
    let interval = Self.blockDuration
    var ofRotation = compareForces(block)
    if !ofRotation.contradicts { ofRotation.contradicts = isForceStill(block) }
    rotation.take(ofRotation, isSure: true, interval: interval)
    if let reference, block.hasField {
      let (ofGyro, ofForce) = compare(block, reference, scaleError: scaleError)
      gyro.take(ofGyro, isSure: !hasFieldJumped && isFieldCalm(reference), interval: interval)
      force.take(ofForce, isSure: true, interval: interval)
      if gyro.confirmation > 0 { hasFieldJumped = false }
    }
    if blocks.count == Self.mostBlocks { blocks.removeFirst() }
    blocks.append(block)
    implausible = isForceImplausible ? implausible + interval : 0
    (isGyroContradicted, isForceContradicted) = (gyro.isContradicted, force.isContradicted)
    isRotationContradicted = rotation.isContradicted || implausible >= Self.implausibleAfter
  }

  /// Compares the force of a block with that of those before it in 2 s.
  private func compareForces(_ block: AgreementBlock) -> AgreementFinding {
    var finding = AgreementFinding()
    guard block.isGravity(within: gravityTolerance) else { return finding }
    var (biasLimit, rate) = (block.biasLimit, block.rate)
    for former in blocks.suffix(Self.rotationBlocks).reversed() {
      biasLimit = max(biasLimit, former.biasLimit)
      rate = max(rate, former.rate)
      guard former.isGravity(within: gravityTolerance) else { continue }
      let pair = AgreementComparison(former, block)
      if !finding.contradicts {
        finding.contradicts = pair.isForceTurned(bias: biasLimit, turnRate: rate)
      }
      if !finding.confirms { finding.confirms = pair.confirmsForce }
    }
    return finding
  }

  /// Whether the force has stood still in the device for the last 8 s, in which the gyro turned it: a force that is measured changes with
  /// the turn, and a hand's accelerations are not such that they cancel that for so long.
  private func isForceStill(_ block: AgreementBlock) -> Bool {
    guard blocks.count == Self.mostBlocks else { return false }
    var (body, carried, biasLimit) = (VectorSpread(), VectorSpread(), 0.0)
    func add(_ block: AgreementBlock) {
      body.add(block.force.body)
      carried.add(block.force.carried)
      biasLimit = max(biasLimit, block.biasLimit)
    }
    for former in blocks { add(former) }
    add(block)
    let span = Double(blocks.count) * Self.blockDuration
    let drift = VectorSpread.ofEvenChange(standardGravity * biasLimit * span)
    return body.deviation < Self.stillForce && carried.deviation > Self.turnedForce + drift
  }

  /// Whether the mean force of 2 s is none that a device on the Earth has.
  private var isForceImplausible: Bool {
    let newest = blocks.suffix(Self.rotationBlocks)
    guard newest.count == Self.rotationBlocks else { return false }
    var (sum, biasTurn) = (Vector3.zero, 0.0)
    for block in newest {
      sum = sum + block.force.carried
      biasTurn += block.biasLimit * Self.blockDuration
    }
    let difference = sum.length / Double(newest.count) / standardGravity - 1
    // A frame that turns makes a mean shorter, and none longer: by a radian it may be any shorter one.
    return difference > Self.implausibleLength
      || difference < -Self.implausibleLength && biasTurn <= 1
  }

  /// Compares a block with those before it, the newest first.
  private func compare(
    _ block: AgreementBlock, _ reference: AgreementReference, scaleError: Double
  ) -> (gyro: AgreementFinding, force: AgreementFinding) {
    var (ofGyro, ofForce) = (AgreementFinding(), AgreementFinding())
    var biasLimit = block.biasLimit
    var isFieldComparable = !block.isFieldStill
    var misfit = reference.misfit(of: block)
    for former in blocks.reversed() {
      guard former.hasField else { break }
      misfit = max(misfit, reference.misfit(of: former))
      biasLimit = max(biasLimit, former.biasLimit)
      let pair = AgreementComparison(former, block)
      let limit = pair.gyroLimit(bias: biasLimit, scaleError: scaleError)
      let isTurned = pair.isFieldTurned(beyond: limit)
      if isTurned { ofGyro.isUncertain = true }
      if isFieldComparable, misfit <= AgreementReference.tolerance {
        if isTurned, pair.isTurnOfDevice(misfit: misfit) { ofGyro.contradicts = true }
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
    blocks.count { $0.hasField && reference.misfit(of: $0) > AgreementReference.tolerance }
      <= Self.mostUnexplained
  }
}

/// What is known of a gyro's bias.
package struct AgreementBias: Sendable {
  /// rad/s, body frame.
  fileprivate let value: Vector3
  /// rad/s: how far it may be off.
  fileprivate let limit: Double

  package init(_ value: Vector3, limit: Double) { (self.value, self.limit) = (value, limit) }
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
