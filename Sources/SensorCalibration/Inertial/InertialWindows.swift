import Quantities

/// A log in windows, each compared with gravity and field, and in segments through which the gyro carries both.
struct InertialWindows {
  /// A window with what the gyro made of it.
  struct Carried {
    /// Inertial axes at the window's middle → at the segment's beginning.
    var attitude: Matrix3
    /// Mean specific force, m/s², raw, in the axes at the middle.
    var force: Vector3?
    /// Mean field in units of its strength, in the inertial axes at the middle.
    var field: Vector3?
    /// rad/s, without the gyro's errors.
    var rate: Vector3
    /// 1/s²: what the turn accelerates a point at 1 m by, in the axes at the middle; the mean.
    var acceleration: Matrix3
    /// Where the specific forces and the fields were read.
    var (forcePath, fieldPath): (PathMean, PathMean)
    /// m/s²: how far the specific force may be from gravity's, by its scatter and by the turn.
    var agitation: Double
    /// m/s²: the standard deviation of the specific force's blocks.
    var scatter: Double
  }

  /// The places of the integrals of a path, ∫ P x dt since the segment's beginning. Source: derived.
  enum Integral {
    /// x = 1.
    static let one = 0
    /// x = the time.
    static let time = 1
    /// x = the three unbiased turn rates.
    static let rate = 2
    /// x = the three specific forces.
    static let force = rate + 3
    static let count = force + 3
  }

  /// The mean of the gyro's path over the readings of a window.
  ///
  /// Means of the readings' own instants, not values at the middle: what gravity shows of the gyro's axes is what
  /// is left of large sums that cancel.
  struct PathMean {
    /// P, axes there → at the segment's beginning.
    var attitude = Matrix3.zero
    /// By `Integral`.
    var integrals = InlineArray<8, Matrix3>(repeating: .zero)

    mutating func add(_ attitude: Quaternion, _ path: InlineArray<8, Matrix3>, part: Double) {
      self.attitude = self.attitude + attitude.matrix * part
      for i in 0..<Integral.count { integrals[i] = integrals[i] + path[i] * part }
    }
  }

  /// The blocks of each window.
  let windows: [Range<Int>]
  private let log: InertialBlocks
  private let middle: Double
  private let parameters: InertialParameters

  /// s by which a window may be short. Source: numerical; times are rounded to microseconds.
  private static let timeTolerance = 1e-4

  init(_ log: InertialBlocks, _ parameters: InertialParameters) {
    (self.log, self.parameters) = (log, parameters)
    let blocks = log.blocks
    middle = ((blocks.first?.start ?? 0) + (blocks.last?.end ?? 0)) / 2
    var windows: [Range<Int>] = []
    var first = 0
    for index in blocks.indices {
      if !blocks[index].continues { first = index }
      let duration = blocks[index].end - blocks[first].start
      if duration >= parameters.windowDuration - Self.timeTolerance {
        windows.append(first..<(index + 1))
        first = index + 1
      }
    }
    self.windows = windows
  }

  /// The time of a window's middle, s since the log's beginning.
  func time(_ window: Int) -> Double {
    let blocks = windows[window]
    return (log.blocks[blocks.lowerBound].start + log.blocks[blocks.upperBound - 1].end) / 2
  }

  /// Whether the gyro carries from a window to the next one.
  func isJoined(_ window: Int) -> Bool {
    guard log.hasGyro, window + 1 < windows.count else { return false }
    return log.blocks[windows[window + 1].lowerBound].continues
      && windows[window].upperBound == windows[window + 1].lowerBound
  }

  /// Cuts the log into segments, each after the calmest window of its second half.
  ///
  /// - Parameter agitation: of each window.
  func segments(longest: Double, agitation: [Double]) -> [Range<Int>] {
    var segments: [Range<Int>] = []
    var first = 0
    while first < windows.count {
      var last = first
      while isJoined(last), time(last + 1) - time(first) < longest { last += 1 }
      if isJoined(last) {
        let half = first + (last - first + 1) / 2
        last = (half...last).min { agitation[$0] < agitation[$1] } ?? last
      }
      segments.append(first..<(last + 1))
      first = last + 1
    }
    return segments
  }

