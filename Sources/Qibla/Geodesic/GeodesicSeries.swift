/// A sum Σ cₗ·sin 2lσ of six terms.
struct SineSeries: Sendable {
  var c1, c2, c3, c4, c5, c6: Double

  /// The sum at an angle σ.
  ///
  /// - Source: C. W. Clenshaw's recurrence, Math. Comp. 9 (1955).
  func sum(at σ: SineCosine) -> Double {
    let twice = 2 * (σ.cosine - σ.sine) * (σ.cosine + σ.sine)  // 2·cos 2σ
    let y6 = c6
    let y5 = twice * y6 + c5
    let y4 = twice * y5 - y6 + c4
    let y3 = twice * y4 - y5 + c3
    let y2 = twice * y3 - y4 + c2
    let y1 = twice * y2 - y3 + c1
    return 2 * σ.sine * σ.cosine * y1
  }
}

/// The three integrals along a geodesic, as series of order 6 in Karney's ε.
///
/// - Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013): equations 17, 18
///   (I₁, distance), 42, 43 (I₂, reduced length), 24, 25 (I₃, longitude).
enum GeodesicSeries {
  /// A₁ − 1 and C₁.
  static func distance(_ ε: Double) -> (scaleLessOne: Double, terms: SineSeries) {
    let q = ε * ε
    let t = q * (1.0 / 4 + q * (1.0 / 64 + q / 256))
    let terms = SineSeries(
      c1: ε * (-1.0 / 2 + q * (3.0 / 16 - q / 32)),
      c2: q * (-1.0 / 16 + q * (1.0 / 32 - q * 9 / 2048)),
      c3: q * ε * (-1.0 / 48 + q * 3 / 256),
      c4: q * q * (-5.0 / 512 + q * 3 / 512),
      c5: q * q * ε * (-7.0 / 1280),
      c6: q * q * q * (-7.0 / 2048))
    return ((t + ε) / (1 - ε), terms)
  }

  /// A₂ − 1 and C₂.
  static func reduced(_ ε: Double) -> (scaleLessOne: Double, terms: SineSeries) {
    let q = ε * ε
    let t = q * (1.0 / 4 + q * (9.0 / 64 + q * 25 / 256))
    let terms = SineSeries(
      c1: ε * (1.0 / 2 + q * (1.0 / 16 + q / 32)),
      c2: q * (3.0 / 16 + q * (1.0 / 32 + q * 35 / 2048)),
      c3: q * ε * (5.0 / 48 + q * 5 / 256),
      c4: q * q * (35.0 / 512 + q * 7 / 512),
      c5: q * q * ε * (63.0 / 1280),
      c6: q * q * q * (77.0 / 2048))
    return (t * (1 - ε) - ε, terms)
  }

  /// A₃, on WGS84.
  static func longitudeScale(_ ε: Double) -> Double {
    let n = WGS84.n
    let e1 = -(1 - n) / 2
    let e2 = -(1.0 / 4 + n * (1.0 / 8 - n * 3 / 8))
    let e3 = -(1.0 / 16 + n * (3.0 / 16 + n / 16))
    let e4 = -(3.0 / 64 + n / 32)
    let e5 = -3.0 / 128
    return 1 + ε * (e1 + ε * (e2 + ε * (e3 + ε * (e4 + ε * e5))))
  }

  /// C₃, on WGS84.
  static func longitudeTerms(_ ε: Double) -> SineSeries {
    let n = WGS84.n
    let (a1, a2) = ((1 - n) / 4, (1 - n * n) / 8)
    let (a3, a4) = ((3 + n * (3 - n)) / 64, (5 + 2 * n) / 128)
    let (b2, b3, b4) = ((2 + n * (n - 3)) / 32, (3 - n * (2 + 3 * n)) / 64, (3 + n) / 128)
    let (d3, d4) = ((5 + n * (5 * n - 9)) / 192, (9 - 10 * n) / 384)
    let q = ε * ε
    return SineSeries(
      c1: ε * (a1 + ε * (a2 + ε * (a3 + ε * (a4 + ε * 3 / 128)))),
      c2: q * (b2 + ε * (b3 + ε * (b4 + ε * 5 / 256))),
      c3: q * ε * (d3 + ε * (d4 + ε * 7 / 512)),
      c4: q * q * ((7 - 14 * n) / 512 + ε * 7 / 512),
      c5: q * q * ε * 21 / 2560,
      c6: 0)
  }

  /// ε for k² = e'²·cos²α₀.
  static func epsilon(_ cosα0: Double) -> Double {
    let k2 = WGS84.secondEccentricitySquared * cosα0 * cosα0
    return k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
  }
}
