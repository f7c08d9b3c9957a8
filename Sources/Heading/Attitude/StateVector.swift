import Quantities

/// A number for each part of the error state; the last lanes are not used.
///
/// Two halves, because the compiler makes no vector instructions of one `SIMD32`. Its operators are inlined: as calls they
/// copy 256 bytes for each operand.
struct StateVector {
  private var low: SIMD16<Double>
  private var high: SIMD16<Double>

  private init(_ low: SIMD16<Double>, _ high: SIMD16<Double>) {
    (self.low, self.high) = (low, high)
  }

  init(repeating value: Double) {
    self.init(SIMD16(repeating: value), SIMD16(repeating: value))
  }

  static var zero: StateVector { StateVector(repeating: 0) }

  subscript(index: Int) -> Double {
    get {
      index < SIMD16<Double>.scalarCount ? low[index] : high[index - SIMD16<Double>.scalarCount]
    }
    set {
      if index < SIMD16<Double>.scalarCount {
        low[index] = newValue
      } else {
        high[index - SIMD16<Double>.scalarCount] = newValue
      }
    }
  }

  /// The sum of all parts.
  @inline(__always) func sum() -> Double { low.sum() + high.sum() }

  @inline(__always) static func + (a: Self, b: Self) -> Self {
    Self(a.low + b.low, a.high + b.high)
  }
  @inline(__always) static func - (a: Self, b: Self) -> Self {
    Self(a.low - b.low, a.high - b.high)
  }
  @inline(__always) static func * (a: Self, b: Self) -> Self {
    Self(a.low * b.low, a.high * b.high)
  }
  @inline(__always) static func * (a: Self, b: Double) -> Self { Self(a.low * b, a.high * b) }
  @inline(__always) static func / (a: Self, b: Double) -> Self { Self(a.low / b, a.high / b) }
  @inline(__always) static func += (a: inout Self, b: Self) { a = a + b }
  @inline(__always) static func -= (a: inout Self, b: Self) { a = a - b }
  @inline(__always) static func *= (a: inout Self, b: Self) { a = a * b }
  @inline(__always) static func *= (a: inout Self, b: Double) { a = a * b }
}

extension StateVector {
  /// Three parts from `start` on.
  func vector(from start: Int) -> Vector3 { Vector3(self[start], self[start + 1], self[start + 2]) }

  /// Sets three parts from `start` on.
  mutating func set(_ vector: Vector3, from start: Int) {
    (self[start], self[start + 1], self[start + 2]) = (vector.x, vector.y, vector.z)
  }
}
