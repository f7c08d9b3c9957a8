package import Quantities
package import Redundancy

/// The tolerances of the accelerometers and gyros that were found, by their source.
package struct ChipToleranceTable: Sendable {
  private let assumed: InertialTolerances
  private let known: [String: ChipTolerances]
  private var found: [SensorSourceID: ChipTolerances] = [:]
  /// The drivers of the chips, by their source.
  package private(set) var drivers: [SensorSourceID: String] = [:]

  /// Of a run in which no chip was found yet.
  package init(_ settings: PipelineSettings) {
    (assumed, known) = (settings.inertialTolerances, settings.knownTolerances)
  }

  /// Takes note of a chip. One whose driver is not known has the assumed tolerances.
  ///
  /// - Returns: whether a chip of another driver was there before.
  @discardableResult
  package mutating func note(_ driver: String, at source: SensorSourceID) -> Bool {
    found[source] = known[driver]
    let former = drivers.updateValue(driver, forKey: source)
    return former.map { $0 != driver } ?? false
  }

  /// The tolerances of the accelerometer and the gyro in use.
  package func tolerances(of sources: PrimarySources) -> InertialTolerances {
    let force = sources.force.flatMap { found[$0]?.accelerometer }
    let rate = sources.rate.flatMap { found[$0]?.gyro }
    var tolerances = InertialTolerances(
      accelerometer: force ?? assumed.accelerometer, gyro: rate ?? assumed.gyro)
    tolerances.areOfNamedChips = force != nil && rate != nil || assumed.areOfNamedChips
    return tolerances
  }
}
