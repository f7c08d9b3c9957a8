/// Three components along the axes of one frame; the type around it says unit and frame.
package struct Vector3: Equatable, Sendable {
  package var x: Double
  package var y: Double
  package var z: Double

  package init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// All components zero.
  package static let zero = Vector3(0, 0, 0)

  package static func + (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(a.x + b.x, a.y + b.y, a.z + b.z)
  }

  package static func - (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(a.x - b.x, a.y - b.y, a.z - b.z)
  }

  package static prefix func - (a: Vector3) -> Vector3 { Vector3(-a.x, -a.y, -a.z) }

  package static func * (a: Vector3, factor: Double) -> Vector3 {
    Vector3(a.x * factor, a.y * factor, a.z * factor)
  }

  package static func / (a: Vector3, divisor: Double) -> Vector3 { a * (1 / divisor) }

  package func dot(_ b: Vector3) -> Double { x * b.x + y * b.y + z * b.z }

  package func cross(_ b: Vector3) -> Vector3 {
    Vector3(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
  }

  /// The Euclidean norm, in the components' unit.
  package var length: Double { dot(self).squareRoot() }

  /// The vector of length 1 in the same direction, or `nil` where there is none.
  package var normalized: Vector3? {
    let length = self.length
    guard length > 0, length.isFinite else { return nil }
    return self / length
  }

  /// Whether no component is NaN or infinite.
  package var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
