package import Quantities

extension SensorGroup {
  /// s of silence after which nobody knows what another one would say.
  private static let longestSilence = 2.0

  /// One of several magnetometers, as clients see it.
  package struct Magnetometer: Equatable, Sendable {
    package var source: SensorSourceID
    /// Whether it makes the heading.
    package var isPrimary: Bool
    /// Samples a second; `nil` before the second one.
    package var rateHz: Double?
    /// Degrees: by how much north would be another one with this magnetometer, at the most; `nil` where
    /// nobody knows.
    package var disagreementDegrees: Double?
  }

  /// Those that were ever heard, where there are several; else none.
  package func magnetometers(at time: Timestamp) -> [Magnetometer] {
    guard records.count > 1 else { return [] }
    return records.map { record in
      let other = comparisons.others.first { $0.source == record.source }
      let isAlive = record.clock.isAlive(at: time, atLeast: Self.longestSilence)
      return Magnetometer(
        source: record.source, isPrimary: record.source == primary.source,
        rateHz: isAlive ? record.clock.interval.flatMap { $0 > 0 ? 1 / $0 : nil } : nil,
        disagreementDegrees: isAlive ? other?.comparison.degrees : nil)
    }
  }

  /// Which sensors make the heading.
  package var primarySources: PrimarySources {
    PrimarySources(
      field: primary.source, force: inertial.sources.force, rate: inertial.sources.rate)
  }

  /// The source that makes the heading, where there are several; else `nil`.
  package var primaryOfSeveral: SensorSourceID? { records.count > 1 ? primary.source : nil }

  /// Sets in `estimate` whether the magnetometers disagree, and the term of the error for it.
  ///
  /// Which of two is right cannot be known, unless one is seen to be broken: so the error grows by all of
  /// the difference.
  package func judge(_ estimate: inout HeadingEstimate, at time: Timestamp) {
    guard records.count > 1 else { return }
    for other in comparisons.others where other.comparison.isDisagreement {
      guard let record = records.first(where: { $0.source == other.source }),
        record.clock.isAlive(at: time, atLeast: Self.longestSilence)
      else { continue }
      estimate.conditions.insert(.magnetometersDisagree)
      guard record.fault == nil else { continue }
      estimate.errors.add(other.comparison.doubt, for: .magnetometersDisagree)
    }
  }
}
