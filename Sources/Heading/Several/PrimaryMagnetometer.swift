import Quantities

/// Which of several magnetometers makes the heading.
///
/// The first that is heard does, until there is clear evidence for another one. A change costs: the
/// filter forgets the field and begins anew, for two magnetometers at different places with different
/// iron measure different fields. So one that is as good is never preferred, and one that has come back
/// waits the longer for its turn the more often it failed.
struct PrimaryMagnetometer {
  /// The source that makes the heading; `nil` before the first is heard.
  private(set) var source: SensorSourceID?
  /// What has spoken against it, since when, without a break; the candidate is part of it.
  private var evidence: Evidence?
  /// Since when it has been broken; `nil` while it measures.
  private var brokenSince: Timestamp?

  private struct Evidence {
    var cause: MagnetometerChange.Cause
    var candidate: SensorSourceID
    var since: Timestamp
  }

  /// s that evidence against one that measures has to last.
  private static let patience = 5.0
  /// s that one has to measure without a fault before it is preferred to one that measures; twice that
  /// for each time that it failed …
  private static let proof = 3.0
  /// … up to so many times: a quarter of an hour.
  private static let mostDoublings = 8
  /// s that a broken one is waited for while the gyro holds the heading, where all others are worse.
  private static let longestHold = 60.0
  /// Part of the strength that is much noise, about 1 µT: three degrees of a sample, where H is 20 µT.
  private static let muchNoise = 0.02
  /// So many times as noisy is far noisier.
  private static let farNoisier = 5.0
  /// s between the samples of one that measures seldom, and of one that does not.
  private static let intervals = (seldom: 0.2, often: 0.1)

  /// Takes the first that is heard.
  mutating func begin(with source: SensorSourceID) { self.source = source }

  /// Judges anew.
  ///
  /// - Parameters:
  ///   - records: of all that were ever heard.
  ///   - canHold: whether the gyro holds a heading meanwhile.
  /// - Returns: the change, where there is one.
  mutating func update(
    _ records: [MagnetometerRecord], canHold: Bool, at time: Timestamp
  ) -> MagnetometerChange? {
    guard let former = source, let primary = records.first(where: { $0.source == former }) else {
      return nil
    }
    var best: MagnetometerRecord?
    for record in records where record.source != former && record.obstacle(at: time) == nil {
      if best.map({ Self.isBetter(record, than: $0) }) ?? true { best = record }
    }
    guard let best, let cause = cause(against: primary, for: best, canHold: canHold, at: time)
    else { return nil }
    (source, evidence, brokenSince) = (best.source, nil, nil)
    return MagnetometerChange(time: time, former: former, new: best.source, cause: cause)
  }

  /// Time tore: what had lasted for a while has to last anew.
  mutating func restart() { (evidence, brokenSince) = (nil, nil) }

  private mutating func cause(
    against primary: MagnetometerRecord, for candidate: MagnetometerRecord, canHold: Bool,
    at time: Timestamp
  ) -> MagnetometerChange.Cause? {
    if let obstacle = primary.obstacle(at: time) {
      let since = brokenSince ?? time
      brokenSince = since
      let isAsGood = candidate.rank >= primary.rank
      let isWorthWaiting = canHold && time.seconds(since: since) < Self.longestHold
      return isAsGood || !isWorthWaiting ? .fault(obstacle) : nil
    }
    brokenSince = nil
    guard let cause = Self.shortcoming(of: primary, beside: candidate),
      Self.isProven(candidate, at: time)
    else {
      evidence = nil
      return nil
    }
    if evidence?.cause != cause || evidence?.candidate != candidate.source {
      evidence = Evidence(cause: cause, candidate: candidate.source, since: time)
    }
    let lasted = evidence.map { time.seconds(since: $0.since) } ?? 0
    return lasted >= Self.patience ? cause : nil
  }

  /// What makes one that measures so much worse than another that it is worth a change.
  private static func shortcoming(
    of primary: MagnetometerRecord, beside candidate: MagnetometerRecord
  ) -> MagnetometerChange.Cause? {
    if candidate.rank > primary.rank {
      return primary.isImplausible ? .implausible : .betterCalibrated
    }
    guard candidate.rank == primary.rank else { return nil }
    if let own = primary.relativeNoise, let other = candidate.relativeNoise, own > muchNoise,
      own > farNoisier * other
    {
      return .noisy
    }
    if let own = primary.clock.interval, let other = candidate.clock.interval,
      own > intervals.seldom, other < intervals.often
    {
      return .slow
    }
    return nil
  }

  private static func isProven(_ candidate: MagnetometerRecord, at time: Timestamp) -> Bool {
    guard let since = candidate.soundSince else { return false }
    let doublings = min(candidate.failures, mostDoublings)
    return time.seconds(since: since) >= proof * Double(1 << doublings)
  }

  private static func isBetter(
    _ one: MagnetometerRecord, than other: MagnetometerRecord
  ) -> Bool {
    if one.rank != other.rank { return one.rank > other.rank }
    return (one.relativeNoise ?? .infinity) < (other.relativeNoise ?? .infinity)
  }
}
