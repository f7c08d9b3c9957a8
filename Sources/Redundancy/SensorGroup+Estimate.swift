package import Heading
package import Quantities
import SensorHealth

extension SensorGroup {
  /// One of several magnetometers, as clients see it.
  package struct Magnetometer: Equatable, Sendable {
    package var source: SensorSourceID
    /// Whether it is in use.
    package var isPrimary: Bool
    /// Samples a second; `nil` before the second one.
    package var rateHz: Double?
    /// The largest difference of north with this magnetometer, degrees; `nil` where it is not known.
    package var disagreementDegrees: Double?
  }

  /// All magnetometers that have had a sample, where there are several; otherwise none.
  package func magnetometers(at time: Timestamp) -> [Magnetometer] {
    guard records.count > 1 else { return [] }
    return records.map { record in
      let other = comparisons.others.first { $0.source == record.source }
      let isAlive = record.isAlive(at: time)
      return Magnetometer(
        source: record.source, isPrimary: record.source == primary.source,
        rateHz: isAlive ? record.clock.rate : nil,
        disagreementDegrees: isAlive ? other?.comparison.degrees : nil)
    }
  }

  /// The sources in use.
  package var primarySources: PrimarySources {
    PrimarySources(
      field: primary.source, force: inertial.sources.force, rate: inertial.sources.rate)
  }

  /// The magnetometer in use, where there are several; otherwise `nil`.
  package var primaryOfSeveral: SensorSourceID? { records.count > 1 ? primary.source : nil }

  /// Sets in `estimate` whether the magnetometers disagree, and whether the mount of the one in use is only assumed,
  /// and the terms of the error for both.
  ///
  /// Which of two is right is not known, unless one has a fault: so the error grows by all of the difference.
  package func judge(_ estimate: inout HeadingEstimate, at time: Timestamp) {
    guard records.count > 1 else { return }
    if isMountAssumed {
      estimate.conditions.insert(.calibrationUnconfirmed)
      estimate.errors.add(unknownNorth, for: .misalignment)
    }
    for other in comparisons.others where other.comparison.isDisagreement {
      guard let record = records.first(where: { $0.source == other.source }),
        record.isAlive(at: time)
      else { continue }
      estimate.conditions.insert(.magnetometersDisagree)
      guard record.fault == nil else { continue }
      estimate.errors.add(other.comparison.headingError, for: .magnetometersDisagree)
    }
  }
}

/// Which of a device's sensors make the heading, by their source; `nil` for a quantity that none has
/// measured yet.
package struct PrimarySources: Equatable, Sendable {
  package let field: SensorSourceID?
  package let force: SensorSourceID?
  package let rate: SensorSourceID?

  package init(
    field: SensorSourceID?, force: SensorSourceID?, rate: SensorSourceID?
  ) {
    (self.field, self.force, self.rate) = (field, force, rate)
  }
}
