import Quantities

/// The errors of gyro and accelerometer beside the gyro's bias, as the filter estimates them.
///
/// true rate = (1 − `gyroMatrix`) · (measured − bias), true force = measured − `accelerometerOffset`, body frame.
struct InertialErrors: Equatable {
  /// Part of 1: scale on the diagonal, cross-axis sensitivity beside it.
  var gyroMatrix = Matrix3.zero
  /// m/s². Errors of the accelerometer's gains are in it: they change an offset with the direction of gravity.
  var accelerometerOffset = Vector3.zero

  /// rad/s, body frame: a rate without the gyro's errors.
  ///
  /// - Parameter measured: the bias taken out.
  func rate(_ measured: Vector3) -> Vector3 { measured - gyroMatrix * measured }
}

extension Matrix3 {
  /// The nine elements by rows.
  init(elements: (Int) -> Double) {
    self.init(
      Vector3(elements(0), elements(1), elements(2)),
      Vector3(elements(3), elements(4), elements(5)),
      Vector3(elements(6), elements(7), elements(8)))
  }
}

/// The variances of `InertialErrors`, and how the temperature and the accelerometer's gains change them.
struct InertialVariances: Equatable {
  /// By element.
  var gyroMatrix: Matrix3
  /// (m/s²)², body frame.
  var accelerometerOffset: Vector3
  /// (m/s²)²: what the errors of the accelerometer's gains and axes make of an offset in another attitude.
  var gains: Double

  /// Of sensors as they are sold.
  init(_ tolerances: InertialTolerances) {
    let (gyro, accelerometer) = (tolerances.gyro, tolerances.accelerometer)
    let kelvins = SensorNoise.temperatureChange
    let scale = gyro.scale * gyro.scale
    let across = gyro.crossAxis * gyro.crossAxis
    gyroMatrix = Matrix3 { $0 % 4 == 0 ? scale : across }
    let drift = accelerometer.offsetPerKelvin * kelvins
    let across0 = accelerometer.crossAxis * standardGravity
    let offset = accelerometer.offset * accelerometer.offset + drift * drift + across0 * across0
    accelerometerOffset = Vector3(offset, offset, offset)
    let gain = accelerometer.scale * standardGravity
    gains = gain * gain + across0 * across0
  }
}

extension Covariance {
  /// Adds those of the errors of gyro and accelerometer.
  mutating func add(_ variances: InertialVariances) {
    let matrix = variances.gyroMatrix
    add(variances: matrix.row0, from: StateIndex.gyroMatrix)
    add(variances: matrix.row1, from: StateIndex.gyroMatrix + 3)
    add(variances: matrix.row2, from: StateIndex.gyroMatrix + 6)
    add(variances: variances.accelerometerOffset, from: StateIndex.accelerometerOffset)
  }

  private mutating func add(variances: Vector3, from start: Int) {
    add(variance: variances.x, from: start, count: 1)
    add(variance: variances.y, from: start + 1, count: 1)
    add(variance: variances.z, from: start + 2, count: 1)
  }

  /// The variances of the errors of gyro and accelerometer.
  func inertial(gains: Double) -> InertialVariances {
    var variances = InertialVariances(.calibrated)
    variances.gyroMatrix = Matrix3(
      self.variances(from: StateIndex.gyroMatrix), self.variances(from: StateIndex.gyroMatrix + 3),
      self.variances(from: StateIndex.gyroMatrix + 6))
    variances.accelerometerOffset = self.variances(from: StateIndex.accelerometerOffset)
    variances.gains = gains
    return variances
  }
}
