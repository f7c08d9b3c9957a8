private import Glibc
import Heading
import Quantities
import SensorHealth

/// The magnetometer in use, of several.
///
/// It is the first with a sample, until there is clear evidence for another one. A change is costly: the filter
/// discards the learned field, because two magnetometers with different iron measure different fields. So an
/// equally good one is never preferred, and one that failed must work the longer the more often it failed.
struct PrimaryMagnetometer {
  /// The source in use; `nil` before the first sample.
  private(set) var source: SensorSourceID?
  /// The evidence against it, since when, without a break; the candidate is part of it.
  private var evidence: Evidence?
  /// Since when it has a fault; `nil` while it works.
  private var brokenSince: Timestamp?

  private struct Evidence {
    var cause: MagnetometerChange.Cause
    var candidate: SensorSourceID
    var since: Timestamp
  }

  private let parameters: RedundancyParameters
  /// How long, s, a fault is waited out while the gyro holds the heading and all others are worse.
  private let longestHold: Double

  /// - Parameter longestHold: how long the gyro holds a heading, s.
  init(_ parameters: RedundancyParameters, longestHold: Double) {
    (self.parameters, self.longestHold) = (parameters, longestHold)
  }

  /// Starts with the first source.
  mutating func begin(with source: SensorSourceID) { self.source = source }

  /// Decides whether another magnetometer takes over.
  ///
  /// - Parameters:
  ///   - records: of all magnetometers that have had a sample.
  ///   - canHold: whether the gyro holds a heading meanwhile.
  /// - Returns: the change, where there is one.
  mutating func update(
    _ records: [MagnetometerRecord], canHold: Bool, at time: Timestamp
  ) -> MagnetometerChange? {
    guard let former = source, let primary = records.first(where: { $0.source == former }) else {
      return nil
    }
    var best: MagnetometerRecord?
    for record in records where record.source != former && record.currentFault(at: time) == nil {
      if best.map({ Self.isBetter(record, than: $0) }) ?? true { best = record }
    }
    guard let best, let cause = cause(against: primary, for: best, canHold: canHold, at: time)
    else { return nil }
    (source, evidence, brokenSince) = (best.source, nil, nil)
    return MagnetometerChange(time: time, former: former, new: best.source, cause: cause)
  }

  /// Restarts at a gap of time: evidence must last again.
  mutating func restart() { (evidence, brokenSince) = (nil, nil) }

  private mutating func cause(
    against primary: MagnetometerRecord, for candidate: MagnetometerRecord, canHold: Bool,
    at time: Timestamp
  ) -> MagnetometerChange.Cause? {
    if let fault = primary.currentFault(at: time) {
      let since = brokenSince ?? time
      brokenSince = since
      let isAsGood = candidate.rank >= primary.rank
      let isWorthWaiting = canHold && time.seconds(since: since) < longestHold
      return isAsGood || !isWorthWaiting ? .fault(fault) : nil
    }
    brokenSince = nil
    guard let cause = shortcoming(of: primary, beside: candidate),
      isProven(candidate, at: time)
    else {
      evidence = nil
      return nil
    }
    if evidence?.cause != cause || evidence?.candidate != candidate.source {
      evidence = Evidence(cause: cause, candidate: candidate.source, since: time)
    }
    let lasted = evidence.map { time.seconds(since: $0.since) } ?? 0
    return lasted >= parameters.choice.evidenceTime ? cause : nil
  }

  /// What makes a working magnetometer so much worse than another that a change is worth it.
  private func shortcoming(
    of primary: MagnetometerRecord, beside candidate: MagnetometerRecord
  ) -> MagnetometerChange.Cause? {
    if candidate.rank > primary.rank {
      return primary.isImplausible ? .implausible : .betterCalibrated
    }
    guard candidate.rank == primary.rank else { return nil }
    if Self.isBeyond(
      primary.relativeNoise, beside: candidate.relativeNoise, limit: parameters.comparison.noise)
    {
      return .noisy
    }
    if Self.isBeyond(
      primary.clock.interval, beside: candidate.clock.interval,
      limit: parameters.comparison.window)
    {
      return .slow
    }
    return nil
  }

  /// Whether a value is over a limit of which the other one is under half.
  private static func isBeyond(_ own: Double?, beside other: Double?, limit: Double) -> Bool {
    guard let own, let other else { return false }
    return own > limit && other < limit / 2
  }

  private func isProven(_ candidate: MagnetometerRecord, at time: Timestamp) -> Bool {
    guard let since = candidate.soundSince else { return false }
    let proven = parameters.choice.provenTime
    let needed = min(proven.lowerBound * exp2(Double(candidate.failures)), proven.upperBound)
    return time.seconds(since: since) >= needed
  }

  private static func isBetter(
    _ one: MagnetometerRecord, than other: MagnetometerRecord
  ) -> Bool {
    if one.rank != other.rank { return one.rank > other.rank }
    return (one.relativeNoise ?? .infinity) < (other.relativeNoise ?? .infinity)
  }
}
