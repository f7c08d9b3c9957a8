private import Glibc
import Quantities

/// What explains gravity and field in every pose of a tumble.
///
/// With a specific force f, a turn rate ω and a field m as they were read, and R the attitude that the gyro integrates:
///
///     A (f − a) = g Rᵀ up + Rᵀ (R r)″  gravity has one strength and direction, and a turn accelerates the device
///     M D (m − c) = Rᵀ field         the field has one strength and inclination
///     R' = R [G (ω − b − b' t − F f)]×    the gyro carries both from pose to pose
struct TumbleModel {
  /// m/s²: a.
  var forceOffset = Vector3.zero
  /// A, symmetric.
  var forceMatrix = Matrix3.identity
  /// Gravity in units of the standard one.
  var gravity = 1.0
  /// m: r, from the centre of the turns to the accelerometer, where one point stays. On a hand's wrist it does, and
  /// its centripetal force points along the device as an offset does.
  var lever = Vector3.zero
  /// rad/s: b, in the middle of the log.
  var bias = Vector3.zero
  /// G.
  var rateMatrix = Matrix3.identity
  /// rad/s²: b'.
  var biasDrift = Vector3.zero
  /// rad/s for 1 m/s²: F.
  var biasPerForce = Matrix3.zero
  /// M: magnetometer's axes → inertial axes.
  var rotation: Matrix3
  /// s, of the field against the turn rate.
  var delay: Double
  /// The field's part upwards, in its strength.
  var sineUp = 0.0
  /// c and D, of what the magnetometer's calibration left; in strengths of the field.
  var fieldOffset = Vector3.zero
  var fieldMatrix = Matrix3.identity

  /// The indices of the unknowns in a row of the equations. Source: derived.
  enum Unknown {
    static let forceOffset = 0
    static let forceMatrix = 3  // xx, yy, zz, xy, xz, yz
    static let gravity = forceMatrix + ofSymmetric
    static let lever = gravity + 1
    static let bias = lever + 3
    static let rateMatrix = bias + 3  // by rows
    static let biasDrift = rateMatrix + ofMatrix
    static let biasPerForce = biasDrift + 3  // by rows
    static let rotation = biasPerForce + ofMatrix
    static let delay = rotation + 3
    static let sineUp = delay + 1
    static let fieldOffset = sineUp + 1
    static let fieldMatrix = fieldOffset + 3
    static let count = fieldMatrix + ofSymmetric

    /// The elements of a symmetric and of any 3 × 3 matrix. Source: derived.
    static let (ofSymmetric, ofMatrix) = (6, 9)
  }

  /// The largest vertical part of the field. Source: a numerical guard, 2.6° from the vertical.
  private static let largestSine = 0.999

  /// The places of the six elements of a symmetric matrix: diagonal, then beside it.
  static let symmetric = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]

  /// The turn rate, rad/s, without the gyro's errors.
  ///
  /// - Parameter time: s since the middle of the log.
  func rate(_ raw: Vector3, force: Vector3, time: Double) -> Vector3 {
    rateMatrix * unbiased(raw, force: force, time: time)
  }

  /// The same before the matrix.
  func unbiased(_ raw: Vector3, force: Vector3, time: Double) -> Vector3 {
    raw - bias - biasDrift * time - biasPerForce * force
  }

  /// North horizontal, west, up; in units of the strength.
  var field: Vector3 { Vector3(max(0, 1 - sineUp * sineUp).squareRoot(), 0, sineUp) }

  /// Moves by a step of the unknowns.
  mutating func move(by step: [Double]) {
    func vector(_ place: Int) -> Vector3 { Vector3(step[place], step[place + 1], step[place + 2]) }
    func full(_ place: Int) -> Matrix3 {
      Matrix3(vector(place), vector(place + 3), vector(place + 3 + 3))
    }
    func symmetric(_ place: Int) -> Matrix3 {
      let (d, e) = (vector(place), vector(place + 3))
      return Matrix3(Vector3(d.x, e.x, e.y), Vector3(e.x, d.y, e.z), Vector3(e.y, e.z, d.z))
    }
    forceOffset = forceOffset + vector(Unknown.forceOffset)
    forceMatrix = forceMatrix + symmetric(Unknown.forceMatrix)
    gravity += step[Unknown.gravity]
    lever = lever + vector(Unknown.lever)
    bias = bias + vector(Unknown.bias)
    rateMatrix = rateMatrix + full(Unknown.rateMatrix)
    biasDrift = biasDrift + vector(Unknown.biasDrift)
    biasPerForce = biasPerForce + full(Unknown.biasPerForce)
    rotation = Quaternion(rotationVector: vector(Unknown.rotation)).matrix * rotation
    delay += step[Unknown.delay]
    let largestSine = Self.largestSine
    sineUp = min(max(sineUp + step[Unknown.sineUp], -largestSine), largestSine)
    fieldOffset = fieldOffset + vector(Unknown.fieldOffset)
    fieldMatrix = fieldMatrix + symmetric(Unknown.fieldMatrix)
  }

  /// What the unknowns, in their order, differ from those before the log: see `InertialPrior`.
  func difference(from start: TumbleModel) -> [Double] {
    func elements(_ v: Vector3) -> [Double] { [v.x, v.y, v.z] }
    func elements(_ m: Matrix3) -> [Double] {
      elements(m.row0) + elements(m.row1) + elements(m.row2)
    }
    func six(_ m: Matrix3) -> [Double] {
      [m.row0.x, m.row1.y, m.row2.z, m.row0.y, m.row0.z, m.row1.z]
    }
    let turned = Quaternion(rotation * start.rotation.transposed)
    let turn = Vector3(turned.x, turned.y, turned.z) * (turned.w < 0 ? -2 : 2)
    var all = elements(forceOffset - start.forceOffset)
    all += six(forceMatrix + start.forceMatrix * -1)
    all.append(gravity - start.gravity)
    all += elements(lever - start.lever)
    all += elements(bias - start.bias)
    all += elements(rateMatrix + start.rateMatrix * -1)
    all += elements(biasDrift - start.biasDrift)
    all += elements(biasPerForce + start.biasPerForce * -1)
    all += elements(turn)
    all += [delay - start.delay, sineUp - start.sineUp]
    all += elements(fieldOffset - start.fieldOffset)
    all += six(fieldMatrix + start.fieldMatrix * -1)
    return all
  }
}
