import Quantities

/// What a fitted model is as calibrations, with their standard deviations.
extension TumbleModel {
  /// What sampling leaves of the gyro's gains and cross-axis terms, one standard deviation.
  /// Source: measured on simulated boards that a hand turns fast, at 100 Hz.
  private static let leastMatrixDeviation = 0.0003

  /// m/s².
  func accelerometer(_ covariance: SymmetricMatrix) -> AxesCalibration {
    func sigma(_ place: Int) -> Double { max(covariance[place, place], 0).squareRoot() }
    let d = (0..<6).map { sigma(Unknown.forceMatrix + $0) }
    return AxesCalibration(
      offset: forceOffset, matrix: forceMatrix,
      offsetSigma: Vector3(sigma(0), sigma(1), sigma(2)),
      matrixSigma: Matrix3(
        Vector3(d[0], d[3], d[4]), Vector3(d[3], d[1], d[5]), Vector3(d[4], d[5], d[2])))
  }

  /// Magnetometer's axes → the accelerometer's.
  func magnetometer(_ covariance: SymmetricMatrix) -> Misalignment {
    func row(_ i: Int) -> Vector3 {
      let (place, first) = (Unknown.rotation + i, Unknown.rotation)
      return Vector3(
        covariance[place, first], covariance[place, first + 1], covariance[place, first + 2])
    }
    return Misalignment(
      rotation: Quaternion(rotation), covariance: Matrix3(row(0), row(1), row(2)), gyroBias: bias)
  }

  /// rad/s.
  func gyro(
    _ covariance: SymmetricMatrix, _ parameters: InertialParameters
  ) -> AxesCalibration {
    func sigmas(_ place: Int, atLeast least: Double) -> Vector3 {
      func sigma(_ place: Int) -> Double {
        (max(covariance[place, place], 0) + least * least).squareRoot()
      }
      return Vector3(sigma(place), sigma(place + 1), sigma(place + 2))
    }
    let (x, least) = (Unknown.rateMatrix, Self.leastMatrixDeviation)
    let (y, z) = (x + 3, x + 3 + 3)
    return AxesCalibration(
      offset: bias, matrix: rateMatrix,
      offsetSigma: sigmas(Unknown.bias, atLeast: parameters.biasCurve),
      matrixSigma: Matrix3(
        sigmas(x, atLeast: least), sigmas(y, atLeast: least), sigmas(z, atLeast: least)),
      forceSensitivity: biasPerForce)
  }
}
