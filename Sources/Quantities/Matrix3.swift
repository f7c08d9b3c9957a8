/// A 3 × 3 matrix by rows.
// Public, because the compiler inlines only public code in other modules, which use it for each
// sample.
public struct Matrix3: Equatable, Sendable {
  public var row0: Vector3
  public var row1: Vector3
  public var row2: Vector3

  public init(_ row0: Vector3, _ row1: Vector3, _ row2: Vector3) {
    self.row0 = row0
    self.row1 = row1
    self.row2 = row2
  }

  /// Ones on the diagonal.
  public static let identity = Matrix3(Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1))

  /// All entries zero.
  public static let zero = Matrix3(.zero, .zero, .zero)

  public static func + (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(a.row0 + b.row0, a.row1 + b.row1, a.row2 + b.row2)
  }

  public static func * (a: Matrix3, factor: Double) -> Matrix3 {
    Matrix3(a.row0 * factor, a.row1 * factor, a.row2 * factor)
  }

  public static func * (m: Matrix3, v: Vector3) -> Vector3 {
    Vector3(m.row0.dot(v), m.row1.dot(v), m.row2.dot(v))
  }

  public static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    let t = b.transposed
    return Matrix3(t * a.row0, t * a.row1, t * a.row2)
  }

  /// Rows and columns exchanged.
  public var transposed: Matrix3 {
    Matrix3(
      Vector3(row0.x, row1.x, row2.x), Vector3(row0.y, row1.y, row2.y),
      Vector3(row0.z, row1.z, row2.z))
  }

  /// The determinant: 1 for a rotation, −1 for a mirrored frame.
  public var determinant: Double { row0.dot(row1.cross(row2)) }

  /// The inverse (adjugate over determinant), or `nil` where the determinant is 0 or not finite.
  public var inverse: Matrix3? {
    let determinant = self.determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    return Matrix3(
      row1.cross(row2) / determinant, row2.cross(row0) / determinant, row0.cross(row1) / determinant
    ).transposed
  }

  /// Whether this is a proper rotation: orthonormal rows within `tolerance`, determinant +1.
  public func isRotation(tolerance: Double = 1e-3) -> Bool {
    let product = self * transposed
    let error = [
      (product.row0 - Matrix3.identity.row0).length,
      (product.row1 - Matrix3.identity.row1).length,
      (product.row2 - Matrix3.identity.row2).length,
    ]
    return error.allSatisfy { $0 <= tolerance } && determinant > 0
  }
}

extension Matrix3 {
  /// The axial vector of the antisymmetric part: the rotation vector, rad, by which a matrix near the identity turns.
  package var axialVector: Vector3 {
    Vector3(row2.y - row1.z, row0.z - row2.x, row1.x - row0.y) / 2
  }

  /// The matrix of a rotation: it turns components as the quaternion, of length 1, does.
  @inlinable public init(_ q: Quaternion) {
    let (xx, yy, zz) = (q.x * q.x, q.y * q.y, q.z * q.z)
    let (xy, xz, yz) = (q.x * q.y, q.x * q.z, q.y * q.z)
    let (wx, wy, wz) = (q.w * q.x, q.w * q.y, q.w * q.z)
    self.init(
      Vector3(1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)),
      Vector3(2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx)),
      Vector3(2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy)))
  }
}

// MARK: - Elements
extension Matrix3 {
  /// The element of each row and column, each 0 to 2.
  @inlinable public init(elements: (_ row: Int, _ column: Int) -> Double) {
    self.init(
      Vector3(elements(0, 0), elements(0, 1), elements(0, 2)),
      Vector3(elements(1, 0), elements(1, 1), elements(1, 2)),
      Vector3(elements(2, 0), elements(2, 1), elements(2, 2)))
  }

  /// The element of a row and a column, each 0 to 2.
  @inlinable public subscript(row: Int, column: Int) -> Double {
    (row == 0 ? row0 : row == 1 ? row1 : row2)[column]
  }

  /// Each element squared.
  package var squared: Matrix3 { Matrix3(row0.squared, row1.squared, row2.squared) }
}