  /// The windows of a segment, carried by the gyro as the model has it.
  func carried(_ segment: Range<Int>, _ model: TumbleModel) -> [Carried] {
    var path = Path(log.blocks, from: windows[segment.lowerBound].lowerBound, model, middle)
    return segment.map { carried(windows[$0], &path, model) }
  }

  private func carried(
    _ range: Range<Int>, _ path: inout Path, _ model: TumbleModel
  ) -> Carried {
    let centre = (log.blocks[range.lowerBound].start + log.blocks[range.upperBound - 1].end) / 2
    var (force, field) = (Vector3.zero, Vector3.zero)
    var (forcePath, fieldPath) = (PathMean(), PathMean())
    let forceCount = range.reduce(0) { $0 + (log.blocks[$1].force?.count ?? 0) }
    let fieldCount = range.reduce(0) { $0 + (log.blocks[$1].field?.count ?? 0) }
    var (forces, fields): ([(time: Double, value: Vector3)], [(time: Double, value: Vector3)]) = (
      [], []
    )
    var rate = Vector3.zero
    for index in range {
      let block = log.blocks[index]
      path.add(index)
      rate = rate + path.lastRate / Double(range.count)
      if let reading = block.force {
        let attitude = path.attitude(at: reading.time)
        let value = attitude.rotate(reading.value)
        forces.append((reading.time - centre, value))
        let part = reading.count / forceCount
        force = force + value * part
        forcePath.add(attitude, path.integrals(at: reading.time), part: part)
      }
      if let reading = block.field {
        let time = reading.time - model.delay
        let attitude = path.attitude(at: time)
        let part = reading.count / fieldCount
        let value = attitude.rotate(model.rotation * reading.value)
        fields.append((time - centre, value))
        field = field + value * part
        fieldPath.add(attitude, path.integrals(at: time), part: part)
      }
    }
    let attitude = path.attitude(at: centre)
    let accelerated =
      path.velocity(after: range.upperBound - 1) + path.velocity(before: range.lowerBound) * -1
    let seconds = log.blocks[range.upperBound - 1].end - log.blocks[range.lowerBound].start
    let square = forces.reduce(0) { $0 + ($1.value - force).dot($1.value - force) }
    let scatter = (square / Double(max(forces.count - 1, 1))).squareRoot()
    if !log.hasGyro {
      (force, field) = (Self.middle(forces, orMean: force), Self.middle(fields, orMean: field))
    }
    return Carried(
      attitude: attitude.matrix,
      force: forceCount > 0 ? attitude.inverse.rotate(force) : nil,
      field: fieldCount > 0 ? attitude.inverse.rotate(field) : nil,
      rate: rate, acceleration: attitude.inverse.matrix * accelerated * (1 / seconds),
      forcePath: forcePath, fieldPath: fieldPath,
      agitation: scatter + parameters.lever * rate.dot(rate), scatter: scatter)
  }

  /// A vector that turns, in the middle of a window: of the parabola through its readings. Its mean is shorter, and
  /// nearer to the axis of the turn, by as much as the turn is long.
  ///
  /// - Parameters:
  ///   - readings: the vector, and s since the middle.
  ///   - mean: theirs, where they are too few.
  private static func middle(
    _ readings: [(time: Double, value: Vector3)], orMean mean: Vector3
  ) -> Vector3 {
    guard readings.count > 3 else { return mean }
    let moments = readings.reduce(into: InlineArray<5, Double>(repeating: 0)) { sums, reading in
      var power = 1.0
      for i in sums.indices {
        sums[i] += power
        power *= reading.time
      }
    }
    let normal = Matrix3(
      Vector3(moments[0], moments[1], moments[2]), Vector3(moments[1], moments[2], moments[3]),
      Vector3(moments[2], moments[3], moments[4]))
    guard let first = normal.inverse?.row0 else { return mean }
    return readings.reduce(.zero) {
      $0 + $1.value * first.dot(Vector3(1, $1.time, $1.time * $1.time))
    }
  }

