import Quantities

/// A difference of two angles, degrees, with what its rounding lost.
///
/// Two points centimetres apart differ in the tenth digit; so the error of the subtraction is kept
/// and goes into the sine.
struct ExactDifference: Equatable, Sendable {
  /// The difference, rounded.
  var degrees: Double
  /// What is missing to the true difference.
  var rest: Double

  /// `a + b` without error.
  ///
  /// - Source: D. E. Knuth, *The Art of Computer Programming* 2, 4.2.2, theorem B ("two-sum").
  init(sum a: Double, _ b: Double) {
    degrees = a + b
    let second = degrees - a
    rest = (a - (degrees - second)) + (b - second)
  }

  /// The way east from one longitude to another, in (−180, 180]; exactly half a turn is +180.
  ///
  /// - Parameters: both finite, degrees.
  init(fromLongitude from: Double, to: Double) {
    let first = ExactDifference(
      sum: to.remainder(dividingBy: 360), -from.remainder(dividingBy: 360))
    let turned = ExactDifference(sum: first.degrees.remainder(dividingBy: 360), first.rest)
    let beyond = turned.degrees == -180 && turned.rest <= 0
    let above = turned.degrees == 180 && turned.rest > 0
    degrees = beyond ? 180 : (above ? -180 : turned.degrees)
    rest = turned.rest
  }

  var half: ExactDifference {
    var copy = self
    copy.degrees /= 2
    copy.rest /= 2
    return copy
  }

  var sineCosine: SineCosine { SineCosine(degrees: degrees, rest: rest) }

  /// Radians.
  var radians: Double { (degrees + rest).inRadians }
}
