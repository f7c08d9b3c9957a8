import Quantities

/// How far the bias of a gyro may be off before it is measured, about each axis.
package struct GyroBiasRange: Equatable, Sendable {
  /// rad/s, 68 %.
  package let error: Double

  /// rad/s. Source: MPU-6050 (PS-MPU-6000A-00, 6.1): 20°/s at 25 °C, 8°/s more from 0 to 50 °C; others less.
  private static let usualLargest = 30.0.inRadians
  /// Standard deviations. Source: chosen; 95 % of the axes and 87 % of the chips of a kind. With three, an even turn of 45°/s
  /// beside a magnetometer that is stuck passes for the bias of an MPU-6050.
  private static let largestDeviations = 2.0

  /// - Parameter error: rad/s, 68 %.
  package init(error: Double) { self.error = error }

  /// rad/s: what is larger is no bias of this gyro.
  package var largest: Double { max(Self.usualLargest, Self.largestDeviations * error) }

  /// rad/s: how far a bias may be off that is known to `error` (68 %).
  package func limit(error: Double) -> Double { min(significantDeviations * error, largest) }
}
