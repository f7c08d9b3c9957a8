/// A time span with smooth edges: 0 outside, 1 inside.
package struct Envelope: Equatable, Sendable {
  /// The beginning of the rise, s.
  package var start: Double
  /// The beginning of the fall, s; not before the end of the rise.
  package var end: Double
  /// The duration of the rise and of the fall, s, above 0.
  package var ramp: Double

  package init(from start: Double, until end: Double = .infinity, ramp: Double = 0.5) {
    precondition(ramp > 0 && end >= start + ramp, "an envelope rises before it falls")
    self.start = start
    self.end = end
    self.ramp = ramp
  }

  /// 1 at all times.
  package static let always = Envelope(from: -.infinity)

  /// The value at `time`, s, in [0, 1], with its derivatives.
  package func jet(at time: Double) -> Jet {
    let risen =
      start == -.infinity ? Jet(value: 1) : smoothStep(at: time, start: start, seconds: ramp)
    guard time > end else { return risen }
    let fallen = smoothStep(at: time, start: end, seconds: ramp)
    return Jet(
      value: 1 - fallen.value, rate: -fallen.rate, acceleration: -fallen.acceleration)
  }
}
