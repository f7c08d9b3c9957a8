/// When a sensor measures, and which of its measurements are lost.
package struct SampleClock: Equatable, Sendable {
  /// Measurements a second, above 0 and at most 10 000.
  package var rateHz: Double
  /// s: the first measurement.
  package var start = 0.0
  /// How far an instant is off its place, evenly spread to both sides; part of a period, 0 to 0.45.
  package var jitter = 0.0
  /// The part of the measurements that gets lost at random, 0 to 1.
  package var loss = 0.0
  /// s: stretches of which nothing arrives.
  package var gaps: [Range<Double>] = []
  /// Sensors with the same clock and the same stream measure at the same instants and lose the
  /// same ones, as those of one chip do.
  package var stream: UInt64 = 0

  package init(rateHz: Double, start: Double = 0, stream: UInt64 = 0) {
    self.rateHz = rateHz
    self.start = start
    self.stream = stream
  }
}
