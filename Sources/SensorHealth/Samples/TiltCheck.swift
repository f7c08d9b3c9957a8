package import Quantities

/// Whether the attitude's down is gravity's at all.
///
/// No push of a hand or a vehicle lasts for seconds and tilts what looks like gravity by so much without
/// making it longer; where it seems so, the attitude was lost, by a gyro that failed for a while.
package struct TiltCheck: Sendable {
  private var mean = VectorLowPass(timeConstant: 1)
  private var wrongFor = 0.0
  private let gravityTolerance: Double
  private let lostAfter: Double

  /// - Parameters:
  ///   - gravityTolerance: part of gravity by which the force of a device that does not accelerate may be off.
  ///   - lostAfter: s of wrong gravity until down is wrong.
  package init(gravityTolerance: Double, lostAfter: Double) {
    (self.gravityTolerance, self.lostAfter) = (gravityTolerance, lostAfter)
  }

  /// Whether down is wrong.
  package var isWrong: Bool { wrongFor > lostAfter }

  /// Another attitude starts.
  package mutating func restart() {
    mean = VectorLowPass(timeConstant: 1)
    wrongFor = 0
  }

  /// Takes in a specific force in what is taken for the earth frame, m/s².
  package mutating func update(force: Vector3, interval: Double) {
    let force = mean.update(force, interval: interval)
    let isGravity = force.isGravity(within: gravityTolerance)
    // What tilts gravity by more makes it longer than the tolerance allows.
    let isTilted = force.length > -force.z * (1 + gravityTolerance)
    wrongFor = isGravity && isTilted ? wrongFor + interval : 0
  }
}
