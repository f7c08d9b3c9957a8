import Quantities

/// Decoding of numbers in the bytes of a measurement. `index` must be in range.
extension [UInt8] {
  /// 16 bits, two's complement, low byte first.
  func littleEndianInt16(_ index: Int) -> Int {
    Int(Int16(bitPattern: UInt16(self[index]) | UInt16(self[index + 1]) << 8))
  }

  /// 16 bits, two's complement, high byte first.
  func bigEndianInt16(_ index: Int) -> Int {
    Int(Int16(bitPattern: UInt16(self[index + 1]) | UInt16(self[index]) << 8))
  }

  /// 24 bits, two's complement, low byte first.
  func littleEndianInt24(_ index: Int) -> Int {
    signExtended24(self[index], self[index + 1], self[index + 2])
  }

  /// 24 bits, two's complement, high byte first.
  func bigEndianInt24(_ index: Int) -> Int {
    signExtended24(self[index + 2], self[index + 1], self[index])
  }

  private func signExtended24(_ low: UInt8, _ middle: UInt8, _ high: UInt8) -> Int {
    Int(Int32(bitPattern: UInt32(low) << 8 | UInt32(middle) << 16 | UInt32(high) << 24) >> 8)
  }

  /// Three times 16 bits for x, y and z, low bytes first.
  func littleEndianInt16x3(_ index: Int = 0) -> Vector3 {
    Vector3(
      Double(littleEndianInt16(index)), Double(littleEndianInt16(index + 2)),
      Double(littleEndianInt16(index + 4)))
  }

  /// Three times 16 bits for x, y and z, high bytes first.
  func bigEndianInt16x3(_ index: Int = 0) -> Vector3 {
    Vector3(
      Double(bigEndianInt16(index)), Double(bigEndianInt16(index + 2)),
      Double(bigEndianInt16(index + 4)))
  }
}

extension Vector3 {
  /// Whether the absolute value of a component is at least `limit`, counts.
  func reaches(_ limit: Double) -> Bool {
    abs(x) >= limit || abs(y) >= limit || abs(z) >= limit
  }
}

/// 1 g, m/s²: the standard acceleration of free fall (3rd CGPM, 1901).
let metresPerSecondSquaredPerG = 9.80665
/// 1 °/s in rad/s.
let radiansPerDegree = Double.pi / 180
