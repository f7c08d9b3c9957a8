import Glibc
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
  @Test(arguments: [
    (StateIndex.causesOfAttitude, StateIndex.attitude),
    (StateIndex.causesOfVelocity, StateIndex.velocity), (5..<6, 0), (12..<29, 7),
  ])
  func addingCombinationsOfPartsIsTheProductWithTheTransition(sources: Range<Int>, target: Int) {
    var (covariance, matrix) = correlated(seed: 1)
    var random = SeededGenerator(seed: 2)
    var (transition, rows) = (identity, StateVectors())
    for row in 0..<3 {
      for source in sources {
        let weight = Double.random(in: -1...1, using: &random)
        rows[row, source] = weight
        transition[target + row][source] = weight
      }
    }
    covariance.add(rows, times: sources, to: target)
    matrix = product(product(transition, matrix), transposed(transition))
    expect(covariance, equals: matrix)
  }

  // P. D. Joseph's form for each component, which holds for any gain K: (1 − K H) P (1 − K H)ᵀ + K R Kᵀ.
  @Test(arguments: [false, true])
  func aMeasuredVectorIsTakenAsItsComponentsByJosephsForm(partsAreConsidered: Bool) {
    var (covariance, matrix) = correlated(seed: 3)
    var (rows, gainShare) = (StateVectors(), StateVector.ones)
    var random = SeededGenerator(seed: 5)
    let parts = StateIndex.attitude..<StateIndex.delay
    for component in 0..<3 {
      for part in parts { rows[component, part] = .random(in: -1...1, using: &random) }
    }
    if partsAreConsidered {
      gainShare.set(Vector3(0.2, 0, 0.6), from: StateIndex.hardIron)
      gainShare.set(Vector3(0.1, 0.1, 0.1), from: StateIndex.accelerometerOffset)
    }
    let (innovation, noise) = (Vector3(0.8, -0.3, 0.5), Vector3(0.25, 0.4, 0.1))
    var correction = Self.parts.map { _ in 0.0 }
    for component in 0..<3 {
      let weights = Self.parts.map { rows[component, $0] }
      let cross = matrix.map { zip(weights, $0).reduce(0) { $0 + $1.0 * $1.1 } }
      let total = zip(weights, cross).reduce(noise[component]) { $0 + $1.0 * $1.1 }
      let gain = zip(Self.parts, cross).map { gainShare[$0] * $1 / total }
      let expected = zip(weights, correction).reduce(0) { $0 + $1.0 * $1.1 }
      let remainder = Self.parts.map { row in
        Self.parts.map { (row == $0 ? 1 : 0) - gain[row] * weights[$0] }
      }
      matrix = product(product(remainder, matrix), transposed(remainder))
      for row in Self.parts {
        for column in Self.parts {
          matrix[row][column] += gain[row] * noise[component] * gain[column]
        }
        correction[row] += gain[row] * (innovation[component] - expected)
      }
    }
    covariance.update(
      rows, of: parts, innovation: innovation, variance: noise, gainShare: gainShare)
    for row in Self.parts { #expect(abs(covariance.correction[row] - correction[row]) < 1e-11) }
    expect(covariance, equals: matrix)
  }

  @Test func theVariancesOfAMeasuredVectorAreThoseOfItsComponents() {
    let (covariance, matrix) = correlated(seed: 6)
    var rows = StateVectors()
    rows.set(Matrix3 { Double(3 * $0 + $1) - 4 }, from: StateIndex.reference)
    let parts = StateIndex.reference..<StateIndex.reference + 3
    let variances = covariance.variances(of: rows, from: parts)
    for component in 0..<3 {
      var wanted = 0.0
      for row in parts {
        for column in parts {
          wanted += rows[component, row] * matrix[row][column] * rows[component, column]
        }
      }
      #expect(abs(variances[component] - wanted) < 1e-11 * (1 + abs(wanted)))
    }
  }

  @Test(arguments: [
    StateIndex.velocity..<StateIndex.velocity + 3, StateIndex.gyroMatrixParts, 21..<23, 4..<5,
  ])
  func aScaledPartScalesItsRowAndItsColumn(parts: Range<Int>) {
    var (covariance, matrix) = correlated(seed: 4)
    covariance.scale(by: 0.5, from: parts.lowerBound, count: parts.count)
    var transition = identity
    for part in parts { transition[part][part] = 0.5 }
    matrix = product(product(transition, matrix), transition)
    expect(covariance, equals: matrix)
  }

  // R P Rᵀ.
  @Test(arguments: [StateIndex.attitude, StateIndex.velocity, StateIndex.localAnomaly])
  func aTurnedFrameTurnsNorthAndEast(part: Int) {
    var (covariance, matrix) = correlated(seed: 7)
    var rotation = identity
    let angle = 2.1
    (rotation[part][part], rotation[part][part + 1]) = (cos(angle), -sin(angle))
    (rotation[part + 1][part], rotation[part + 1][part + 1]) = (sin(angle), cos(angle))
    covariance.turn(part, by: angle)
    matrix = product(product(rotation, matrix), transposed(rotation))
    expect(covariance, equals: matrix)
  }
}
