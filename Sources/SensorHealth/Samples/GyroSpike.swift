package import Quantities

/// Holds back one gyro sample that jumps, until the next one says whether the device turned so.
///
/// A bit that was lost on the bus is a rate for one sample only. A filter that integrates it is off at
/// once, by an angle that no error bar contains. A device that is really turned so fast turns so in the
/// next sample too: then the angle that was held back is added, and the attitude was late by one sample.
package struct GyroSpike: Sendable {
  /// rad/s, body frame: the newest sample that was not held back.
  private var last: Vector3?
  /// The sample that is held back: by how much it differs from `last` (rad/s), and for how many s.
  private var held: (jump: Vector3, interval: Double)?

  /// rad/s: a larger jump is held back.
  ///
  /// Source: one of the two highest bits of a gyro with a range of 2000°/s is 9 or 18 rad/s. A hand that turns a
  /// sensor as fast as it can changes the rate by up to 8.8 rad/s from sample to sample (BROAD, recording
  /// 07, 95 Hz); in the other recordings there it is under 5 rad/s.
  private static let largestJump = 8.0

  package init() {}

  /// Takes in a sample.
  ///
  /// - Parameters:
  ///   - sample: rad/s, body frame.
  ///   - interval: s since the sample before.
  /// - Returns: the rate (rad/s) to be taken for the sample's, and the angle (rad) that the sample before
  ///   still owes.
  package mutating func judge(_ sample: Vector3, over interval: Double) -> (
    rate: Vector3, deferred: Vector3
  ) {
    guard let last else {
      self.last = sample
      return (sample, .zero)
    }
    let jump = sample - last
    if held == nil, jump.length > Self.largestJump {
      held = (jump, interval)
      return (last, .zero)
    }
    self.last = sample
    guard let held else { return (sample, .zero) }
    self.held = nil
    // A sample that comes back by more than half of the jump ends a spike.
    let isTurn = jump.length > held.jump.length / 2
    return (sample, isTurn ? held.jump * held.interval : .zero)
  }
}
