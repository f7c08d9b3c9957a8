import Quantities

/// A number for each part of the error state; the last lanes are not used.
///
/// The numbers lie in memory in groups of four, each of which is one SIMD value.
struct StateVector {
  typealias Group = SIMD4<Double>
  /// How many groups there are. Source: a size; the smallest that holds `StateIndex.count` numbers.
  static let groupCount = 8
  /// The group in which a part lies.
  @inline(__always) static func group(of index: Int) -> Int { index / Group.scalarCount }
  /// Where in its group it lies.
  @inline(__always) static func lane(of index: Int) -> Int { index % Group.scalarCount }
  var groups: InlineArray<8, Group>

  init(repeating value: Double) { groups = InlineArray(repeating: Group(repeating: value)) }

  static var zero: StateVector { StateVector(repeating: 0) }

  subscript(index: Int) -> Double {
    @inline(__always) get { groups[Self.group(of: index)][Self.lane(of: index)] }
    @inline(__always) set { groups[Self.group(of: index)][Self.lane(of: index)] = newValue }
  }

  /// Adds `factor` times another vector.
  @inline(__always) mutating func add(_ other: borrowing StateVector, times factor: Double) {
    for group in 0..<Self.groupCount { groups[group] += other.groups[group] * factor }
  }

  /// Each part times the same part of another vector.
  @inline(__always) func multiplied(by other: borrowing StateVector) -> StateVector {
    var product = self
    for group in 0..<Self.groupCount { product.groups[group] *= other.groups[group] }
    return product
  }

  /// The products with the parts of another vector, added up.
  @inline(__always) func dot(_ other: borrowing StateVector) -> Double {
    var sum = Group.zero
    for group in 0..<Self.groupCount { sum += groups[group] * other.groups[group] }
    return sum.sum()
  }

  /// Three parts from `start` on.
  func vector(from start: Int) -> Vector3 { Vector3(self[start], self[start + 1], self[start + 2]) }

  /// Sets three parts from `start` on.
  mutating func set(_ vector: Vector3, from start: Int) {
    (self[start], self[start + 1], self[start + 2]) = (vector.x, vector.y, vector.z)
  }
}
