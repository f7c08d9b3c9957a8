private import Glibc

/// Where the search for the azimuth starts; a short line needs no search.
///
/// - Source: Karney (2013), section 5: equations 48 to 51 (short lines and the sphere) and 53 to 58
///   (near the antipode).
enum FirstGuess: Sendable {
  case start(SineCosine)
  case short(α1: SineCosine, α2: SineCosine, arc: Double, stretch: Double)

  /// Arc, radians, below which the sphere that touches midway is exact in double precision.
  private static let shortArc: Double = {
    let precision = (Double.ulpOfOne).squareRoot()
    return 0.1 * precision / (max(0.001, WGS84.f) * min(1, 1 - WGS84.f / 2) / 2).squareRoot()
  }()

  init(_ problem: CanonicalProblem) {
    let (β1, β2) = (problem.β1, problem.β2)
    let difference = β1.sine(to: β2)
    let sum = β2.sine * β1.cosine + β2.cosine * β1.sine
    let isShort =
      β1.cosine(to: β2) >= 0 && difference < 0.5 && β2.cosine * problem.λ12Radians < 0.5
    var ω12 = problem.λ12
    var stretch = 1.0
    if isShort {
      let (s, c) = (β1.sine + β2.sine, β1.cosine + β2.cosine)
      let middle = s * s / (s * s + c * c)  // sin² of the mean reduced latitude
      stretch = (1 + WGS84.secondEccentricitySquared * middle).squareRoot()
      let angle = problem.λ12Radians / ((1 - WGS84.f) * stretch)
      ω12 = SineCosine(sine: sin(angle), cosine: cos(angle))
    }
    let across = β2.cosine * ω12.sine
    let along = Self.along(difference, sum, β2.cosine * β1.sine, ω12)
    let arcSine = hypot(across, along)
    let arcCosine = β1.sine * β2.sine + β1.cosine * β2.cosine * ω12.cosine
    if isShort, arcSine < Self.shortArc {
      let turn = ω12.sine * ω12.sine
      let versine = ω12.cosine >= 0 ? turn / (1 + ω12.cosine) : 1 - ω12.cosine
      self = .short(
        α1: Self.azimuth(across, along),
        α2: Self.azimuth(
          β1.cosine * ω12.sine, difference - β1.cosine * β2.sine * versine),
        arc: atan2(arcSine, arcCosine), stretch: stretch)
    } else if arcCosine >= 0 || arcSine >= 6 * WGS84.n * .pi * β1.cosine * β1.cosine {
      // By the stretch ω₁₂ may pass π near a pole; the search wants an eastern start.
      self = .start(across > 0 ? Self.azimuth(across, along) : Self.azimuth(1, 0))
    } else {
      self = .start(Self.nearAntipode(problem, sum))
    }
  }

  /// cos α₁ times the sine of the arc, without cancellation on either half of the sphere.
  private static func along(
    _ difference: Double, _ sum: Double, _ product: Double, _ ω12: SineCosine
  ) -> Double {
    let square = ω12.sine * ω12.sine
    return ω12.cosine >= 0
      ? difference + product * square / (1 + ω12.cosine)
      : sum - product * square / (1 - ω12.cosine)
  }

  /// The azimuth of a vector; one that has no length points east.
  private static func azimuth(_ east: Double, _ north: Double) -> SineCosine {
    east > 0 || north != 0
      ? SineCosine(along: north, across: east) : SineCosine(sine: 1, cosine: 0)
  }

  private static func nearAntipode(_ problem: CanonicalProblem, _ sum: Double) -> SineCosine {
    let (β1, β2) = (problem.β1, problem.β2)
    let scale =
      WGS84.f * β1.cosine * .pi * GeodesicSeries.longitudeScale(GeodesicSeries.epsilon(β1.sine))
    let x = -problem.λ12Supplement / scale
    let y = sum / (scale * β1.cosine)
    if y > -200 * Double.ulpOfOne, x > -1 - 1000 * Double.ulpOfOne.squareRoot() {
      let sine = min(1, -x)  // so near the cut that the cubic has no digits left
      return SineCosine(sine: sine, cosine: -(1 - sine * sine).squareRoot())
    }
    let k = astroidRoot(x, y)
    let angle = scale * -x * k / (1 + k)  // π − ω₁₂
    let ω12 = SineCosine(sine: sin(angle), cosine: -cos(angle))
    return azimuth(
      β2.cosine * ω12.sine, along(0, sum, β2.cosine * β1.sine, ω12))
  }
}
