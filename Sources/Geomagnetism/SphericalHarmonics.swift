/// A magnetic potential as a sum of Schmidt semi-normalised spherical harmonics up to degree 12,
/// and its rate of change.
///
/// - Source: Chulliat et al. 2025 (doi:10.25923/prbc-s316), the field as the potential's gradient.
///   The Legendre functions follow the usual recursion over the degree at a fixed order; they are
///   carried divided by cos φ′, which takes the division out of the eastward component and the
///   derivative, so that the poles are places like others.
struct SphericalHarmonics: Equatable, Sendable {
  static let degree = 12
  /// Of degrees 1 to 12, with the orders from 0.
  static let termCount = degree * (degree + 3) / 2
  /// a, the radius to which the coefficients refer, in metres.
  static let referenceRadiusMetres = 6_371_200.0

  /// Nanotesla and nanotesla a year, in the axes of `GeocentricPlace`: φ′ grows to the north.
  struct Gradient {
    var north = SIMD2<Double>()
    var east = SIMD2<Double>()
    var down = SIMD2<Double>()
  }

  /// Coefficients of one degree n and order m, with the recursion's factors.
  private struct Term: Equatable, Sendable {
    /// g, h in nT, ġ, ḣ in nT a year.
    let coefficients: SIMD4<Double>
    /// (2n − 1) / √(n² − m²); not used at n = m.
    let previous: Double
    /// √((n − 1)² − m²) / √(n² − m²); not used at n = m.
    let beforePrevious: Double
    /// √(n² − m²).
    let slope: Double
  }

  /// Order by order, and in each order by degree: the order of summation.
  private let terms: [Term]

  /// - Parameter coefficients: g, h, ġ, ḣ for n = 1…12 and, in each, m = 0…n.
  init(_ coefficients: [SIMD4<Double>]) {
    precondition(coefficients.count == Self.termCount, "degree 12 has 90 terms")
    terms = (0...Self.degree).flatMap { m in
      (max(m, 1)...Self.degree).map { n in
        Self.term(n, m, coefficients[Self.index(degree: n, order: m)])
      }
    }
  }

  /// The place of degree n and order m in a coefficient file.
  static func index(degree n: Int, order m: Int) -> Int { n * (n + 1) / 2 + m - 1 }

  private static func term(_ n: Int, _ m: Int, _ coefficients: SIMD4<Double>) -> Term {
    let slope = Double(n * n - m * m).squareRoot()
    guard n > m else {
      return Term(coefficients: coefficients, previous: 0, beforePrevious: 0, slope: 0)
    }
    let below = n - 1 > m ? Double((n - 1) * (n - 1) - m * m).squareRoot() : 0
    return Term(
      coefficients: coefficients, previous: Double(2 * n - 1) / slope,
      beforePrevious: below / slope, slope: slope)
  }

  /// Minus the gradient of the potential and of its change: the field. Does not allocate.
  func gradient(at place: GeocentricPlace) -> Gradient {
    let ratio = Self.referenceRadiusMetres / place.radiusMetres
    // (a/r)^(n+2) at index n
    var powers = InlineArray<13, Double>(repeating: ratio * ratio)
    for n in 1...Self.degree { powers[n] = powers[n - 1] * ratio }
    var sum = Gradient()
    zonalDown(at: place, powers, &sum)
    var next = Self.degree  // the terms of order 0 stand first
    var sectoral = 1.0  // P(m, m) / cos φ′
    var (sine, cosine) = (0.0, 1.0)  // of m λ
    for m in 1...Self.degree {
      (sine, cosine) = (
        sine * place.cosLongitude + cosine * place.sinLongitude,
        cosine * place.cosLongitude - sine * place.sinLongitude
      )
      if m > 1 { sectoral *= place.cosLatitude * (1 - 0.5 / Double(m)).squareRoot() }
      addOrder(m, from: &next, sectoral, sine, cosine, at: place, powers, &sum)
    }
    return sum
  }

  /// Order 0, whose downward part needs the Legendre polynomials themselves.
  private func zonalDown(
    at place: GeocentricPlace, _ powers: InlineArray<13, Double>, _ sum: inout Gradient
  ) {
    var (p, before) = (1.0, 0.0)
    for n in 1...Self.degree {
      let term = terms[n - 1]
      (p, before) = (term.previous * place.sinLatitude * p - term.beforePrevious * before, p)
      sum.down -= term.coefficients.evenHalf * (Double(n + 1) * powers[n] * p)
    }
  }

  /// One order m ≥ 1; order 1 brings the northward part of order 0 with it, since
  /// dP(n, 0)/dφ′ = √(n (n + 1) / 2) P(n, 1).
  private func addOrder(
    _ m: Int, from next: inout Int, _ sectoral: Double, _ sine: Double, _ cosine: Double,
    at place: GeocentricPlace, _ powers: InlineArray<13, Double>, _ sum: inout Gradient
  ) {
    var (northward, eastward, downward) = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
    var (q, before) = (sectoral, 0.0)  // P(n, m) / cos φ′ and the same of n − 1
    for n in m...Self.degree {
      let term = terms[next]
      next += 1
      if n > m {
        (q, before) = (term.previous * place.sinLatitude * q - term.beforePrevious * before, q)
      }
      // dP(n, m)/dφ′
      let slope = term.slope * before - Double(n) * place.sinLatitude * q
      northward += term.coefficients * (powers[n] * slope)
      eastward += term.coefficients * (powers[n] * q)
      downward += term.coefficients * (powers[n] * q * Double(n + 1))
      if m == 1 {
        let zonal = powers[n] * place.cosLatitude * q * Double(n * (n + 1) / 2).squareRoot()
        sum.north -= terms[n - 1].coefficients.evenHalf * zonal
      }
    }
    sum.north -= northward.evenHalf * cosine + northward.oddHalf * sine
    sum.east += (eastward.evenHalf * sine - eastward.oddHalf * cosine) * Double(m)
    let inward = downward.evenHalf * cosine + downward.oddHalf * sine
    sum.down -= inward * place.cosLatitude
  }
}
