private import Glibc

/// Three components along the axes of one frame. The type that contains it defines unit and frame.
// Public, because the compiler inlines only public code in other modules, which use it for each
// sample.
public struct Vector3: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var z: Double

  public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// All components zero.
  public static let zero = Vector3(0, 0, 0)

  public static func + (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(a.x + b.x, a.y + b.y, a.z + b.z)
  }

  public static func - (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(a.x - b.x, a.y - b.y, a.z - b.z)
  }

  public static prefix func - (a: Vector3) -> Vector3 { Vector3(-a.x, -a.y, -a.z) }

  public static func * (a: Vector3, factor: Double) -> Vector3 {
    Vector3(a.x * factor, a.y * factor, a.z * factor)
  }

  public static func / (a: Vector3, divisor: Double) -> Vector3 { a * (1 / divisor) }

  public func dot(_ b: Vector3) -> Double { x * b.x + y * b.y + z * b.z }

  public func cross(_ b: Vector3) -> Vector3 {
    Vector3(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
  }

  /// The Euclidean norm, in the components' unit.
  @inlinable public var length: Double { dot(self).squareRoot() }

  /// The angle between two vectors, radians, from 0 to π; 0 where one has no length.
  public func angle(to b: Vector3) -> Double { atan2(cross(b).length, dot(b)) }

  /// The vector of length 1 in the same direction; `nil` for a vector of length 0.
  @inlinable public var normalized: Vector3? {
    let length = self.length
    guard length > 0, length.isFinite else { return nil }
    return self / length
  }

  /// Whether no component is NaN or infinite.
  public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  /// A component, 0 to 2.
  @inlinable public subscript(component: Int) -> Double {
    component == 0 ? x : component == 1 ? y : z
  }

  /// Each component squared.
  package var squared: Vector3 { Vector3(x * x, y * y, z * z) }
}
