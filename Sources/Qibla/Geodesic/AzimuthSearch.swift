private import Glibc

/// Newton's method for the azimuth at point 1, inside a bracket that bisection takes over.
///
/// - Source: Karney (2013), section 4; the bracket is that of his addenda.
struct AzimuthSearch: Sendable {
  /// Newton's steps until bisection alone goes on; a start is seldom over 4 steps off.
  private static let newtonSteps = 20
  /// Steps in all: with 53 bits to halve there is an end.
  private static let allSteps = newtonSteps + 53 + 10
  private static let precision = Double.ulpOfOne

  /// Azimuths that come out short of, and beyond, the wanted longitude.
  private var low = SineCosine(sine: CanonicalProblem.tiny, cosine: 1)
  private var high = SineCosine(sine: CanonicalProblem.tiny, cosine: -1)

  /// The geodesic of the problem; its `excess` is within rounding of 0.
  static func solve(_ problem: CanonicalProblem, from start: SineCosine) -> TrialGeodesic {
    var search = AzimuthSearch()
    var trial = TrialGeodesic(problem, leavingAt: start)
    var isLast = false
    for step in 0..<allSteps {
      let tolerance = (isLast ? 8 : 1) * precision
      if !(abs(trial.excess) >= tolerance) { break }
      search.narrow(trial, always: step > newtonSteps)
      var next: SineCosine
      if step < newtonSteps, let newton = newton(trial) {
        isLast = abs(trial.excess) <= 16 * precision
        next = newton
      } else {
        isLast = false
        next = search.middle
        if search.isClosed(around: next) {
          trial = TrialGeodesic(problem, leavingAt: next)
          break
        }
      }
      trial = TrialGeodesic(problem, leavingAt: next)
    }
    return trial
  }

  private mutating func narrow(_ trial: TrialGeodesic, always: Bool) {
    let α = trial.α1
    let steepness = α.cosine / α.sine
    if trial.excess > 0, always || steepness > high.cosine / high.sine {
      high = α
    } else if trial.excess < 0, always || steepness < low.cosine / low.sine {
      low = α
    }
  }

  /// The next azimuth by Newton, or `nil` where its step leads off the eastern half.
  private static func newton(_ trial: TrialGeodesic) -> SineCosine? {
    guard trial.slope > 0 else { return nil }
    let step = -trial.excess / trial.slope
    guard abs(step) < .pi else { return nil }
    let (s, c) = (sin(step), cos(step))
    let sine = trial.α1.sine * c + trial.α1.cosine * s
    guard sine > 0 else { return nil }
    return SineCosine(along: trial.α1.cosine * c - trial.α1.sine * s, across: sine)
  }

  private var middle: SineCosine {
    SineCosine(along: (low.cosine + high.cosine) / 2, across: (low.sine + high.sine) / 2)
  }

  /// Whether nothing is left between the bracket's ends.
  private func isClosed(around α: SineCosine) -> Bool {
    let width = Self.precision * 1e-2
    return abs(low.sine - α.sine) + (low.cosine - α.cosine) < width
      || abs(α.sine - high.sine) + (α.cosine - high.cosine) < width
  }
}
