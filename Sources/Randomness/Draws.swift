extension SeededGenerator {
  /// A number of the range.
  package mutating func double(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A number with `decimals` places, so that writing it loses nothing.
  package mutating func rounded(_ range: ClosedRange<Double>, decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    return (double(range) * scale).rounded() / scale
  }

  /// One of `elements`, which are not empty.
  package mutating func element<T>(of elements: [T]) -> T {
    elements[Int(next() % UInt64(elements.count))]
  }

  /// `value` in half of the cases, else `nil`.
  package mutating func maybe<T>(_ value: (inout Self) -> T) -> T? {
    Bool.random(using: &self) ? value(&self) : nil
  }
}
