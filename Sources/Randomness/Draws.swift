extension SeededGenerator {
  /// A random number in the range.
  package mutating func double(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A random number with `decimals` decimals, so that writing it is exact.
  package mutating func rounded(_ range: ClosedRange<Double>, decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    return (double(range) * scale).rounded() / scale
  }

  /// A random element of `elements`, which must not be empty.
  package mutating func element<T>(of elements: [T]) -> T {
    elements[Int(next() % UInt64(elements.count))]
  }

  /// `value` in half of the cases, else `nil`.
  package mutating func maybe<T>(_ value: (inout Self) -> T) -> T? {
    Bool.random(using: &self) ? value(&self) : nil
  }
}
