import Quantities

/// Which axes of the accelerometer the gyro's axes are, by how gravity turns in a tumble.
///
/// Gravity's direction u turns by u' = u × ω. With any matrix G and offset c that is linear in both:
/// u' = u × (G ω − c), which needs no start and finds exchanged and reversed axes as well as right ones.
struct GyroAxes {
  /// The exchange and reversal next to G: calibrated rate = `exchange` · raw, roughly.
  let exchange: Matrix3
  /// The gyro's bias, rad/s, along the gyro's own axes.
  let bias: Vector3

  var areRight: Bool { exchange == .identity }

  private static let rounds = 6
  /// The largest error of an element of G from which axes can be named. Source: chosen; a quarter of 1.
  private static let largestError = 0.25
  /// By how much an exchange must fit better (sum over the three axes, 6 where two are reversed).
  /// Source: chosen.
  private static let margin = 0.75
  /// The precision of a rate without any data, s²/rad². Source: weak, 10 rad/s.
  private static let weak = 0.01

  /// - Returns: `nil` where the log does not show it.
  init?(_ windows: InertialWindows, _ log: InertialBlocks) {
    guard log.hasGyro else { return nil }
    var rows: [(direction: Vector3, rate: Vector3, seconds: Double, change: Vector3)] = []
    func mean(_ window: Int) -> (up: Vector3, rate: Vector3)? {
      var (up, rate) = (Vector3.zero, Vector3.zero)
      for index in windows.windows[window] {
        up = up + (log.blocks[index].force?.value ?? .zero)
        rate = rate + log.blocks[index].rate
      }
      let count = Double(windows.windows[window].count)
      return up.normalized.map { ($0, rate / count) }
    }
    for window in windows.windows.indices where windows.isJoined(window) {
      guard let a = mean(window), let b = mean(window + 1),
        let direction = (a.up + b.up).normalized
      else { continue }
      rows.append(
        (
          direction, (a.rate + b.rate) / 2, windows.time(window + 1) - windows.time(window),
          b.up - a.up
        ))
    }
    var (g, c) = (Matrix3.identity, Vector3.zero)
    var covariance: [[Double]] = []
    var scale = 1.0
    for round in 0..<Self.rounds {
      let residuals = rows.map { row in
        (row.change - row.direction.cross(g * row.rate - c) * row.seconds).length
      }
      if round > 0 { scale = max(deviationPerMedian * median(residuals), 1e-3) }
      var equations = NormalEquations(count: 12)
      for (row, residual) in zip(rows, residuals) {
        let ratio = round > 0 ? residual / (tukeyWidth * scale) : 0
        let weight = 1 / (scale * scale * (1 + ratio * ratio) * (1 + ratio * ratio))
        var columns: [Vector3] = []
        for axis in axes {
          let column = row.direction.cross(axis) * row.seconds
          columns += [column * row.rate.x, column * row.rate.y, column * row.rate.z]
        }
        for axis in axes { columns.append(row.direction.cross(axis) * -row.seconds) }
        equations.add(row: columns.map(\.x), value: row.change.x, weight: weight)
        equations.add(row: columns.map(\.y), value: row.change.y, weight: weight)
        equations.add(row: columns.map(\.z), value: row.change.z, weight: weight)
      }
      for place in 0..<12 {
        equations.add(
          row: (0..<12).map { $0 == place ? 1 : 0 }, value: 0,
          weight: round == 0 ? 1e-6 : Self.weak)
      }
      guard let solved = equations.solved() else { return nil }
      let x = solved.x
      g = Matrix3(Vector3(x[0], x[1], x[2]), Vector3(x[3], x[4], x[5]), Vector3(x[6], x[7], x[8]))
      c = Vector3(x[9], x[10], x[11])
      covariance = solved.covariance
    }
    guard (0..<9).allSatisfy({ covariance[$0][$0].squareRoot() < Self.largestError }) else {
      return nil
    }
    func fit(_ m: Matrix3) -> Double { m.row0.dot(g.row0) + m.row1.dot(g.row1) + m.row2.dot(g.row2) }
    let best = (axisRotations + axisRotations.map(\.negated)).max { fit($0) < fit($1) }
    guard let best else { return nil }
    exchange = fit(best) > fit(.identity) + Self.margin ? best : .identity
    bias = exchange.transposed * c
  }
}
