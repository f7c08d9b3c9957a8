private import Glibc

/// A rotation as a unit quaternion, w first: `rotate(v)` turns components from one frame to
/// another.
// Public, because the compiler inlines only public code in other modules, which use it for each
// sample.
public struct Quaternion: Equatable, Sendable {
  public var w: Double
  public var x: Double
  public var y: Double
  public var z: Double

  public init(w: Double, x: Double, y: Double, z: Double) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  /// No rotation.
  public static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

  /// The rotation by the length of `rotationVector`, in radians, about its direction (right-hand
  /// rule).
  public init(rotationVector v: Vector3) {
    // sin(θ/2)/θ and cos(θ/2) by their series in (θ/2)²: below 0.1 rad the next terms are under 1e-17. The turn between
    // two samples is smaller, and the functions of the C library cost several times as much.
    let square = v.dot(v) / 4
    if square < 0.05 * 0.05 {
      let scale =
        0.5 - square
        * (1 / 12 - square * (1 / 240 - square * (1 / 10_080 - square * (1 / 725_760))))
      let cosine =
        1 - square * (1 / 2 - square * (1 / 24 - square * (1 / 720 - square * (1 / 40_320))))
      self.init(w: cosine, x: v.x * scale, y: v.y * scale, z: v.z * scale)
    } else {
      let angle = v.length
      let scale = sin(angle / 2) / angle
      self.init(w: cos(angle / 2), x: v.x * scale, y: v.y * scale, z: v.z * scale)
    }
  }

  /// The rotation vector, radians, at most half a turn: the inverse of `init(rotationVector:)`.
  package var rotationVector: Vector3 {
    let axis = Vector3(x, y, z) * (w < 0 ? -1 : 1)
    let sine = axis.length
    // atan2(s, c)·2/s → 2 as s → 0: below 1e-9 the next term is under 1e-18
    return axis * (sine > 1e-9 ? 2 * atan2(sine, abs(w)) / sine : 2)
  }

  /// The rotation from aerospace angles, in radians: yaw about z, then pitch about y, then roll
  /// about x; it turns components in the body frame into the earth frame (north, east, down).
  public init(yaw: Double, pitch: Double, roll: Double) {
    self =
      Quaternion(rotationVector: Vector3(0, 0, yaw))
      * Quaternion(rotationVector: Vector3(0, pitch, 0))
      * Quaternion(rotationVector: Vector3(roll, 0, 0))
  }

  /// The shortest rotation that turns the direction of `from` into that of `to`.
  ///
  /// Both have length 1. Opposite directions turn about an axis square to them.
  public init(turning from: Vector3, into to: Vector3) {
    let cosine = from.dot(to)
    guard cosine > -0.999_999_999 else {
      let helper = abs(from.x) < 0.9 ? Vector3(1, 0, 0) : Vector3(0, 1, 0)
      let axis = from.cross(helper)
      self = Quaternion(w: 0, x: axis.x, y: axis.y, z: axis.z).normalized
      return
    }
    let axis = from.cross(to)
    self = Quaternion(w: 1 + cosine, x: axis.x, y: axis.y, z: axis.z).normalized
  }

  /// The rotation `b` followed by `a`.
  @inlinable @inline(__always)
  public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(
      w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
      x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w)
  }

  /// The opposite rotation.
  public var inverse: Quaternion { Quaternion(w: w, x: -x, y: -y, z: -z) }

  /// The same rotation with length 1, without the rounding errors of many products.
  @inlinable public var normalized: Quaternion {
    let square = w * w + x * x + y * y + z * z
    // The root by its series: so near to 1 the next term is under 1e-16.
    let scale = abs(square - 1) < 1e-8 ? 1.5 - square / 2 : 1 / square.squareRoot()
    return Quaternion(w: w * scale, x: x * scale, y: y * scale, z: z * scale)
  }

  /// `v` turned by this rotation.
  public func rotate(_ v: Vector3) -> Vector3 {
    let u = Vector3(x, y, z)
    let t = u.cross(v) * 2
    return v + t * w + u.cross(t)
  }
}

extension Quaternion {
  /// The same rotation as `matrix`, which is proper.
  ///
  /// - Source: S. W. Shepperd, "Quaternion from rotation matrix", J. Guidance and Control 1 (1978):
  ///   divide by the largest component.
  public init(_ m: Matrix3) {
    let (a, b, c) = (m.row0.x, m.row1.y, m.row2.z)
    let squares = [1 + a + b + c, 1 + a - b - c, 1 - a + b - c, 1 - a - b + c]
    let off = (
      m.row2.y - m.row1.z, m.row0.z - m.row2.x, m.row1.x - m.row0.y,
      m.row0.y + m.row1.x, m.row0.z + m.row2.x, m.row1.z + m.row2.y
    )
    switch squares.indices.max(by: { squares[$0] < squares[$1] }) {
    case 1: self.init(w: off.0, x: squares[1], y: off.3, z: off.4)
    case 2: self.init(w: off.1, x: off.3, y: squares[2], z: off.5)
    case 3: self.init(w: off.2, x: off.4, y: off.5, z: squares[3])
    default: self.init(w: squares[0], x: off.0, y: off.1, z: off.2)
    }
    self = normalized
  }
}
