private import Glibc

/// The geodesic that leaves point 1 at a trial azimuth, as far as the latitude of point 2.
///
/// - Source: Karney (2013), sections 2 and 4: equations 5, 10 to 12, 45 and 46.
struct TrialGeodesic: Sendable {
  var α1, α2: SineCosine
  /// Arc on the auxiliary sphere, radians.
  var σ12: Double
  var arc: GeodesicArc
  /// How far beyond the wanted longitude it comes out, radians.
  var excess: Double
  /// Derivative of `excess` by α₁.
  var slope: Double

  init(_ problem: CanonicalProblem, leavingAt azimuth: SineCosine) {
    let (β1, β2) = (problem.β1, problem.β2)
    α1 = azimuth
    // Along the equator the azimuth is meant to lead south by nearly nothing.
    if β1.sine == 0, α1.cosine == 0 { α1.cosine = -CanonicalProblem.tiny }
    let sinα0 = α1.sine * β1.cosine
    let cosα0 = hypot(α1.cosine, α1.sine * β1.sine)
    α2 = Self.arrival(problem, α1, sinα0)
    let σ1 = SineCosine(along: α1.cosine * β1.cosine, across: β1.sine)
    let σ2 = SineCosine(along: α2.cosine * β2.cosine, across: β2.sine)
    let ω1 = SineCosine(sine: sinα0 * β1.sine, cosine: α1.cosine * β1.cosine)
    let ω2 = SineCosine(sine: sinα0 * β2.sine, cosine: α2.cosine * β2.cosine)
    σ12 = σ1.arc(to: σ2)
    let ε = GeodesicSeries.epsilon(cosα0)
    let terms = GeodesicSeries.longitudeTerms(ε)
    let ω12 = SineCosine(sine: max(0, ω1.sine(to: ω2)) + 0, cosine: ω1.cosine(to: ω2))
    let η = atan2(problem.λ12.sine(to: ω12), problem.λ12.cosine(to: ω12))
    excess =
      η - WGS84.f * GeodesicSeries.longitudeScale(ε) * sinα0
      * (σ12 + (terms.sum(at: σ2) - terms.sum(at: σ1)))
    arc = GeodesicArc(
      from: GeodesicArc.End(σ: σ1, stretch: problem.stretch1),
      to: GeodesicArc.End(σ: σ2, stretch: problem.stretch2), arc: σ12, ε: ε)
    slope =
      α2.cosine == 0
      ? -2 * (1 - WGS84.f) * problem.stretch1 / β1.sine
      : arc.reducedLength / WGS84.a / (α2.cosine * β2.cosine)
  }

  /// α₂ by Clairaut, its cosine from the difference of squares that keeps its digits.
  private static func arrival(
    _ problem: CanonicalProblem, _ α1: SineCosine, _ sinα0: Double
  ) -> SineCosine {
    let (β1, β2) = (problem.β1, problem.β2)
    if β1.cosine == β2.cosine, abs(β2.sine) == -β1.sine {
      return SineCosine(sine: α1.sine, cosine: abs(α1.cosine))
    }
    let squares =
      β1.cosine < -β1.sine
      ? (β2.cosine - β1.cosine) * (β1.cosine + β2.cosine)
      : (β1.sine - β2.sine) * (β1.sine + β2.sine)
    let along = α1.cosine * β1.cosine
    return SineCosine(
      sine: β1.cosine == β2.cosine ? α1.sine : sinα0 / β2.cosine,
      cosine: max(0, along * along + squares).squareRoot() / β2.cosine)
  }
}
