import Quantities
import Randomness

extension SeededGenerator {
  mutating func vector(_ range: ClosedRange<Double>) -> Vector3 {
    Vector3(double(range), double(range), double(range))
  }

  mutating func rotation() -> Quaternion {
    Quaternion(rotationVector: vector(-4...4))
  }
}

/// The length of the difference of two vectors.
func distance(_ a: Vector3, _ b: Vector3) -> Double { (a - b).length }
