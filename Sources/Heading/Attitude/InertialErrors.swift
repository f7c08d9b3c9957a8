import Quantities
import SensorHealth

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

/// The variances of `InertialErrors`, and how the temperature and the accelerometer's gains change them.
struct InertialVariances: Equatable {
  /// By element.
  var gyroMatrix: Matrix3
  /// (m/s²)², body frame: of the part that is estimated, at most `learnable`².
  var accelerometerOffset: Vector3
  var considered = Considered()
  var gyroDrift = GyroDrift.none

  /// What counts, and is not estimated.
  struct Considered: Equatable {
    /// (m/s²)²: what the errors of the accelerometer's gains and axes make of an offset in another attitude.
    var gains = 0.0
    /// (m/s²)², each axis: of the accelerometer's offset.
    var offset = 0.0
    /// (m/s²)², each axis: what gravity in other attitudes suggests beyond that.
    var suspectedOffset = 0.0
  }

  /// (m/s²)², of each axis in the mean: how far the accelerometer's offset may be off.
  var meanOffset: Double {
    let offset = accelerometerOffset
    return (offset.x + offset.y + offset.z) / 3 + considered.offset
  }

  /// m/s²: what the filter may learn of an accelerometer's offset. A device in the hand accelerates as it turns, and
  /// what does so looks like an offset: with more, the heading of a good accelerometer gets worse by it.
  /// Source: chosen on the recordings and copies of them with offsets; from 0.05 to 0.1 is the same.
  static let learnable = 0.07
}

extension InertialVariances {
  /// Of sensors as they are sold, or with what a calibration left.
  init(_ tolerances: InertialTolerances, _ calibration: InertialCalibration? = nil) {
    let scale = tolerances.gyro.scale * tolerances.gyro.scale
    let across = tolerances.gyro.crossAxis * tolerances.gyro.crossAxis
    let warmScale = SensorNoise.gyroScaleChange * SensorNoise.gyroScaleChange
    gyroMatrix =
      (calibration?.gyro?.matrixSigma.squared ?? Matrix3 { $0 == $1 ? scale : across })
      + Matrix3 { $0 == $1 ? warmScale : 0 }
    let accelerometer = tolerances.accelerometer
    let drift = accelerometer.offsetPerKelvin * SensorNoise.temperatureChange
    if let known = calibration?.accelerometer {
      let matrix = known.matrixSigma.squared
      accelerometerOffset = known.offsetSigma.squared
      let gain = (matrix.row0.x + matrix.row1.y + matrix.row2.z) / 3
      let shear = (matrix.row0.y + matrix.row0.z + matrix.row1.z) / 3
      considered.gains = (gain + shear) * standardGravity * standardGravity
    } else {
      let gain = accelerometer.scale * standardGravity
      let shear = accelerometer.crossAxis * standardGravity
      let offset = accelerometer.offset * accelerometer.offset + shear * shear
      accelerometerOffset = Vector3(offset, offset, offset)
      considered.gains = gain * gain + shear * shear
    }
    let warmth = drift * drift
    let offset = accelerometerOffset + Vector3(warmth, warmth, warmth)
    let most = Self.learnable * Self.learnable
    accelerometerOffset = Vector3(min(offset.x, most), min(offset.y, most), min(offset.z, most))
    let rest = offset - accelerometerOffset
    considered.offset = (rest.x + rest.y + rest.z) / 3
    considered.gains = min(considered.gains, most)
    gyroDrift = GyroDrift(
      perKelvin: tolerances.gyro.biasPerKelvin, isKnown: tolerances != .cheapBoard)
  }
}

/// What is known of gyro and accelerometer at one moment.
struct InertialEstimate: Equatable {
  /// rad/s, body frame, and (rad/s)².
  var gyroBias: Vector3
  var gyroBiasVariances: Vector3
  var errors: InertialErrors
  var variances: InertialVariances
  /// Whether the gyro was taken for one that was never calibrated.
  var isGyroDistrusted: Bool
}

extension Covariance {
  /// Adds those of the errors of gyro and accelerometer.
  mutating func add(_ variances: InertialVariances) {
    add(gyroMatrix: variances.gyroMatrix)
    add(variances: variances.accelerometerOffset, from: StateIndex.accelerometerOffset)
  }

  /// Adds those of the gyro's matrix, by element.
  mutating func add(gyroMatrix matrix: Matrix3) {
    add(variances: matrix.row0, from: StateIndex.gyroMatrix)
    add(variances: matrix.row1, from: StateIndex.gyroMatrixRow(1))
    add(variances: matrix.row2, from: StateIndex.gyroMatrixRow(2))
  }

  /// Makes the errors of gyro and accelerometer independent of all others, with those variances.
  mutating func reset(_ variances: InertialVariances) {
    let (matrix, offset) = (StateIndex.gyroMatrixParts, StateIndex.accelerometerOffsetParts)
    scale(by: 0, from: matrix.lowerBound, count: matrix.count)
    scale(by: 0, from: offset.lowerBound, count: offset.count)
    add(variances)
  }

  /// Those of the gyro's matrix, by element.
  var gyroMatrixVariances: Matrix3 {
    Matrix3(
      variances(from: StateIndex.gyroMatrix), variances(from: StateIndex.gyroMatrixRow(1)),
      variances(from: StateIndex.gyroMatrixRow(2)))
  }

  /// The variances of the errors of gyro and accelerometer.
  func inertial(considered: InertialVariances.Considered, gyroDrift: GyroDrift)
    -> InertialVariances
  {
    InertialVariances(
      gyroMatrix: gyroMatrixVariances,
      accelerometerOffset: variances(from: StateIndex.accelerometerOffset), considered: considered,
      gyroDrift: gyroDrift)
  }
}
