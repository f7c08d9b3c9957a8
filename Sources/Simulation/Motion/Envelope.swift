/// From when to when something is there, with smooth edges: 0 outside, 1 inside.
package struct Envelope: Equatable, Sendable {
  /// s; it begins to rise here.
  package var start: Double
  /// s; it begins to fall here, not before it has risen.
  package var end: Double
  /// s that a rise or a fall takes, above 0.
  package var ramp: Double

  package init(from start: Double, until end: Double = .infinity, ramp: Double = 0.5) {
    precondition(ramp > 0 && end >= start + ramp, "an envelope rises before it falls")
    self.start = start
    self.end = end
    self.ramp = ramp
  }

  /// Always there.
  package static let always = Envelope(from: -.infinity)

  /// How much of it is there at `time`, s; in [0, 1].
  package func jet(at time: Double) -> Jet {
    let risen =
      start == -.infinity ? Jet(value: 1) : smoothStep(at: time, start: start, seconds: ramp)
    guard time > end else { return risen }
    let fallen = smoothStep(at: time, start: end, seconds: ramp)
    return Jet(
      value: 1 - fallen.value, rate: -fallen.rate, acceleration: -fallen.acceleration)
  }
}
