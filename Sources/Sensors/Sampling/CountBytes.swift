import Quantities
import SensorHealth

/// The bytes of a chip's counts, compared with those of the measurement before.
struct CountBytes {
  private var last: [UInt8]

  /// - Parameter count: of the bytes.
  init(count: Int) { last = [UInt8](repeating: 0, count: count) }

  /// What the fault detector needs of these bytes; allocates nothing.
  mutating func reading(of bytes: ArraySlice<UInt8>) -> SensorFaultDetector.Reading {
    let isUnchanged = bytes.elementsEqual(last)
    if bytes.allSatisfy({ $0 == 0x00 }) {
      return SensorFaultDetector.Reading(pattern: .allZero, isUnchanged: isUnchanged)
    }
    if bytes.allSatisfy({ $0 == 0xFF }) {
      return SensorFaultDetector.Reading(pattern: .allOnes, isUnchanged: isUnchanged)
    }
    if !isUnchanged {
      for (index, byte) in zip(last.indices, bytes) { last[index] = byte }
    }
    return SensorFaultDetector.Reading(pattern: nil, isUnchanged: isUnchanged)
  }
}
