import Quantities
import SensorHealth

/// Detects from the counts of a driver's channel that they are not measured: a `SensorFaultDetector`
/// that is given three numbers.
struct ChannelFaultDetector {
  private var limits: CountLimits
  private var detector: SensorFaultDetector
  private var last: Vector3?

  init(_ limits: CountLimits) {
    self.limits = limits
    detector = SensorFaultDetector(period: limits.period)
  }

  /// The detector of the same channel after its device was opened again.
  func reopened(_ limits: CountLimits) -> ChannelFaultDetector {
    var next = self
    next.limits = limits
    next.detector.restart(period: limits.period)
    return next
  }

  /// Takes what was read at `time`. Of a triple that is out of range nothing is used, because the kernel
  /// does not tell which axis is wrong.
  mutating func judge(_ counts: Vector3, at time: Timestamp) -> SensorFaultDetector.Verdict {
    let pattern = limits.pattern(of: counts)
    let isOutOfRange = pattern == nil && limits.isOutOfRange(counts)
    if let fault = detector.judge(outOfRange: isOutOfRange ? 1 : 0, at: time) {
      return .failed(fault)
    }
    if isOutOfRange { return .suspect }
    let reading = SensorFaultDetector.Reading(pattern: pattern, isUnchanged: counts == last)
    if pattern == nil { last = counts }
    return detector.judge(reading, at: time)
  }
}

/// Counts of a channel that cannot be a measurement.
struct CountLimits {
  /// µs from one measurement of the chip to the next; 0 where it is unknown.
  let period: Int64
  /// Counts at an end of an axis's range, or by which a driver reports an overflow.
  private let ends: [Double]
  /// Counts with all bits set.
  private let ones: [Double]

  /// - Parameters:
  ///   - type: of the counts; `nil` where the driver does not give it.
  ///   - driver: the driver's name of the device.
  ///   - rateHz: of the chip; `nil` where the driver does not give it.
  init(type: IIOScanType?, driver: String, rateHz: Double?) {
    period = rateHz.map { $0 > 0 ? Int64(min(1e6 / $0, 1e9)) : 0 } ?? 0
    // The ends of 16 bits, and the overflow of bmc150_magn (Linux 6.1, bmc150_magn.c: S32_MIN).
    var ends = [-32_768, 32_767, Double(Int32.min)]
    var ones: [Double] = [-1, 65_535]
    // HMC5883L datasheet, data output registers: −4096 where a channel overflowed.
    if driver.hasPrefix("hmc5") { ends.append(-4096) }
    if let type {
      let power = type.bits < 53 ? Double(UInt64(1) << UInt64(type.bits)) : 0
      if type.isSigned {
        ends += power > 0 ? [-power / 2, power / 2 - 1] : []
      } else if power > 0 {
        ones.append(power - 1)
      }
    }
    (self.ends, self.ones) = (ends, ones)
  }

  /// `.allZero` or `.allOnes` where all three counts are; else `nil`.
  func pattern(of counts: Vector3) -> SensorFault? {
    if counts == .zero { return .allZero }
    let isAllOnes = counts.x == counts.y && counts.y == counts.z && ones.contains(counts.x)
    return isAllOnes ? .allOnes : nil
  }

  /// Whether an axis is at the end of its range.
  func isOutOfRange(_ counts: Vector3) -> Bool {
    ends.contains(counts.x) || ends.contains(counts.y) || ends.contains(counts.z)
  }
}
