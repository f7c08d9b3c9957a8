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

  package let calibration: Calibration
  package private(set) var standing = Standing.ok
  /// The strength's standard deviation over the directions seen lately, as a part of it; `nil` where
  /// too few were; while it is not `ok`, when there were last enough.
  package private(set) var spread: Double?

  private var strengths: [Double]
  private var times: [Timestamp?]
  private var checkedAt: Timestamp?
  private let parameters: StalenessParameters

  /// Whether it has been contradicted for long.
  package var isStale: Bool {
    switch standing {
    case .ok, .doubtful: false
    case .stale, .recovering: true
    }
  }

  package init(
    _ calibration: Calibration, _ parameters: StalenessParameters = StalenessParameters()
  ) {
    self.calibration = calibration
    self.parameters = parameters
    strengths = Array(repeating: 0, count: DirectionCells.count)
    times = Array(repeating: nil, count: DirectionCells.count)
  }

  /// Takes in an undisturbed field before calibration.
  package mutating func take(_ raw: Vector3, at time: Timestamp) {
    let field = calibration.apply(MagneticField(microtesla: raw)).microtesla
    let strength = field.length
    guard strength > 0, strength.isFinite else { return }
    let cell = DirectionCells.index(of: field)
    let old = times[cell].map { _ in strengths[cell] } ?? strength
    strengths[cell] = old + (strength - old) * parameters.cellGain
    times[cell] = time
    guard let checkedAt, time >= checkedAt else {
      checkedAt = time
      return
    }
    let elapsed = time.seconds(since: checkedAt)
    guard elapsed >= Self.checkInterval else { return }
    self.checkedAt = time
    check(at: time, afterGap: elapsed > parameters.longestGap)
  }

  private mutating func check(at time: Timestamp, afterGap: Bool) {
    var (sum, square, count) = (0.0, 0.0, 0.0)
    for (strength, seen) in zip(strengths, times) {
      guard let seen, (0...parameters.memory).contains(time.seconds(since: seen)) else { continue }
      sum += strength
      square += strength * strength
      count += 1
    }
    guard Int(count) >= parameters.leastCells else {
      // One that does not fit fits no better for not being looked at.
      if standing == .ok { spread = nil }
      return
    }
    let mean = sum / count
    let found = max(0, square / count - mean * mean).squareRoot() / mean
    spread = found
    if afterGap { restart(at: time) }
    advance(found, at: time)
  }

  /// The standard deviation of the strength over directions from which the fields contradict.
  private var limit: Double {
    let residual = min(calibration.residual ?? 0, parameters.largestResidual)
    return max(parameters.spread, parameters.spreadPerResidual * residual)
  }

  private mutating func advance(_ spread: Double, at time: Timestamp) {
    let (contradicts, agrees) = (spread > limit, spread < parameters.release * limit)
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

  private mutating func restart(at time: Timestamp) {
    switch standing {
    case .doubtful: standing = .doubtful(since: time)
    case .recovering: standing = .recovering(since: time)
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
    if other.model == .horizontalCircle, calibration.grade != .d { return mine }
    return mine < (other.error68Degrees ?? .infinity) ? mine : nil
  }
}
