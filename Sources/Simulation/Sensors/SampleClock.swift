/// The times at which a sensor measures, and its lost measurements.
package struct SampleClock: Equatable, Sendable {
  /// Measurements a second, above 0 and at most 10 000.
  package var rateHz: Double
  /// The time of the first measurement, s.
  package var start = 0.0
  /// The largest deviation from the regular time, uniformly distributed; part of a period, 0 to
  /// 0.45.
  package var jitter = 0.0
  /// The part of the measurements that is lost at random, 0 to 1.
  package var loss = 0.0
  /// Time spans without measurements, s.
  package var gaps: [Range<Double>] = []
  /// The number of the random stream. Sensors with the same clock and stream, such as those of one
  /// chip, measure at the same times and lose the same measurements.
  package var stream: UInt64 = 0

  package init(rateHz: Double, start: Double = 0, stream: UInt64 = 0) {
    self.rateHz = rateHz
    self.start = start
    self.stream = stream
  }
}