  /// The attitude that the gyro integrates over a segment.
  private struct Path {
    private let blocks: [InertialBlocks.Block]
    private let first: Int
    private let model: TumbleModel
    private let middle: Double
    /// At each block's beginning.
    private var attitudes: [Quaternion] = []
    private var sums: [InlineArray<8, Matrix3>] = []
    /// Of each block.
    private var rates: [Vector3] = []
    private var growths: [InlineArray<8, Matrix3>] = []
    private var next = Quaternion.identity
    private var sum = InlineArray<8, Matrix3>(repeating: .zero)

    init(
      _ blocks: [InertialBlocks.Block], from first: Int, _ model: TumbleModel, _ middle: Double
    ) {
      (self.blocks, self.first, self.model, self.middle) = (blocks, first, model, middle)
    }

    var lastRate: Vector3 { rates.last ?? .zero }

    /// rad/s, without the gyro's errors.
    private func rate(of block: InertialBlocks.Block) -> Vector3 {
      model.rate(block.rate, force: block.force?.value ?? .zero, time: time(of: block))
    }

    /// s: of a block's middle, since the log's middle.
    private func time(of block: InertialBlocks.Block) -> Double {
      block.start + block.duration / 2 - middle
    }

    mutating func add(_ index: Int) {
      let block = blocks[index]
      let time = time(of: block)
      let force = block.force?.value ?? .zero
      let unbiased = model.unbiased(block.rate, force: force, time: time)
      let rate = model.rateMatrix * unbiased
      attitudes.append(next)
      rates.append(rate)
      let halfway = next * Quaternion(rotationVector: rate * (block.duration / 2))
      next = (next * Quaternion(rotationVector: rate * block.duration)).normalized
      let matrix = halfway.matrix
      let signals: InlineArray<8, Double> = [
        1, time, unbiased.x, unbiased.y, unbiased.z, force.x, force.y, force.z,
      ]
      var growth = InlineArray<8, Matrix3>(repeating: .zero)
      sums.append(sum)
      for i in 0..<Integral.count {
        growth[i] = matrix * signals[i]
        sum[i] = sum[i] + growth[i] * block.duration
      }
      growths.append(growth)
    }

    /// 1/s: what the velocity of a point is by its place in the body, R [ω]×, in the axes at the segment's beginning,
    /// at the beginning of a block that was added.
    func velocity(before index: Int) -> Matrix3 {
      let place = index - first
      let before = place > 0 ? rates[place - 1] : rates[place]
      return attitudes[place].matrix * Matrix3(cross: (before + rates[place]) * 0.5)
    }

    /// The same at the end of the block that was added last.
    func velocity(after index: Int) -> Matrix3 {
      let isJoined = index + 1 < blocks.count && blocks[index + 1].continues
      let after = isJoined ? rate(of: blocks[index + 1]) : lastRate
      return next.matrix * Matrix3(cross: (lastRate + after) * 0.5)
    }

    /// Axes at an instant, s since the log's beginning → at the segment's beginning.
    func attitude(at time: Double) -> Quaternion {
      let place = place(of: time)
      let turn = rates[place] * (time - blocks[first + place].start)
      return attitudes[place] * Quaternion(rotationVector: turn)
    }

    /// ∫ P x dt to an instant.
    func integrals(at time: Double) -> InlineArray<8, Matrix3> {
      let place = place(of: time)
      let seconds = time - blocks[first + place].start
      var integrals = sums[place]
      for i in 0..<Integral.count { integrals[i] = integrals[i] + growths[place][i] * seconds }
      return integrals
    }

    private func place(of time: Double) -> Int {
      var place = attitudes.count - 1
      while place > 0, blocks[first + place].start > time { place -= 1 }
      return place
    }
  }
}

extension Matrix3 {
  /// The matrix of v × x.
  fileprivate init(cross v: Vector3) {
    self.init(Vector3(0, -v.z, v.y), Vector3(v.z, 0, -v.x), Vector3(-v.y, v.x, 0))
  }
}
