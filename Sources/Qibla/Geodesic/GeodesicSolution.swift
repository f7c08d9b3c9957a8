private import Glibc

/// The solution of a canonical problem: a meridian, the equator, a short line or a search.
struct GeodesicSolution: Sendable {
  var α1, α2: SineCosine
  /// Metres.
  var distance, reducedLength: Double
  /// Arc on the auxiliary sphere, radians.
  var arc: Double
  /// Whether another way is as short: the mirror image in the equator, run backwards.
  var hasTwin: Bool

  init(_ problem: CanonicalProblem) {
    let β1 = problem.β1
    if let meridian = Self(alongMeridian: problem) {
      self = meridian
    } else if β1.sine == 0, problem.λ12Supplement >= WGS84.f * .pi {
      self.init(alongEquator: problem.λ12Radians)
    } else {
      switch FirstGuess(problem) {
      case .short(let α1, let α2, let arc, let stretch):
        self.init(
          α1: α1, α2: α2, distance: arc * WGS84.b * stretch,
          reducedLength: stretch * stretch * WGS84.b * sin(arc / stretch), arc: arc,
          hasTwin: false)
      case .start(let start):
        let found = AzimuthSearch.solve(problem, from: start)
        self.init(
          α1: found.α1, α2: found.α2, distance: found.arc.distance,
          reducedLength: found.arc.reducedLength, arc: found.σ12,
          hasTwin: problem.β2.sine == -β1.sine && found.α1.cosine < 0)
      }
    }
  }

  private init(
    α1: SineCosine, α2: SineCosine, distance: Double, reducedLength: Double, arc: Double,
    hasTwin: Bool
  ) {
    (self.α1, self.α2, self.distance) = (α1, α2, distance)
    (self.reducedLength, self.arc, self.hasTwin) = (reducedLength, arc, hasTwin)
  }

  /// Along the equator longitude and arc are proportional.
  private init(alongEquator λ12: Double) {
    let east = SineCosine(sine: 1, cosine: 0)
    let arc = λ12 / (1 - WGS84.f)
    self.init(
      α1: east, α2: east, distance: WGS84.a * λ12, reducedLength: WGS84.b * sin(arc), arc: arc,
      hasTwin: false)
  }

  /// Along one meridian, over the pole where the longitudes are opposite; `nil` where the points
  /// lie on two.
  ///
  /// Over the pole it is always the shortest way on an ellipsoid that is flat at the poles.
  private init?(alongMeridian problem: CanonicalProblem) {
    let isFromPole = problem.β1.cosine == CanonicalProblem.tiny
    guard isFromPole || problem.λ12.sine == 0 else { return nil }
    let (β1, β2) = (problem.β1, problem.β2)
    let (α1, α2) = (problem.λ12, SineCosine(sine: 0, cosine: 1))
    let σ1 = SineCosine(sine: β1.sine, cosine: α1.cosine * β1.cosine)
    let σ12 = σ1.arc(to: β2)
    let arc = GeodesicArc(
      from: GeodesicArc.End(σ: σ1, stretch: problem.stretch1),
      to: GeodesicArc.End(σ: β2, stretch: problem.stretch2), arc: σ12, ε: WGS84.n)
    let isPolar = isFromPole && β2.cosine == CanonicalProblem.tiny
    let isSame = isPolar ? β2.sine < 0 : σ12 == 0
    self.init(
      α1: α1, α2: α2, distance: isSame ? 0 : arc.distance,
      reducedLength: isSame ? 0 : arc.reducedLength, arc: isSame ? 0 : σ12,
      hasTwin: β2.sine == -β1.sine && (isFromPole || α1.cosine < 0))
  }
}
