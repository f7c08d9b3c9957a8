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
  /// The groups in which parts lie.
  static func groups(of parts: Range<Int>) -> ClosedRange<Int> {
    group(of: parts.lowerBound)...group(of: parts.upperBound - 1)
  }
  /// Where in its group it lies.
  @inline(__always) static func lane(of index: Int) -> Int { index % Group.scalarCount }
  var groups: InlineArray<8, Group>

  init(repeating value: Double) { groups = InlineArray(repeating: Group(repeating: value)) }

  static var zero: StateVector { StateVector(repeating: 0) }
  static var ones: StateVector { StateVector(repeating: 1) }

  subscript(index: Int) -> Double {
    @inline(__always) get { groups[Self.group(of: index)][Self.lane(of: index)] }
    @inline(__always) set { groups[Self.group(of: index)][Self.lane(of: index)] = newValue }
  }

  /// Three parts from `start` on.
  @inline(__always) func vector(from start: Int) -> Vector3 {
    Vector3(self[start], self[start + 1], self[start + 2])
  }

  /// Sets three parts from `start` on.
  mutating func set(_ vector: Vector3, from start: Int) {
    (self[start], self[start + 1], self[start + 2]) = (vector.x, vector.y, vector.z)
  }
}

/// Three vectors of the error state: how the components of a measured vector depend on it, or its covariance with them.
struct StateVectors {
  /// The groups of the first vector, then those of the second and of the third.
  var groups = InlineArray<24, StateVector.Group>(repeating: .zero)

  subscript(vector: Int, part: Int) -> Double {
    @inline(__always) get {
      groups[Self.place(vector, StateVector.group(of: part))][StateVector.lane(of: part)]
    }
    @inline(__always) set {
      groups[Self.place(vector, StateVector.group(of: part))][StateVector.lane(of: part)] = newValue
    }
  }

  /// Where a group of a vector lies.
  @inline(__always) static func place(_ vector: Int, _ group: Int) -> Int {
    StateVector.groupCount &* vector &+ group
  }

  /// Sets three parts of a vector from `start` on.
  @inline(__always) mutating func set(_ parts: Vector3, of vector: Int, from start: Int) {
    self[vector, start] = parts.x
    self[vector, start + 1] = parts.y
    self[vector, start + 2] = parts.z
  }

  /// Sets three parts of the three vectors from `start` on: a row of the matrix for each.
  @inline(__always) mutating func set(_ parts: Matrix3, from start: Int) {
    set(parts.row0, of: 0, from: start)
    set(parts.row1, of: 1, from: start)
    set(parts.row2, of: 2, from: start)
  }
}

// Of spans, because each use of an `InlineArray` that is not a variable copies it.
extension Span<StateVector.Group> {
  /// The products of the parts of a vector of `StateVectors` with those of another one's, added up.
  ///
  /// - Parameter groups: those in which both have parts.
  func dot(_ vector: Int, _ others: Span, _ other: Int, in groups: ClosedRange<Int>) -> Double {
    var sum = StateVector.Group.zero
    for group in groups {
      sum += self[StateVectors.place(vector, group)] * others[StateVectors.place(other, group)]
    }
    return sum.sum()
  }
}

extension StateVectors {
  /// Adds `factor` times a vector to another one.
  ///
  /// Not a method of the span: Swift 6.2 refuses those that change it.
  static func add(
    _ vector: Int, times factor: Double, to target: Int,
    in groups: inout MutableSpan<StateVector.Group>
  ) {
    for group in 0..<StateVector.groupCount {
      groups[place(target, group)] += groups[place(vector, group)] * factor
    }
  }
}
