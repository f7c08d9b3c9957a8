/// A piece of a geodesic between two arcs σ on the auxiliary sphere: its length and reduced length.
struct GeodesicArc: Sendable {
  /// An end: the arc from the equator, and √(1 + e'²·sin²β).
  struct End: Sendable {
    var σ: SineCosine
    var stretch: Double
  }

  /// Metres.
  var distance: Double
  /// Reduced length m₁₂, metres: by how much a turn of 1 rad at one end moves the other sideways.
  var reducedLength: Double

  /// - Parameters:
  ///   - σ12: the arc between both, radians.
  ///   - ε: of the geodesic.
  /// - Source: Karney (2013), equations 7, 38 and 40.
  init(from first: End, to second: End, arc σ12: Double, ε: Double) {
    let (a1, c1) = GeodesicSeries.distance(ε)
    let (a2, c2) = GeodesicSeries.reduced(ε)
    let b1 = c1.sum(at: second.σ) - c1.sum(at: first.σ)
    let b2 = c2.sum(at: second.σ) - c2.sum(at: first.σ)
    distance = WGS84.b * (σ12 + (a1 * σ12 + (1 + a1) * b1))
    let j12 = (a1 - a2) * σ12 + ((1 + a1) * b1 - (1 + a2) * b2)
    reducedLength =
      WGS84.b
      * (second.stretch * (first.σ.cosine * second.σ.sine)
        - first.stretch * (first.σ.sine * second.σ.cosine)
        - first.σ.cosine * second.σ.cosine * j12)
  }
}
