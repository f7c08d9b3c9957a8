private import Glibc

/// Eigenvalues of a symmetric matrix, smallest first, with the vector of each (length 1).
struct SymmetricEigen {
  /// Source: a limit of the time; Jacobi's method converges quadratically, in about 6.
  private static let rounds = 30

  private(set) var values: [Double] = []
  private(set) var vectors: [[Double]] = []

  /// Jacobi's cyclic method: plane rotations until nothing is left beside the diagonal.
  ///
  /// - Source: G. Golub, C. Van Loan, *Matrix Computations*, 4th edition, section 8.5.
  init(_ matrix: SymmetricMatrix) {
    let order = matrix.order
    var m = matrix
    var basis = (0..<order).map { row in (0..<order).map { $0 == row ? 1.0 : 0 } }
    for _ in 0..<Self.rounds {
      var beside = 0.0
      for p in 0..<order {
        for q in (p + 1)..<max(order, p + 1) {
          beside = max(beside, abs(m[p, q]))
          Self.rotate(&m, &basis, p, q)
        }
      }
      if beside == 0 { break }
    }
    for index in (0..<order).sorted(by: { m[$0, $0] < m[$1, $1] }) {
      values.append(m[index, index])
      vectors.append(basis[index])
    }
  }

  /// Makes the element (p, q) zero; `basis` holds the vectors as rows.
  private static func rotate(
    _ m: inout SymmetricMatrix, _ basis: inout [[Double]], _ p: Int, _ q: Int
  ) {
    let off = m[p, q]
    guard abs(off) > 1e-17 * (abs(m[p, p]) + abs(m[q, q])) else {
      m[p, q] = 0
      return
    }
    let ratio = (m[q, q] - m[p, p]) / (2 * off)
    let t = (ratio >= 0 ? 1.0 : -1.0) / (abs(ratio) + (1 + ratio * ratio).squareRoot())
    let c = 1 / (1 + t * t).squareRoot()
    let s = t * c
    m[p, p] -= t * off
    m[q, q] += t * off
    m[p, q] = 0
    for k in 0..<m.order where k != p && k != q {
      let (a, b) = (m[k, p], m[k, q])
      m[k, p] = c * a - s * b
      m[k, q] = s * a + c * b
    }
    for k in 0..<m.order {
      let (a, b) = (basis[p][k], basis[q][k])
      basis[p][k] = c * a - s * b
      basis[q][k] = s * a + c * b
    }
  }
}
