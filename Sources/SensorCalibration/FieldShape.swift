import Quantities

/// The parameters of an ellipsoid. Source: centre (3), diagonal (3) and the elements beside it (3).
let ellipsoidUnknowns = 9

/// Where calibrated fields come from: strength 1 = |`matrix` · (raw − `centre`)|.
struct FieldShape: Equatable {
  var centre: Vector3
  /// Symmetric, positive definite, in 1/unit of the raw field.
  var matrix: Matrix3

  /// The raw field of a sphere with the same volume.
  var radius: Double { 1 / cubeRoot(matrix.determinant) }

  /// Strength less 1.
  func residual(_ raw: Vector3) -> Double { (matrix * (raw - centre)).length - 1 }

  /// The direction of the calibrated field; length near 1.
  func direction(_ raw: Vector3) -> Vector3 { matrix * (raw - centre) }

  /// The derivatives of `residual` by centre (3), diagonal (3) and the elements beside it (xy, xz, yz).
  func gradient(_ raw: Vector3) -> (residual: Double, gradient: InlineArray<9, Double>) {
    let d = raw - centre
    let y = matrix * d
    let length = max(y.length, 1e-12)
    let n = y / length
    let b = -(matrix * n)
    return (
      length - 1,
      [
        b.x, b.y, b.z, n.x * d.x, n.y * d.y, n.z * d.z, n.x * d.y + n.y * d.x,
        n.x * d.z + n.z * d.x, n.y * d.z + n.z * d.y,
      ]
    )
  }

  /// The shape whose nine parameters differ by `step`.
  func moved(by step: [Double]) -> FieldShape {
    let m = matrix
    let (xy, xz, yz) = (m.row0.y + step[6], m.row0.z + step[7], m.row1.z + step[8])
    return FieldShape(
      centre: centre + Vector3(step[0], step[1], step[2]),
      matrix: Matrix3(
        Vector3(m.row0.x + step[3], xy, xz), Vector3(xy, m.row1.y + step[4], yz),
        Vector3(xz, yz, m.row2.z + step[5])))
  }

  /// Whether the matrix stretches and does not mirror (Sylvester's criterion).
  var isStretch: Bool {
    let minor = matrix.row0.x * matrix.row1.y - matrix.row0.y * matrix.row1.x
    return matrix.row0.x > 0 && minor > 0 && matrix.determinant > 0 && centre.isFinite
  }

  /// The same shape for fields `raw` = `origin` + `scale` · (the fields that this one is of).
  func scaled(by scale: Double, about origin: Vector3) -> FieldShape {
    FieldShape(
      centre: origin + centre * scale,
      matrix: Matrix3(matrix.row0 / scale, matrix.row1 / scale, matrix.row2 / scale))
  }

}

extension FieldShape {
  /// The shape that a report's calibration takes for the Earth's field; `nil` without one.
  init?(_ report: CalibrationReport) {
    guard let calibration = report.calibration, let radius = report.radius, radius > 0 else {
      return nil
    }
    let m = calibration.softIron
    self.init(
      centre: calibration.hardIron,
      matrix: Matrix3(m.row0 / radius, m.row1 / radius, m.row2 / radius))
  }
}
