/// SplitMix64: the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
  private var word: UInt64

  init(seed: UInt64) { word = seed }

  mutating func next() -> UInt64 {
    word &+= 0x9E37_79B9_7F4A_7C15
    var z = word
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// `value()` in half of the cases, else `nil`.
  mutating func maybe<T>(_ value: (inout Self) -> T) -> T? {
    Bool.random(using: &self) ? value(&self) : nil
  }

  mutating func double(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A number with `decimals` places, so that writing it loses nothing.
  mutating func rounded(_ range: ClosedRange<Double>, decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    return (double(range) * scale).rounded() / scale
  }

  mutating func element<T>(of elements: [T]) -> T {
    elements[Int(next() % UInt64(elements.count))]
  }
}
