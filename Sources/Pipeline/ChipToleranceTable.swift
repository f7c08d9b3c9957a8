import Quantities
import Redundancy

/// The tolerances of the accelerometers and gyros that were found, by their source.
struct ChipToleranceTable {
  private let assumed: InertialTolerances
  private let known: [String: ChipTolerances]
  private var found: [SensorSourceID: ChipTolerances] = [:]

  /// Of a run in which no chip was found yet.
  init(_ settings: PipelineSettings) {
    (assumed, known) = (settings.inertialTolerances, settings.knownTolerances)
  }

  /// Takes note of a chip. One whose driver is not known has the assumed tolerances.
  mutating func note(_ driver: String, at source: SensorSourceID) { found[source] = known[driver] }

  /// The tolerances of the accelerometer and the gyro in use.
  func tolerances(of sources: PrimarySources) -> InertialTolerances {
    let force = sources.force.flatMap { found[$0]?.accelerometer }
    let rate = sources.rate.flatMap { found[$0]?.gyro }
    var tolerances = InertialTolerances(
      accelerometer: force ?? assumed.accelerometer, gyro: rate ?? assumed.gyro)
    tolerances.areOfNamedChips = force != nil && rate != nil || assumed.areOfNamedChips
    return tolerances
  }
}
