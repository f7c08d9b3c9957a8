package import Quantities

/// Of a recording with several sensors the first of each kind, for what is found out about one.
package struct FirstSensors: Sendable {
  private var field: SensorSourceID?
  private var force: SensorSourceID?
  private var rate: SensorSourceID?

  package init() {}

  /// `sample` without what is another sensor's.
  package mutating func restrict(_ sample: Sample) -> Sample {
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
