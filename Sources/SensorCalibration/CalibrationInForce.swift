private import Glibc
package import Quantities

/// A calibration in use, and whether the fields still agree with it.
///
/// After a good calibration the strength is the same in every attitude of the device. A place may change
/// it for all directions; a magnet in a new case changes it by direction.
package struct CalibrationInForce: Equatable, Sendable {
  /// Whether the fields agree with the calibration.
  package enum Standing: Equatable, Sendable {
    case ok
    /// They have not agreed since then, for less than the dwell time.
    case doubtful(since: Timestamp)
    case stale
    /// They have agreed again since then, for less than the dwell time.
    case recovering(since: Timestamp)
  }

  /// The time between two checks, s. Source: a limit of the cost.
  private static let checkInterval = 1.0
  /// The time between two fields, s, that counts at the most. Source: derived; two checks.
  private static let longestInterval = 2 * checkInterval

  package let calibration: Calibration
  package private(set) var standing = Standing.ok
  /// The strength's standard deviation over the directions seen lately, as a part of it; `nil` where
  /// too few were; while it is not `ok`, when there were last enough.
  package private(set) var spread: Double?

  private var strengths: [Double]
  private var times: [Timestamp?]
  private var checkedAt: Timestamp?
  private let parameters: StalenessParameters
  /// Cells from which a variance between directions is known.
  private let fewestCells: Int
  /// The standard deviations of the strength over directions below which the fields agree with the
  /// calibration, and above which they contradict it.
  private let limits: ClosedRange<Double>

  /// Whether it has been contradicted for long.
  package var isStale: Bool {
    switch standing {
    case .ok, .doubtful: false
    case .stale, .recovering: true
    }
  }

  package init(
    _ calibration: Calibration, _ parameters: CalibrationParameters = CalibrationParameters()
  ) {
    self.calibration = calibration
    self.parameters = parameters.staleness
    fewestCells = parameters.fit.fewestCells
    let (best, worst) = (parameters.grading.residual.a, parameters.grading.residual.c)
    let residual = min(max(calibration.residual ?? best, best), worst)
    let ratios = parameters.staleness.contradiction
    limits = (ratios.lowerBound * residual)...(ratios.upperBound * residual)
    strengths = Array(repeating: 0, count: DirectionCells.count)
    times = Array(repeating: nil, count: DirectionCells.count)
  }

  /// Takes in an undisturbed field before calibration.
  package mutating func take(_ raw: Vector3, at time: Timestamp) {
    let field = calibration.apply(MagneticField(microtesla: raw)).microtesla
    let strength = field.length
    guard strength > 0, strength.isFinite else { return }
    let cell = DirectionCells.index(of: field)
    // An older one may be of another place.
    let isFresh = times[cell].map { (0...parameters.memory).contains(time.seconds(since: $0)) }
    let old = isFresh ?? false ? strengths[cell] : strength
    strengths[cell] = old + (strength - old) * parameters.cellGain
    times[cell] = time
    guard let checkedAt, time >= checkedAt else {
      checkedAt = time
      return
    }
    let elapsed = time.seconds(since: checkedAt)
    guard elapsed >= Self.checkInterval else { return }
    self.checkedAt = time
    skip(elapsed - Self.longestInterval)
    check(at: time)
  }

  private mutating func check(at time: Timestamp) {
    var (sum, square, count) = (0.0, 0.0, 0.0)
    for (strength, seen) in zip(strengths, times) {
      guard let seen, (0...parameters.memory).contains(time.seconds(since: seen)) else { continue }
      sum += strength
      square += strength * strength
      count += 1
    }
    guard Int(count) >= fewestCells else {
      // without new fields a calibration that is contradicted stays so
      if standing == .ok { spread = nil }
      return
    }
    let mean = sum / count
    let found = max(0, square / count - mean * mean).squareRoot() / mean
    spread = found
    advance(found, at: time)
  }

  private mutating func advance(_ spread: Double, at time: Timestamp) {
    let (contradicts, agrees) = (spread > limits.upperBound, spread < limits.lowerBound)
    switch standing {
    case .ok: if contradicts { standing = .doubtful(since: time) }
    case .doubtful(let since):
      if !contradicts {
        standing = .ok
      } else if time.seconds(since: since) >= parameters.dwell {
        standing = .stale
      }
    case .stale: if agrees { standing = .recovering(since: time) }
    case .recovering(let since):
      if !agrees {
        standing = .stale
      } else if time.seconds(since: since) >= parameters.dwell {
        standing = .ok
      }
    }
  }

  /// Leaves a time without fields, s, out of the dwell time.
  private mutating func skip(_ seconds: Double) {
    guard seconds > 0 else { return }
    let microseconds = Int64(seconds * 1e6)
    switch standing {
    case .doubtful(let since):
      standing = .doubtful(since: since.advanced(byMicroseconds: microseconds))
    case .recovering(let since):
      standing = .recovering(since: since.advanced(byMicroseconds: microseconds))
    case .ok, .stale: break
    }
  }

  /// The predicted error, degrees, where it is smaller than that of another; `nil` where it is not.
  ///
  /// A stale one is not better than any. A level turn's is for a level device only.
  func errorBetter(than other: CalibrationReport) -> Double? {
    guard !isStale else { return nil }
    guard let mine = calibration.error68Degrees else {
      // of a calibration that was given nothing is known
      return nil
    }
    let isOtherLevel = other.model == .horizontalCircle
    if calibration.isLevelOnly != isOtherLevel { return isOtherLevel ? mine : nil }
    return mine < (other.error68Degrees ?? .infinity) ? mine : nil
  }
}
