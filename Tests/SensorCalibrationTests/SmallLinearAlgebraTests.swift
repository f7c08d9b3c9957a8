import Quantities
import Randomness
import Testing

@testable import SensorCalibration

@Suite struct SmallLinearAlgebraTests {
  private func positive(_ random: inout SeededGenerator, order: Int) -> SymmetricMatrix {
    let factor = (0..<order).map { _ in (0..<order).map { _ in random.nextNormal() } }
    var matrix = SymmetricMatrix(order: order)
    for i in 0..<order {
      for j in i..<order {
        matrix[i, j] =
          (0..<order).reduce(0) { $0 + factor[i][$1] * factor[j][$1] } + (i == j ? 0.1 : 0)
      }
    }
    return matrix
  }

  @Test func theInverseTimesTheMatrixIsTheIdentity() throws {
    var random = SeededGenerator(seed: 41)
    for order in [1, 3, 9] {
      let matrix = positive(&random, order: order)
      let inverse = try #require(matrix.inverse)
      for i in 0..<order {
        for j in 0..<order {
          let element = (0..<order).reduce(0) { $0 + matrix[i, $1] * inverse[$1, j] }
          #expect(abs(element - (i == j ? 1 : 0)) < 1e-9)
        }
      }
    }
  }

  @Test func whatIsNotPositiveDefiniteHasNoInverse() {
    var matrix = SymmetricMatrix(order: 2)
    #expect(matrix.inverse == nil)
    matrix[0, 0] = 1
    matrix[0, 1] = 2
    matrix[1, 1] = 1
    #expect(matrix.inverse == nil)
  }

  @Test func eigenvectorsAreStretchedByTheirValuesAndSquareToEachOther() {
    var random = SeededGenerator(seed: 42)
    for order in [3, 9] {
      let matrix = positive(&random, order: order)
      let eigen = SymmetricEigen(matrix)
      #expect(eigen.values == eigen.values.sorted())
      for (value, vector) in zip(eigen.values, eigen.vectors) {
        for row in 0..<order {
          let image = (0..<order).reduce(0) { $0 + matrix[row, $1] * vector[$1] }
          #expect(abs(image - value * vector[row]) < 1e-9)
        }
      }
    }
  }

  @Test func the48CellsAreOfEqualAreaAndEachHoldsItsCentre() {
    var random = SeededGenerator(seed: 43)
    #expect(DirectionCells.centres.map(DirectionCells.index(of:)) == Array(0..<48))
    var counts = [Int](repeating: 0, count: 48)
    for _ in 0..<48_000 { counts[DirectionCells.index(of: Tumble.normal(&random))] += 1 }
    // 1000 ± 32 in each; five of those
    #expect(counts.allSatisfy { abs($0 - 1000) < 160 }, "\(counts)")
  }

  @Test func theGradientIsTheSlope() {
    var random = SeededGenerator(seed: 44)
    let shape = FieldShape(
      centre: Vector3(0.3, -0.2, 0.5),
      matrix: Matrix3(Vector3(1.2, 0.1, -0.2), Vector3(0.1, 0.9, 0.05), Vector3(-0.2, 0.05, 1.1)))
    for _ in 0..<20 {
      let raw = Tumble.normal(&random)
      let gradient = shape.gradient(raw).gradient
      for index in 0..<9 {
        var step = [Double](repeating: 0, count: 9)
        step[index] = 1e-6
        let up = shape.moved(by: step).residual(raw)
        step[index] = -1e-6
        let down = shape.moved(by: step).residual(raw)
        #expect(abs((up - down) / 2e-6 - gradient[index]) < 1e-6)
      }
    }
  }
}
