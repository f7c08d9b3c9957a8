/// A quantity with its first and second derivative by time, per s and per s².
package struct Jet: Equatable, Sendable {
  package var value: Double
  package var rate: Double
  package var acceleration: Double

  package init(value: Double, rate: Double = 0, acceleration: Double = 0) {
    self.value = value
    self.rate = rate
    self.acceleration = acceleration
  }

  static func + (a: Jet, b: Jet) -> Jet {
    Jet(
      value: a.value + b.value, rate: a.rate + b.rate, acceleration: a.acceleration + b.acceleration
    )
  }

  /// The product rule, twice.
  static func * (a: Jet, b: Jet) -> Jet {
    Jet(
      value: a.value * b.value, rate: a.rate * b.value + a.value * b.rate,
      acceleration: a.acceleration * b.value + 2 * a.rate * b.rate + a.value * b.acceleration)
  }
}

/// A step from 0 at `start` to 1 at `start + seconds`, s, whose first two derivatives are continuous.
///
/// - Source: the polynomial of least degree that has them 0 at both ends, 6u⁵ − 15u⁴ + 10u³.
func smoothStep(at time: Double, start: Double, seconds: Double) -> Jet {
  let u = (time - start) / seconds
  guard u > 0 else { return Jet(value: 0) }
  guard u < 1 else { return Jet(value: 1) }
  let rest = 1 - u
  return Jet(
    value: u * u * u * (10 - 15 * u + 6 * u * u), rate: 30 * u * u * rest * rest / seconds,
    acceleration: 60 * u * rest * (1 - 2 * u) / (seconds * seconds))
}
