import Quantities

/// Sees in the counts along three axes that they are no longer measured.
///
/// A sensor has noise: what does not change at all is not measured. A driver's files may be read several
/// times before its chip measures again, so that time counts and not the number of readings alone.
struct CountsWatch {
  /// What counts are worth.
  enum Verdict: Equatable {
    case sound
    /// Not to be used; it may be chance.
    case doubtful
    case failed(SensorFault)
  }

  /// µs without a change, or so many measurements of the chip where that is longer.
  private static let stuck: (microseconds: Int64, measurements: Int64) = (3_000_000, 5)
  /// µs of nothing but zeros or ones, or measurements. One may be chance: a gyro at rest reads zeros.
  private static let empty: (microseconds: Int64, measurements: Int64) = (300_000, 3)
  /// µs at the end of the range.
  private static let saturated: Int64 = 1_000_000
  /// So many readings in a row at the least.
  private static let fewest = 3

  private let limits: CountLimits
  private var last: Vector3?
  private var lastChange: Timestamp?
  /// Whether the counts were stuck before the device was opened again, and have not changed since.
  private var isStuck = false
  private var suspicion: (fault: SensorFault, since: Timestamp, readings: Int)?

  init(_ limits: CountLimits) { self.limits = limits }

  /// The watch over the same channel after its device was opened again.
  func reopened(_ limits: CountLimits) -> CountsWatch {
    var watch = CountsWatch(limits)
    (watch.last, watch.isStuck) = (last, isStuck)
    return watch
  }

  /// Takes what was read at `time`.
  mutating func judge(_ counts: Vector3, at time: Timestamp) -> Verdict {
    if let fault = limits.fault(of: counts) { return suspect(fault, at: time) }
    suspicion = nil
    guard counts == last else {
      (last, lastChange, isStuck) = (counts, time, false)
      return .sound
    }
    let since = lastChange ?? time
    lastChange = since
    let limit = max(Self.stuck.microseconds, Self.stuck.measurements * limits.period)
    guard time.microseconds(since: since) < limit else {
      isStuck = true
      return .failed(.stuck)
    }
    return isStuck ? .doubtful : .sound
  }

  private mutating func suspect(_ fault: SensorFault, at time: Timestamp) -> Verdict {
    let before = suspicion.flatMap { $0.fault == fault ? $0 : nil }
    let now = (fault: fault, since: before?.since ?? time, readings: (before?.readings ?? 0) + 1)
    suspicion = now
    let limit =
      fault == .saturated
      ? Self.saturated : max(Self.empty.microseconds, Self.empty.measurements * limits.period)
    let isSure =
      now.readings >= Self.fewest && time.microseconds(since: now.since) >= limit
    return isSure ? .failed(fault) : .doubtful
  }
}

/// What counts of a channel cannot be a measurement.
struct CountLimits {
  /// µs from one measurement of the chip to the next; 0 where nobody knows.
  let period: Int64
  /// Counts at which an axis ends, or that say that it did.
  private let ends: [Double]
  /// What all bits set read as.
  private let ones: [Double]

  /// - Parameters:
  ///   - type: of the counts; `nil` where the driver does not tell.
  ///   - driver: what it calls the device.
  ///   - rateHz: of the chip; `nil` where the driver does not tell.
  init(type: IIOScanType?, driver: String, rateHz: Double?) {
    period = rateHz.map { $0 > 0 ? Int64(min(1e6 / $0, 1e9)) : 0 } ?? 0
    // What a chip of 16 bits ends at, and what bmc150_magn says of an overflow (Linux 6.1,
    // bmc150_magn.c: S32_MIN).
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

  /// What three counts look like, where they do not look like a measurement.
  func fault(of counts: Vector3) -> SensorFault? {
    if counts == .zero { return .allZero }
    if counts.x == counts.y, counts.y == counts.z, ones.contains(counts.x) { return .allOnes }
    let isAtAnEnd =
      ends.contains(counts.x) || ends.contains(counts.y) || ends.contains(counts.z)
    return isAtAnEnd ? .saturated : nil
  }
}
