private import Glibc
import Quantities

/// An angle as its sine and cosine, so that no quadrant and no digit is lost on the way.
struct SineCosine: Equatable, Sendable {
  var sine: Double
  var cosine: Double

  init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// The angle `degrees + rest`, exact at every multiple of 90°.
  ///
  /// - Parameters:
  ///   - degrees: finite.
  ///   - rest: what the rounding of `degrees` left over, degrees; small.
  init(degrees: Double, rest: Double = 0) {
    let offset = degrees.remainder(dividingBy: 90)  // exact, by IEEE 754
    let quadrant = ((degrees - offset) / 90).remainder(dividingBy: 4)
    let angle = (offset + rest).inRadians
    let (s, c) = (sin(angle), cos(angle))
    switch Int(quadrant) & 3 {
    case 0: (sine, cosine) = (s, c)
    case 1: (sine, cosine) = (c, -s)
    case 2: (sine, cosine) = (-s, -c)
    default: (sine, cosine) = (-c, s)
    }
  }

  /// The direction of the vector (`cosine`, `sine`), made one long.
  init(along cosine: Double, across sine: Double) {
    let length = hypot(sine, cosine)
    self.init(sine: sine / length, cosine: cosine / length)
  }

  /// Radians in [−π, π].
  var radians: Double { atan2(sine, cosine) }

  /// sin(other − self), which loses digits only where both are nearly the same.
  func sine(to other: SineCosine) -> Double { other.sine * cosine - other.cosine * sine }

  /// cos(other − self).
  func cosine(to other: SineCosine) -> Double { other.cosine * cosine + other.sine * sine }

  /// The angle from here to `other`, radians in [0, π]; a rounding below 0, and −0, count as 0.
  func arc(to other: SineCosine) -> Double { atan2(max(0, sine(to: other)) + 0, cosine(to: other)) }
}
