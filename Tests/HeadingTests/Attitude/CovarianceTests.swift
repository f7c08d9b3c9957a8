import Quantities
import Randomness
import Testing

@testable import Heading

/// The steps of the filter against the same formulas with plain matrices.
@Suite struct CovarianceTests {
  private typealias Matrix = [[Double]]
  private static let parts = 0..<StateIndex.count

  /// A state in which each part depends on others, as a matrix too.
  private func correlated(seed: UInt64) -> (Covariance, Matrix) {
    var random = SeededGenerator(seed: seed)
    var covariance = Covariance()
    for part in Self.parts {
      covariance.add(variance: .random(in: 0.5...2, using: &random), from: part, count: 1)
    }
    for part in Self.parts.dropFirst() {
      covariance.add(.random(in: -1...1, using: &random), times: part - 1, to: part)
    }
    return (covariance, Self.parts.map { row in Self.parts.map { covariance[row, $0] } })
  }

  private func product(_ a: Matrix, _ b: Matrix) -> Matrix {
    a.map { row in
      Self.parts.map { column in zip(row, b).reduce(0) { $0 + $1.0 * $1.1[column] } }
    }
  }

  private func transposed(_ matrix: Matrix) -> Matrix {
    Self.parts.map { row in Self.parts.map { matrix[$0][row] } }
  }

  private var identity: Matrix {
    Self.parts.map { row in Self.parts.map { $0 == row ? 1 : 0 } }
  }

  private func expect(_ covariance: Covariance, equals wanted: Matrix) {
    for row in Self.parts {
      for column in Self.parts {
        let difference = abs(covariance[row, column] - wanted[row][column])
        #expect(difference < 1e-11 * (1 + abs(wanted[row][column])), "\(row), \(column)")
      }
    }
  }

  // F P Fᵀ.
  @Test func addingCombinationsOfPartsIsTheProductWithTheTransition() {
    var (covariance, matrix) = correlated(seed: 1)
    var random = SeededGenerator(seed: 2)
    var (transition, rows) = (identity, [StateVector.zero, .zero, .zero])
    for row in rows.indices {
      for source in StateIndex.causesOfAttitude {
        rows[row][source] = .random(in: -1...1, using: &random)
        transition[StateIndex.attitude + row][source] = rows[row][source]
      }
    }
    covariance.add(
      (rows[0], rows[1], rows[2]), times: StateIndex.causesOfAttitude, to: StateIndex.attitude)
    matrix = product(product(transition, matrix), transposed(transition))
    expect(covariance, equals: matrix)
  }

  // P. D. Joseph's form, which holds for any gain K: (1 − K H) P (1 − K H)ᵀ + K R Kᵀ.
  @Test(arguments: [false, true])
  func aMeasurementIsTakenAsByJosephsForm(partsAreConsidered: Bool) {
    var (covariance, matrix) = correlated(seed: 3)
    var (model, trust) = (MeasurementRow(), StateVector(repeating: 1))
    model.set(Vector3(0.3, -0.7, 1.1), from: StateIndex.attitude)
    model.set(Vector3(-0.2, 0.5, 0.4), from: StateIndex.hardIron)
    if partsAreConsidered {
      trust.set(Vector3(0.2, 0, 0.6), from: StateIndex.hardIron)
      trust.set(Vector3(0.1, 0.1, 0.1), from: StateIndex.accelerometerOffset)
    }
    let (innovation, noise) = (0.8, 0.25)
    let cross = matrix.map { row in
      zip(Self.parts, row).reduce(0) { $0 + model.weights[$1.0] * $1.1 }
    }
    let total = zip(Self.parts, cross).reduce(noise) { $0 + model.weights[$1.0] * $1.1 }
    let gain = zip(Self.parts, cross).map { trust[$0] * $1 / total }
    covariance.update(
      model, innovation: innovation, variance: noise, trust: partsAreConsidered ? trust : nil)
    let remainder = Self.parts.map { row in
      Self.parts.map { (row == $0 ? 1 : 0) - gain[row] * model.weights[$0] }
    }
    matrix = product(product(remainder, matrix), transposed(remainder))
    for row in Self.parts {
      for column in Self.parts { matrix[row][column] += gain[row] * noise * gain[column] }
      #expect(abs(covariance.correction[row] - gain[row] * innovation) < 1e-12)
    }
    expect(covariance, equals: matrix)
  }

  @Test func aScaledPartScalesItsRowAndItsColumn() {
    var (covariance, matrix) = correlated(seed: 4)
    covariance.scale(by: 0.5, from: StateIndex.velocity, count: 3)
    var transition = identity
    for part in StateIndex.velocity..<StateIndex.velocity + 3 { transition[part][part] = 0.5 }
    matrix = product(product(transition, matrix), transition)
    expect(covariance, equals: matrix)
  }
}
