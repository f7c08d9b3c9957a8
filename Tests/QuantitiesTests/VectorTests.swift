import Quantities
import Testing

@Suite struct VectorTests {
  @Test func productsMatchTheHandCalculation() {
    let a = Vector3(1, 2, 3)
    let b = Vector3(-4, 5, 6)
    #expect(a.dot(b) == 24)
    #expect(a.cross(b) == Vector3(-3, -18, 13))
    #expect(b.cross(a) == -a.cross(b))
    #expect(a + b == Vector3(-3, 7, 9))
    #expect(a - b == Vector3(5, -3, -3))
    #expect(a * 2 == Vector3(2, 4, 6))
    #expect(a / 2 == Vector3(0.5, 1, 1.5))
    #expect(Vector3(2, 3, 6).length == 7)
  }

  @Test func aVectorWithoutDirectionHasNoUnitVector() {
    #expect(Vector3.zero.normalized == nil)
    #expect(Vector3(.nan, 0, 0).normalized == nil)
    #expect(Vector3(.infinity, 0, 0).normalized == nil)
    #expect(Vector3(0, -3, 4).normalized == Vector3(0, -0.6000000000000001, 0.8))
    #expect(!Vector3(0, .nan, 0).isFinite)
    #expect(Vector3(0, -3, 4).isFinite)
  }

  @Test func theAngleBetweenVectorsDoesNotDependOnTheirLengths() {
    #expect(Vector3(2, 0, 0).angle(to: Vector3(0, 0, -5)) == .pi / 2)
    #expect(Vector3(1, 2, 3).angle(to: Vector3(-2, -4, -6)) == .pi)
    // atan(√3): 60° between two edges of a tetrahedron
    #expect(abs(Vector3(1, 1, 0).angle(to: Vector3(0, 1, 1)) - .pi / 3) < 1e-15)
    // the arc cosine of the scalar product has no digits left here
    #expect(abs(Vector3(1, 0, 0).angle(to: Vector3(1, 1e-9, 0)) - 1e-9) < 1e-24)
    #expect(Vector3.zero.angle(to: Vector3(1, 0, 0)) == 0)
  }

  @Test func aForceIsGravityWithinAPartOfItsLength() {
    #expect(Vector3(0, 0, -9.80665).isGravity(within: 0.01))
    #expect(Vector3(0, 9.9, 0).isGravity(within: 0.01))
    #expect(!Vector3(0, 9.7, 0).isGravity(within: 0.01))
    #expect(!Vector3(0, .nan, 0).isGravity(within: 0.5))
  }
}
