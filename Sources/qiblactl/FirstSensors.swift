import Quantities

/// Selects the first sensor of each kind from a recording with several.
struct FirstSensors: Sendable {
  private var field: SensorSourceID?
  private var force: SensorSourceID?
  private var rate: SensorSourceID?

  /// Removes the values of other sensors from `sample`.
  mutating func restrict(_ sample: Sample) -> Sample {
    var rest = sample
    if sample.magneticField != nil, !Self.isFirst(&field, sample) { rest.magneticField = nil }
    if sample.acceleration != nil, !Self.isFirst(&force, sample) { rest.acceleration = nil }
    if sample.angularRate != nil, !Self.isFirst(&rate, sample) { rest.angularRate = nil }
    return rest
  }

  private static func isFirst(_ first: inout SensorSourceID?, _ sample: Sample) -> Bool {
    let source = first ?? sample.source
    first = source
    return source == sample.source
  }
}
