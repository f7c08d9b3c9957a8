import Quantities

/// The inverse problem turned so that β₁ ≤ 0, |β₂| ≤ |β₁| and 0 ≤ λ₁₂ ≤ π: one of sixteen kinds.
///
/// - Source: Karney (2013), section 4, equation 44.
struct CanonicalProblem: Sendable {
  /// The smallest cosine of a reduced latitude: at a pole there must be an azimuth.
  static let tiny = Double.leastNormalMagnitude.squareRoot()

  var β1, β2: SineCosine
  /// The difference of longitudes.
  var λ12: SineCosine
  /// The same, radians, and how much of it is missing to π, each with all its digits.
  var λ12Radians, λ12Supplement: Double
  private let isSwapped: Bool
  private let isWestward: Bool
  private let isMirrored: Bool

  init(_ latitude1: Double, _ latitude2: Double, _ difference: ExactDifference) {
    isSwapped = abs(latitude1) < abs(latitude2)
    let isWest = difference.degrees < 0 || (difference.degrees == 0 && difference.rest < 0)
    isWestward = isWest != isSwapped
    let (further, nearer) = isSwapped ? (latitude2, latitude1) : (latitude1, latitude2)
    isMirrored = further >= 0
    β1 = Self.reduced(isMirrored ? -further : further)
    β2 = Self.reduced(isMirrored ? -nearer : nearer)
    // Equal latitudes must stay equal to the last bit.
    if abs(nearer) == abs(further) { β2.cosine = β1.cosine }
    let sign = isWest ? -1.0 : 1
    λ12 = difference.sineCosine
    λ12.sine = abs(λ12.sine)
    λ12Radians = sign * difference.radians
    let missing = ExactDifference(sum: 180, -sign * difference.degrees)
    λ12Supplement = ((missing.degrees - sign * difference.rest) + missing.rest).inRadians
  }

  var stretch1: Double { Self.stretch(β1) }
  var stretch2: Double { Self.stretch(β2) }

  /// The azimuths of a solution as those of the problem that was put.
  func azimuthsAsPut(_ first: SineCosine, _ second: SineCosine) -> (SineCosine, SineCosine) {
    let (start, end) = isSwapped ? (second, first) : (first, second)
    let east = isWestward != isSwapped ? -1.0 : 1
    let north = isMirrored != isSwapped ? -1.0 : 1
    func put(_ α: SineCosine) -> SineCosine {
      SineCosine(sine: α.sine * east, cosine: α.cosine * north)
    }
    return (put(start), put(end))
  }

  /// tan β = (1 − f)·tan φ, equation 6; a latitude too near the equator to matter is on it.
  private static func reduced(_ latitude: Double) -> SineCosine {
    let φ = SineCosine(degrees: abs(latitude) < 1e-18 ? 0 : latitude)
    let β = SineCosine(along: φ.cosine, across: (1 - WGS84.f) * φ.sine)
    return SineCosine(sine: β.sine, cosine: max(tiny, β.cosine))
  }

  private static func stretch(_ β: SineCosine) -> Double {
    (1 + WGS84.secondEccentricitySquared * β.sine * β.sine).squareRoot()
  }
}
