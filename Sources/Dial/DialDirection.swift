private import Glibc
import Quantities

/// A direction on the dial: degrees clockwise from up, with its sine and cosine.
struct DialDirection {
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
  var right: DialDirection { DialDirection(sine: cosine, cosine: -sine) }

  var opposite: DialDirection { DialDirection(sine: -sine, cosine: -cosine) }
}
