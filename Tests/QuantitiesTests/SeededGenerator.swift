import Quantities

/// SplitMix64 (Steele, Lea, Flood 2014): small, and the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func vector(_ range: ClosedRange<Double>) -> Vector3 {
    Vector3(
      .random(in: range, using: &self), .random(in: range, using: &self),
      .random(in: range, using: &self))
  }

  mutating func rotation() -> Quaternion {
    Quaternion(rotationVector: vector(-4...4))
  }
}

/// The length of the difference of two vectors.
func distance(_ a: Vector3, _ b: Vector3) -> Double { (a - b).length }
