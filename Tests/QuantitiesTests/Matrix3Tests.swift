import Randomness
import Quantities
import Testing

@Suite struct Matrix3Tests {
  private let a = Matrix3(Vector3(1, 2, 3), Vector3(4, 5, 6), Vector3(7, 8, 10))

  @Test func productsMatchTheHandCalculation() {
    #expect(a * Vector3(1, -1, 2) == Vector3(5, 11, 19))
    let b = Matrix3(Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(1, 0, 0))
    #expect(a * b == Matrix3(Vector3(3, 1, 2), Vector3(6, 4, 5), Vector3(10, 7, 8)))
    #expect(b * a == Matrix3(Vector3(4, 5, 6), Vector3(7, 8, 10), Vector3(1, 2, 3)))
    #expect(a.determinant == -3)
    #expect(a.transposed.row0 == Vector3(1, 4, 7))
    #expect(a.transposed.transposed == a)
  }

  // By hand: the adjugate over the determinant, −3.
  @Test func theInverseMatchesTheHandCalculation() throws {
    let inverse = try #require(a.inverse)
    let expected = Matrix3(
      Vector3(-2 / 3.0, -4 / 3.0, 1), Vector3(-2 / 3.0, 11 / 3.0, -2), Vector3(1, -2, 1))
    for (row, other) in [
      (inverse.row0, expected.row0), (inverse.row1, expected.row1), (inverse.row2, expected.row2),
    ] {
      #expect((row - other).length < 1e-14)
    }
    #expect(Matrix3(Vector3(1, 2, 3), Vector3(2, 4, 6), Vector3(0, 0, 1)).inverse == nil)
    #expect(Matrix3(Vector3(.infinity, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)).inverse == nil)
  }

  @Test func aRotationIsOrthonormalAndNotMirrored() {
    #expect(Matrix3.identity.isRotation())
    #expect(!Matrix3(Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, -1)).isRotation())
    #expect(!Matrix3(Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)).isRotation())
    #expect(!Matrix3(Vector3(2, 0, 0), Vector3(0, 0.5, 0), Vector3(0, 0, 1)).isRotation())
    #expect(!Matrix3(Vector3(1, 0.1, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)).isRotation())
    #expect(!Matrix3(.zero, .zero, .zero).isRotation())
    #expect(!Matrix3(Vector3(.nan, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)).isRotation())
    #expect(!Matrix3(Vector3(.infinity, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)).isRotation())
  }

  @Test func aRotationWrittenWithFourDigitsIsOne() {
    let cosine = 0.8660
    let rounded = Matrix3(Vector3(cosine, -0.5, 0), Vector3(0.5, cosine, 0), Vector3(0, 0, 1))
    #expect(rounded.isRotation())
  }

  @Test func theMatrixOfAnyQuaternionIsARotation() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<500 {
      let q = random.rotation()
      let columns = Matrix3(
        q.rotate(Vector3(1, 0, 0)), q.rotate(Vector3(0, 1, 0)), q.rotate(Vector3(0, 0, 1)))
      let v = random.vector(-5...5)
      #expect(columns.isRotation(tolerance: 1e-12))
      #expect(distance(columns.transposed * v, q.rotate(v)) < 1e-12)
    }
  }
}
