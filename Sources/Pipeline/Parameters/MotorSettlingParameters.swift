/// How the time that the field takes after a motor's end is measured.
package struct MotorSettlingParameters: Equatable, Sendable {
  /// The time, ms, until runs were measured.
  /// Source: chosen; a coin motor without a brake.
  package var guess = 150.0
  /// The times, ms, that a measurement can give.
  /// Source: chosen.
  package var range = 20.0...1000.0
  /// The least distance from the quiet field, µT, that counts.
  /// Source: chosen; it moves a heading by less than its error.
  package var smallest = 0.5
  /// The largest difference between the halves of the last half second, in its scatter.
  /// Source: chosen; a larger one shows a device that turns.
  package var drift = 0.6
  /// The largest scatter, µT, of a device at rest.
  /// Source: chosen.
  package var noisiest = 2.0
  /// The largest difference of a turn rate from its mean, rad/s, of a device at rest.
  /// Source: chosen.
  package var turning = 0.03
  /// Runs of which the longest counts.
  /// Source: chosen.
  package var runs = 3

  package init() {}
}
