package import Quantities

/// A gyro's rates without its bias, as far as a calibration or a rest has shown that, and how far they may still be off.
///
/// It does not depend on how the magnetometer sits, as the bias that the heading's filter estimates does.
package struct UnbiasedGyro: Sendable {
  /// rad/s, about each axis: how far the rates may be off by the bias that is left.
  package private(set) var largestBias: Double
  /// rad/s, sensor frame: of a gyro without a specific force.
  package private(set) var bias: Vector3
  /// rad/s for 1 m/s², sensor frame.
  private let forceSensitivity: Matrix3
  /// m/s², sensor frame: the newest one.
  private var force = Vector3.zero
  /// What the calibration or the chip's data sheet allows, rad/s.
  private let expected: Double

  /// Standard deviations. Source: chosen; 95 % of the axes.
  private static let largestDeviations = 2.0

  /// - Parameters:
  ///   - calibration: of the gyro; `nil` where there is none.
  ///   - tolerances: of its chip.
  package init(calibration: AxesCalibration?, tolerances: InertialTolerances.Gyro) {
    (bias, forceSensitivity) = (
      calibration?.offset ?? .zero, calibration?.forceSensitivity ?? .zero
    )
    let error = calibration == nil ? tolerances.bias : tolerances.biasAfterCalibration
    expected = Self.largestDeviations * error
    largestBias = expected
  }

  /// Takes the newest force, m/s², sensor frame, for what it does to the bias.
  package mutating func take(force: Vector3) { self.force = force }

  /// Takes what was measured in a rest that goes on, or has just ended.
  package mutating func take(_ rest: RestWatch.Rate) {
    let limit = max(rest.error, RestWatch.leastError)
    guard limit < expected else { return }
    (largestBias, bias) = (limit, rest.mean - forceSensitivity * rest.force)
  }

  /// A rate, rad/s, sensor frame, without the bias.
  package func rate(_ raw: Vector3) -> Vector3 { raw - bias - forceSensitivity * force }
}
