private import Glibc
import Quantities

/// A direction on the dial: degrees clockwise from up, with its sine and cosine.
struct Direction {
  let sine: Double
  let cosine: Double

  init(degrees: Double) {
    sine = sin(degrees.inRadians)
    cosine = cos(degrees.inRadians)
  }

  private init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// A quarter turn clockwise.
  var right: Direction { Direction(sine: cosine, cosine: -sine) }

  var opposite: Direction { Direction(sine: -sine, cosine: -cosine) }
}
