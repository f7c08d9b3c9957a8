import Quantities

/// Selects one sensor of each kind from several: the first, unless another one is given.
struct FirstSensors: Sendable {
  private var field: SensorSourceID?
  private var force: SensorSourceID?
  private var rate: SensorSourceID?

  /// The first sensors of a recording.
  init() {}

  /// The sensors that make a daemon's heading. Accelerometer and gyro are those of one chip where one has both.
  ///
  /// - Parameters:
  ///   - field: the magnetometer; `nil` for the first.
  ///   - samples: of all sensors.
  init(field: SensorSourceID?, among samples: [Sample]) {
    self.field = field
    let withRate = Set(samples.filter { $0.angularRate != nil }.map(\.source))
    let both = samples.first { $0.acceleration != nil && withRate.contains($0.source) }?.source
    (force, rate) = (both, both)
  }

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
