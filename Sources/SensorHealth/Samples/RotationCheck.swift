private import Glibc
package import Quantities

/// Detects that gyro and accelerometer measure different rotations: one of them is stuck, reversed or mounted in
/// other axes than configured.
///
/// In a frame that the gyro alone carries, the specific force of a device in a hand or a vehicle keeps its
/// direction. The check compares means of 0.25 s that are up to 2 s apart. It does not find out which sensor is wrong.
package struct RotationCheck: Sendable {
  /// A mean of the specific force, and the pose at its end.
  private struct Block: Sendable {
    /// s since the start of the check.
    var end = 0.0
    /// m/s², carried frame.
    var force = Vector3.zero
    /// Body → carried frame.
    var attitude = Quaternion.identity
    /// rad/s: the fastest turn in the block.
    var rate = 0.0
    /// rad/s: how far the gyro's bias may have been off.
    var biasLimit = 0.0
    /// Whether the force is as long as gravity.
    var isGravity = false
  }

  /// Whether gyro and accelerometer contradict each other. It ends when a turn confirms both.
  package private(set) var isContradicted = false

  /// Whether the mean force of 2 s has differed from gravity's length for longer than a fall of 3 m makes it.
  ///
  /// Stored, because a computed property of another module copies the whole check.
  package private(set) var isForceImplausible = false

  private let gravityTolerance: Double
  /// Earth → carried frame. The filter's corrections and its estimate of the bias are taken out, but for a bias that was
  /// known before.
  private var carried = Quaternion.identity
  private var elapsed = 0.0
  private var sum = Vector3.zero
  private var sumDuration = 0.0
  private var fastest = 0.0
  /// rad/s: the largest limit of the bias in the block that is not complete.
  private var largestBias = 0.0
  private var blocks = InlineArray<8, Block>(repeating: Block())
  private var count = 0
  /// s of blocks in a row that contradict, and that confirm.
  private var contradiction = 0.0
  private var confirmation = 0.0
  /// s for which the mean force of the blocks has been implausible.
  private var implausible = 0.0 {
    didSet { isForceImplausible = implausible >= 2 * Self.decided }
  }

  /// s. Source: a size; eight blocks are the two seconds.
  private static let blockDuration = 0.25
  /// rad; a smaller turn of gravity in the body proves nothing either. Source: derived; an acceleration of 0.5 g, that
  /// of a car in a bend, turns the specific force by 27°.
  private static let largestAngle = 30.0.inRadians
  /// m: the radius of a turn, whose centripetal force changes its direction. Source: assumed; a stretched arm.
  private static let arm = 0.5
  /// Part of gravity by which a mean force of two seconds cannot differ. Source: derived; a turn at 0.8 g, which
  /// tyres allow at the most, has 0.28.
  private static let implausibleLength = 0.3
  /// s of contradicting or confirming blocks. Source: chosen; longer than a knock.
  private static let decided = 1.0

  /// - Parameter gravityTolerance: part of gravity by which the force of a device that does not accelerate may be off.
  package init(gravityTolerance: Double) { self.gravityTolerance = gravityTolerance }

  /// Takes one interval of the filter.
  ///
  /// - Parameters:
  ///   - force: m/s², earth frame, mean over the interval.
  ///   - attitude: body → earth at the end of the interval, before its correction.
  ///   - biasRotation: rad, earth frame: by how much the estimated bias has turned the attitude in it, without the part
  ///     of a bias that is known.
  ///   - biasLimit: rad/s: how far the gyro's bias may be off.
  ///   - turnRate: rad/s.
  ///   - interval: s.
  package mutating func take(
    force: Vector3, attitude: Quaternion, biasRotation: Vector3, biasLimit: Double,
    turnRate: Double, interval: Double
  ) {
    carried = (carried * Quaternion(rotationVector: biasRotation)).normalized
    sum = sum + carried.rotate(force) * interval
    sumDuration += interval
    elapsed += interval
    fastest = max(fastest, turnRate)
    largestBias = max(largestBias, biasLimit)
    guard sumDuration >= Self.blockDuration else { return }
    let mean = sum / sumDuration
    judge(
      Block(
        end: elapsed, force: mean, attitude: carried * attitude, rate: fastest,
        biasLimit: largestBias, isGravity: mean.isGravity(within: gravityTolerance)))
    (sum, sumDuration, fastest, largestBias) = (.zero, 0, 0, 0)
  }

  /// Takes a correction of the attitude: from the earth frame of before into that of after.
  package mutating func take(correction: Quaternion) {
    carried = (carried * correction.inverse).normalized
  }

  /// Another attitude starts: what was measured before does not compare with what follows.
  package mutating func restart() {
    carried = .identity
    (sum, sumDuration, fastest, largestBias) = (.zero, 0, 0, 0)
    (count, implausible) = (0, 0)
  }

  private mutating func judge(_ block: Block) {
    let (contradicts, confirms) = compare(block)
    contradiction = contradicts ? contradiction + Self.blockDuration : 0
    confirmation = confirms && !contradicts ? confirmation + Self.blockDuration : 0
    if contradiction >= Self.decided { isContradicted = true }
    if confirmation >= Self.decided { isContradicted = false }
    blocks[count % blocks.count] = block
    count += 1
    let difference = meanLength - 1
    // A frame that turns makes a mean shorter, and none longer.
    let isImplausible =
      count >= blocks.count && abs(difference) > Self.implausibleLength
      && (difference > 0 || !isBiasLarge)
    implausible = isImplausible ? implausible + Self.blockDuration : 0
  }

  /// Whether an unknown bias may turn the carried frame by over a radian in all blocks: then their mean says nothing.
  private var isBiasLarge: Bool {
    var angle = 0.0
    for index in blocks.indices { angle += blocks[index].biasLimit * Self.blockDuration }
    return angle > 1
  }

  /// The length of the mean force of all blocks, as a part of gravity.
  private var meanLength: Double {
    var sum = Vector3.zero
    for index in blocks.indices { sum = sum + blocks[index].force }
    return sum.length / Double(blocks.count) / standardGravity
  }

  /// Whether a block contradicts an earlier one, and whether it confirms one.
  private func compare(_ block: Block) -> (contradicts: Bool, confirms: Bool) {
    var (contradicts, confirms) = (false, false)
    guard block.isGravity else { return (false, false) }
    var rate = block.rate
    // A span, because each access to the stored blocks copies all of them.
    let blocks = blocks.span
    for age in 0..<min(count, blocks.count) {
      let former = blocks[(count - 1 - age) % blocks.count]
      rate = max(rate, former.rate)
      guard former.isGravity else { continue }
      let misfit = former.force.angle(to: block.force)
      if misfit > Self.largestAngle {
        let centripetal = 2 * atan(rate * rate * Self.arm / standardGravity)
        let limit = Self.largestAngle + former.biasLimit * (block.end - former.end) + centripetal
        if misfit > limit { contradicts = true }
      }
      guard !confirms else { continue }
      let turn = former.attitude.inverse.rotate(former.force)
        .angle(to: block.attitude.inverse.rotate(former.force))
      confirms = turn > Self.largestAngle && misfit < turn / 3
    }
    return (contradicts, confirms)
  }
}
