import Quantities

/// The log of a tumble, averaged over blocks so short that the device hardly turns in them.
struct InertialBlocks {
  /// The mean of some readings in the axes at their mean time, s.
  struct Mean: Equatable {
    var value: Vector3
    var time: Double
    var count: Double
  }

  /// The readings of a short time.
  struct Block: Equatable {
    /// s since the log's beginning.
    var start: Double
    var duration: Double
    /// rad/s; zero without a gyro.
    var rate: Vector3
    /// m/s², raw.
    var force: Mean?
    /// The calibrated field in units of its strength, magnetometer's axes.
    var field: Mean?
    /// Whether it follows upon the block before without a gap.
    var continues: Bool

    var end: Double { start + duration }
  }

  private(set) var blocks: [Block] = []
  /// The part of `blockDuration` that is a whole block. Source: a numerical guard, for the sum of its intervals.
  private static let almost = 0.999
  private(set) var hasGyro = false
  /// The part of the gyro's samples, 0 to 1, at the end of its range, and that end, rad/s.
  private(set) var saturated: (part: Double, limit: Double)?

  private let parameters: CalibrationParameters
  private var pending = Pending()
  private var last: (time: Double, rate: Vector3)?
  private let fieldAxes: Matrix3
  private var isJoined = false

  /// - Parameters:
  ///   - calibration: of the magnetometer; `nil` leaves the field out.
  ///   - strength: of the calibrated field.
  ///   - fieldAxes: magnetometer's axes → inertial axes, roughly.
  init(
    _ samples: some Collection<Sample>, calibration: Calibration?, strength: Double,
    fieldAxes: Matrix3,
    parameters: CalibrationParameters
  ) {
    (self.parameters, self.fieldAxes) = (parameters, fieldAxes)
    guard let first = samples.first?.time else { return }
    let rates = samples.compactMap { $0.angularRate?.radiansPerSecond }.filter(\.isFinite)
    hasGyro = !rates.isEmpty
    let limits = GyroRange(rates)
    if limits.saturatedPart > 0 { saturated = (limits.saturatedPart, limits.largest) }
    var before: Vector3?
    for sample in samples {
      let time = sample.time.seconds(since: first)
      if let rate = sample.angularRate?.radiansPerSecond, rate.isFinite {
        turn(limits.isSaturated(rate) ? nil : rate, time)
      } else if !hasGyro, sample.acceleration != nil || sample.magneticField != nil {
        turn(.zero, time)
      }
      if let force = sample.acceleration?.metresPerSecondSquared, force.isFinite {
        pending.force.add(pending.attitude(at: time, last).rotate(force), time)
      }
      // a field that is repeated is the old measurement
      if let calibration, let raw = sample.magneticField, raw.microtesla.isFinite,
        raw.microtesla != before
      {
        before = raw.microtesla
        let field = fieldAxes * (calibration.apply(raw).microtesla / strength)
        pending.field.add(pending.attitude(at: time, last).rotate(field), time)
      }
    }
  }

  /// Turns by a rate, the mean since the last one; `nil` is one that is not known.
  private mutating func turn(_ rate: Vector3?, _ time: Double) {
    defer { last = rate.map { (time, $0) } }
    guard let last, let rate, time > last.time, time - last.time <= parameters.motion.longestGap
    else {
      pending = Pending()
      isJoined = false
      return
    }
    if pending.duration == 0 { pending.start = last.time }
    let turn = Quaternion(rotationVector: rate * (time - last.time))
    pending.attitude = (pending.attitude * turn).normalized
    pending.duration += time - last.time
    guard pending.duration >= parameters.inertial.blockDuration * Self.almost else { return }
    let mean = pending.attitude.rotationVector / pending.duration
    func reading(_ sum: Sum, axes: Matrix3) -> Mean? {
      sum.mean.map { found in
        let back = Quaternion(rotationVector: mean * (pending.start - found.time))
        return Mean(value: axes * back.rotate(found.value), time: found.time, count: found.count)
      }
    }
    blocks.append(
      Block(
        start: pending.start, duration: pending.duration, rate: mean,
        force: reading(pending.force, axes: .identity),
        field: reading(pending.field, axes: fieldAxes.transposed), continues: isJoined))
    pending = Pending()
    isJoined = true
  }

  /// Brings the gyro's axes, exchanged or reversed, to the accelerometer's.
  mutating func turnRates(by exchange: Matrix3) {
    for index in blocks.indices { blocks[index].rate = exchange * blocks[index].rate }
  }

  /// What is collected of a block.
  private struct Pending {
    var start = 0.0
    var duration = 0.0
    /// Gyro axes → those at the beginning.
    var attitude = Quaternion.identity
    var force = Sum()
    var field = Sum()

    func attitude(at time: Double, _ last: (time: Double, rate: Vector3)?) -> Quaternion {
      guard let last, time > last.time else { return attitude }
      return attitude * Quaternion(rotationVector: last.rate * (time - last.time))
    }
  }

  private struct Sum {
    private var value = Vector3.zero
    private var time = 0.0
    private var count = 0.0

    mutating func add(_ value: Vector3, _ time: Double) {
      self.value = self.value + value
      self.time += time
      count += 1
    }

    var mean: Mean? {
      count > 0 ? Mean(value: value / count, time: time / count, count: count) : nil
    }
  }
}

/// The end of a gyro's range, where a log shows it: one extreme value that stays while the device turns.
private struct GyroRange {
  /// The extreme value must be reached in so many samples in a row.
  /// Source: chosen; noise does not repeat a value that is an extreme one.
  private static let repeats = 3
  /// The part of the range that is its end. Source: derived; the negative end is one step further, of 32 768.
  private static let lastStep = 0.9999
  /// A gyro with less range is not sold, rad/s. Source: the smallest range of supported gyros is 125°/s.
  private static let smallest = 100.0.inRadians

  private(set) var largest = Double.infinity
  private(set) var saturatedPart = 0.0

  init(_ rates: [Vector3]) {
    let extreme = rates.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    guard extreme >= Self.smallest else { return }
    largest = extreme
    var (run, longest, count) = (0, 0, 0)
    for rate in rates {
      run = isSaturated(rate) ? run + 1 : 0
      longest = max(longest, run)
      count += run > 0 ? 1 : 0
    }
    if longest >= Self.repeats {
      saturatedPart = Double(count) / Double(rates.count)
    } else {
      largest = .infinity
    }
  }

  func isSaturated(_ rate: Vector3) -> Bool {
    // the negative end of a range is one step further
    max(abs(rate.x), abs(rate.y), abs(rate.z)) >= largest * Self.lastStep
  }
}
