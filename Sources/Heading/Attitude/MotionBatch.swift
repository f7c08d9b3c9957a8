import Quantities

/// What was measured since the filter's last update, turned into the earth frame as it came.
///
/// The covariance needs a step ten times a second, not at every sample: what it has to know of the
/// time between is in these sums.
struct MotionBatch {
  let start: Timestamp
  /// ∫ body → earth dt, s: how a gyro bias turns the attitude.
  private(set) var attitudeIntegral = Matrix3.zero
  /// ∫ body → earth · rate dt for the rate about x, y and z, rad: how the gyro's matrix turns the attitude.
  private(set) var rateIntegrals = (x: Matrix3.zero, y: Matrix3.zero, z: Matrix3.zero)
  /// The rotation vector, earth frame, rad.
  private(set) var turn = Vector3.zero
  /// ∫ |rate| dt, rad: all the turning, back and forth.
  private(set) var turning = 0.0

  private var rates = Mean()
  private var forces = Mean()
  private var fields = Mean()
  private var lateness = Mean()
  private var fieldAttitude = Matrix3.zero
  private var forceAttitude = Matrix3.zero

  init(start: Timestamp) { self.start = start }

  /// rad/s, body frame, bias included; `nil` without a gyro sample.
  var meanRate: Vector3? { rates.value }
  /// Specific force, earth frame, m/s².
  var meanForce: Vector3? { forces.value }
  /// Field, earth frame, µT.
  var meanField: Vector3? { fields.value }
  /// By how much `meanField` changes for each second that the magnetometer is later, µT/s.
  var meanFieldPerDelay: Vector3 { lateness.value ?? .zero }
  /// Body → earth, mean over the field's samples.
  var meanFieldAttitude: Matrix3 { fieldAttitude * (1 / Double(max(fields.count, 1))) }

  /// Body → earth, mean over the accelerometer's samples.
  var meanForceAttitude: Matrix3 { forceAttitude * (1 / Double(max(forces.count, 1))) }

  /// Takes the gyro's mean rate over `interval` s.
  ///
  /// - Parameters:
  ///   - sample: rad/s, body frame, as it was read.
  ///   - rate: the same without the gyro's errors.
  ///   - attitude: body → earth in the middle of the interval.
  mutating func add(
    rate sample: Vector3, corrected rate: Vector3, attitude: Matrix3, over interval: Double
  ) {
    rates.add(sample)
    let step = attitude * interval
    attitudeIntegral = attitudeIntegral + step
    rateIntegrals.x = rateIntegrals.x + step * rate.x
    rateIntegrals.y = rateIntegrals.y + step * rate.y
    rateIntegrals.z = rateIntegrals.z + step * rate.z
    turn = turn + attitude * rate * interval
    turning += rate.length * interval
  }

  /// Takes a specific force, m/s², earth frame.
  ///
  /// - Parameter attitude: body → earth as it was when the force was measured.
  mutating func add(force: Vector3, attitude: Matrix3) {
    forces.add(force)
    forceAttitude = forceAttitude + attitude
  }

  /// Takes a field, µT, earth frame.
  ///
  /// - Parameters:
  ///   - attitude: body → earth as it was when the field was measured.
  ///   - rate: rad/s, earth frame, of then.
  mutating func add(field: Vector3, attitude: Matrix3, rate: Vector3) {
    fields.add(field)
    lateness.add(field.cross(rate))
    fieldAttitude = fieldAttitude + attitude
  }

  /// A running mean of vectors.
  private struct Mean {
    private var sum = Vector3.zero
    private(set) var count = 0

    var value: Vector3? { count > 0 ? sum / Double(count) : nil }

    mutating func add(_ sample: Vector3) {
      sum = sum + sample
      count += 1
    }
  }
}

extension MotionBatch {
  /// How errors of the gyro turned the attitude: a bias that is too small by b by −∫ C dt b, a matrix that is too
  /// small by E by −∫ C E ω dt.
  var errorRows: StateVectors {
    let (x, y, z) = (rateIntegrals.x, rateIntegrals.y, rateIntegrals.z)
    var rows = StateVectors()
    rows.set(attitudeIntegral * -1, from: StateIndex.gyroBias)
    for component in 0..<3 {
      for row in 0..<3 {
        let rates = Vector3(x[component, row], y[component, row], z[component, row])
        rows.set(-rates, of: component, from: StateIndex.gyroMatrixRow(row))
      }
    }
    return rows
  }
}
