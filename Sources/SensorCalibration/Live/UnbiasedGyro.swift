package import Quantities

/// A gyro's rates without its bias, as far as a calibration or a rest has shown that, and how far they may still be off.
///
/// It does not depend on how the magnetometer sits, as the bias that the heading's filter estimates does.
package struct UnbiasedGyro: Sendable {
  /// rad/s, about each axis: how far the rates may be off by the bias that is left.
  package private(set) var largestBias = 0.0
  /// rad/s, sensor frame: of a gyro without a specific force.
  package private(set) var bias = Vector3.zero
  /// rad/s, sensor frame: the rate of the newest sample, without the bias; `nil` where it had none. Stored, because a method
  /// of another module copies the whole value for each sample.
  package private(set) var newestRate: Vector3?
  /// The rests of the device, in which the gyro measures its bias.
  package private(set) var rests: RestWatch
  /// Of the gyro; `nil` where there is none.
  package var calibration: AxesCalibration? { didSet { begin() } }
  /// Of the gyro's chip.
  package var tolerances: InertialTolerances.Gyro {
    didSet { if tolerances != oldValue { begin() } }
  }
  /// m/s², sensor frame: the newest one.
  private var force = Vector3.zero
  /// rad/s for 1 m/s², sensor frame. Stored, because each sample asks for it: the whole calibration would be copied.
  private var forceSensitivity = Matrix3.zero

  /// Standard deviations. Source: chosen; 95 % of the axes.
  private static let largestDeviations = 2.0

  /// - Parameters:
  ///   - calibration: of the gyro; `nil` where there is none.
  ///   - tolerances: of its chip.
  ///   - rests: what is known of the device's rests.
  package init(
    calibration: AxesCalibration?, tolerances: InertialTolerances.Gyro, rests: RestWatch
  ) {
    (self.calibration, self.tolerances, self.rests) = (calibration, tolerances, rests)
    begin()
  }

  /// Takes a sample, sensor frame.
  package mutating func take(_ sample: Sample) {
    if let force = sample.acceleration?.metresPerSecondSquared, force.isFinite {
      self.force = force
    }
    if rests.take(sample) { takeRest() }
    newestRate = sample.angularRate.map { rate($0.radiansPerSecond) }
  }

  /// A rate, rad/s, sensor frame, without the bias.
  package func rate(_ raw: Vector3) -> Vector3 { raw - bias - forceSensitivity * force }

  /// Discards the sides of the rests, for a new collection; the bias stays.
  package mutating func forgetSides() { rests.forgetSides() }

  /// rad/s: how far the bias may be off by the calibration, or by the chip's data sheet.
  private var expected: Double {
    let error = calibration == nil ? tolerances.bias : tolerances.biasAfterCalibration
    return Self.largestDeviations * error
  }

  private mutating func begin() {
    (largestBias, bias) = (expected, calibration?.offset ?? .zero)
    forceSensitivity = calibration?.forceSensitivity ?? .zero
    takeRest()
  }

  /// Takes what was measured in a rest that goes on, or has ended.
  private mutating func takeRest() {
    guard let rest = rests.rate else { return }
    let limit = max(rest.error, RestWatch.leastError)
    guard limit < expected else { return }
    (largestBias, bias) = (limit, rest.mean - forceSensitivity * rest.force)
  }
}
