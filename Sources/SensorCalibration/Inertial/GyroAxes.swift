import Quantities

/// Which axes of the accelerometer the gyro's axes are, by how gravity turns in a tumble; where the device is
/// accelerated too much for that, by how the field turns.
///
/// The direction u of either turns by u' = u × ω. With any matrix G and offset c that is linear in both:
/// u' = u × (G ω − c), which needs no start and finds exchanged and reversed axes as well as right ones.
struct GyroAxes {
  /// The exchange and reversal next to G: calibrated rate = `exchange` · raw, roughly.
  let exchange: Matrix3
  /// The gyro's bias, rad/s, along the gyro's own axes.
  let bias: Vector3

  /// By what the readings would have to be multiplied, where all axes agree that it is more or less than any data
  /// sheet allows: another unit, or another range.
  let wrongGain: Double?

  var areRight: Bool { exchange == .identity }
  /// Whether axes and gains are those of a gyro that is sold.
  var isUsable: Bool { areRight && wrongGain == nil }

  /// What brings the raw rates near the true ones.
  var correction: Matrix3 { exchange * (wrongGain ?? 1) }

  /// Source: chosen; data sheets allow 0.9 to 1.1, and the device's own accelerations bend this fit.
  private static let possibleGains = 0.7...1.5
  /// The part of their mean by which the gains of three axes may differ. Source: chosen, likewise.
  private static let likeGains = 0.3

  /// Source: a limit of the time; the weights hardly change after 4.
  private static let rounds = 6
  /// The largest error of an element of G from which axes can be named. Source: chosen; three are
  /// half of what tells axes apart.
  private static let largestError = 0.1
  /// By how much an exchange must fit better, in a sum over three axes of which each fits by 1.
  /// Source: chosen; another axis fits by 1 less.
  private static let margin = 0.75
  /// The largest median, rad, by which a change of direction may miss. With a larger one accelerations bend G:
  /// what a turn adds to gravity turns with the device.
  /// Source: chosen; a tumble by hand has 0.02, a device that is shaken 0.2 to 0.3.
  private static let largestMisfit = 0.1
  /// The precision of G's elements before the log. Source: weak.
  private static let weak = 0.01
  /// rad: the least scatter of a change of direction. Source: a numerical guard, below the noise of any sensor.
  private static let leastScatter = 1e-3

  /// How a direction changed from a window to the next one.
  private struct Change {
    /// In between.
    var direction: Vector3
    /// rad/s, raw.
    var rate: Vector3
    /// s.
    var duration: Double
    var change: Vector3

    func residual(_ g: Matrix3, _ c: Vector3) -> Double {
      (change - direction.cross(g * rate - c) * duration).length
    }
  }

  /// - Parameter fieldAxes: magnetometer's axes → inertial axes, roughly.
  /// - Returns: `nil` where the log does not show it.
  init?(_ windows: InertialWindows, _ log: InertialBlocks, fieldAxes: Matrix3) {
    guard log.hasGyro else { return nil }
    let gravity = Self.changes(windows, log) { $0.force?.value }
    let field = Self.changes(windows, log) { block in block.field.map { fieldAxes * $0.value } }
    guard let (g, c) = Self.fit(gravity) ?? Self.fit(field) else { return nil }
    func fit(_ m: Matrix3) -> Double {
      m.row0.dot(g.row0) + m.row1.dot(g.row1) + m.row2.dot(g.row2)
    }
    let exchanges = axisRotations + axisRotations.map(\.negated)
    guard let best = exchanges.max(by: { fit($0) < fit($1) }) else { return nil }
    exchange = fit(best) > fit(.identity) + Self.margin ? best : .identity
    let gains = [
      exchange.row0.dot(g.row0), exchange.row1.dot(g.row1), exchange.row2.dot(g.row2),
    ]
    let mean = gains.reduce(0, +) / 3
    let areAlike = gains.allSatisfy { abs($0 - mean) < Self.likeGains * mean }
    wrongGain = areAlike && !Self.possibleGains.contains(mean) ? mean : nil
    bias = exchange.transposed * c / (wrongGain ?? 1)
  }

  /// G and c, or `nil` where the changes do not show them.
  private static func fit(_ changes: [Change]) -> (Matrix3, Vector3)? {
    var (g, c) = (Matrix3.identity, Vector3.zero)
    var covariance: [[Double]] = []
    for round in 0..<rounds {
      let residuals = changes.map { $0.residual(g, c) }
      let scale = round > 0 ? max(deviationPerMedian * median(residuals), leastScatter) : 1
      let weights = residuals.map { residual in
        let ratio = round > 0 ? residual / (tukeyWidth * scale) : 0
        return 1 / (scale * scale * (1 + ratio * ratio) * (1 + ratio * ratio))
      }
      guard let solved = Self.solved(changes, weights) else { return nil }
      let x = solved.x
      g = Matrix3(Vector3(x[0], x[1], x[2]), Vector3(x[3], x[4], x[5]), Vector3(x[6], x[7], x[8]))
      c = Vector3(x[9], x[10], x[11])
      covariance = solved.covariance
    }
    let isKnown = (0..<9).allSatisfy { covariance[$0][$0].squareRoot() < largestError }
    let misfit = median(changes.map { $0.residual(g, c) })
    return isKnown && misfit < largestMisfit ? (g, c) : nil
  }

  private static func changes(
    _ windows: InertialWindows, _ log: InertialBlocks,
    _ reading: (InertialBlocks.Block) -> Vector3?
  ) -> [Change] {
    func mean(_ window: Int) -> (direction: Vector3, rate: Vector3)? {
      let blocks = log.blocks[windows.windows[window]]
      let direction = blocks.reduce(.zero) { $0 + (reading($1) ?? .zero) }
      let rate = blocks.reduce(.zero) { $0 + $1.rate } / Double(blocks.count)
      return direction.normalized.map { ($0, rate) }
    }
    return windows.windows.indices.filter(windows.isJoined).compactMap { window in
      guard let a = mean(window), let b = mean(window + 1),
        let direction = (a.direction + b.direction).normalized
      else { return nil }
      return Change(
        direction: direction, rate: (a.rate + b.rate) / 2,
        duration: windows.time(window + 1) - windows.time(window),
        change: b.direction - a.direction)
    }
  }

  /// G by rows, then c.
  private static func solved(
    _ changes: [Change], _ weights: [Double]
  ) -> (x: [Double], covariance: [[Double]])? {
    var equations = NormalEquations(count: 12)
    for (change, weight) in zip(changes, weights) {
      var columns: [Vector3] = []
      let turns = axes.map { change.direction.cross($0) * change.duration }
      for turn in turns {
        columns += [turn * change.rate.x, turn * change.rate.y, turn * change.rate.z]
      }
      columns += turns.map { -$0 }
      equations.add(row: columns.map(\.x), value: change.change.x, weight: weight)
      equations.add(row: columns.map(\.y), value: change.change.y, weight: weight)
      equations.add(row: columns.map(\.z), value: change.change.z, weight: weight)
    }
    for place in 0..<12 {
      equations.add(row: (0..<12).map { $0 == place ? 1 : 0 }, value: 0, weight: weak)
    }
    return equations.solved()
  }
}
