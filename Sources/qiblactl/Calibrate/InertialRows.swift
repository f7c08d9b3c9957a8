import Quantities
import SensorCalibration

/// The rows of `qiblactl fit` for accelerometer and gyro, each value with its standard deviation.
struct InertialRows {
  let lines: [String]

  init(_ report: InertialReport) {
    var lines: [String] = []
    if let sensor = report.calibration?.accelerometer {
      let scale = 1000 / standardGravity
      lines.append(
        Self.row("accel", "offset", sensor.offset * scale, sensor.offsetSigma * scale, 1, "mg"))
      lines += Self.matrix(sensor)
    }
    if let sensor = report.calibration?.gyro {
      let scale = 1.0.inDegrees
      lines.append(
        Self.row("gyro", "bias", sensor.offset * scale, sensor.offsetSigma * scale, 2, "°/s"))
      lines += Self.matrix(sensor)
    }
    let poses = "\(report.restCount) different pose\(report.restCount == 1 ? "" : "s")"
    if let spread = report.inclinationSpread {
      let (before, after) = (spread.before.text(decimals: 2), spread.after.text(decimals: 2))
      lines.append(
        Self.row("rests", "\(poses); inclination ± \(before)° before, ± \(after)° after"))
    } else {
      lines.append(Self.row("rests", poses))
    }
    self.lines = lines
  }

  /// The gains, and the largest cross-axis term.
  private static func matrix(_ sensor: AxesCalibration) -> [String] {
    let (m, sigma) = (sensor.matrix, sensor.matrixSigma)
    let gains = Vector3(m.row0.x - 1, m.row1.y - 1, m.row2.z - 1) * 100
    let deviations = Vector3(sigma.row0.x, sigma.row1.y, sigma.row2.z) * 100
    let beside = [
      (m.row0.y, sigma.row0.y), (m.row0.z, sigma.row0.z), (m.row1.x, sigma.row1.x),
      (m.row1.z, sigma.row1.z), (m.row2.x, sigma.row2.x), (m.row2.y, sigma.row2.y),
    ]
    let largest = beside.max { abs($0.0) < abs($1.0) } ?? (0, 0)
    return [
      row("", "gains", gains, deviations, 2, "%"),
      row("", "cross-axis at most \(pair(largest.0 * 100, largest.1 * 100, 2)) %"),
    ]
  }

  private static func row(
    _ name: String, _ quantity: String, _ values: Vector3, _ sigmas: Vector3, _ decimals: Int,
    _ unit: String
  ) -> String {
    let pairs = [(values.x, sigmas.x), (values.y, sigmas.y), (values.z, sigmas.z)].map {
      pair($0, $1, decimals)
    }
    return row(name, "\(quantity) \(pairs.joined(separator: ", ")) \(unit)")
  }

  private static func pair(_ value: Double, _ sigma: Double, _ decimals: Int) -> String {
    "\(value.text(decimals: decimals)) ± \(sigma.text(decimals: decimals))"
  }

  private static func row(_ name: String, _ text: String) -> String {
    "  \(name.padded(to: 10))\(text)"
  }
}
