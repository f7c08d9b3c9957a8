import Quantities

/// Sees in the counts of a chip that it no longer measures.
///
/// A sensor has noise: what does not change at all is not measured.
struct DataWatch {
  /// µs without a change in the counts.
  private static let stuck: Int64 = 3_000_000
  /// The same while something else says that the device moves.
  private static let stuckInMotion: Int64 = 1_000_000
  /// So many in a row; a single one may be chance.
  private static let fewest = 3
  /// µs for which a quantity gives nothing but overflow.
  private static let saturated: Int64 = 1_000_000

  /// What counts are worth.
  enum Verdict: Equatable {
    case sound
    /// Not to be used; it may be chance.
    case doubtful
    case failed(SensorFault)
  }

  private var last: [UInt8]
  private var lastChange: Timestamp?
  /// Whether the counts were stuck before the set-up and have not changed since.
  private var isStuck = false
  private var zeros = 0
  private var ones = 0
  /// Since when each quantity has given nothing but overflow, by its bit; `nil` where it is in range.
  private var outOfRangeSince = [Timestamp?](repeating: nil, count: Measurement.Quantity.count)

  /// - Parameter count: of the bytes to watch.
  init(count: Int) { last = [UInt8](repeating: 0, count: count) }

  /// Begins anew, as after a set-up.
  mutating func restart() {
    lastChange = nil
    (zeros, ones) = (0, 0)
    for index in outOfRangeSince.indices { outOfRangeSince[index] = nil }
  }

  /// Takes what was measured at `time`.
  mutating func measured(_ counts: ArraySlice<UInt8>, at time: Timestamp, isMoving: Bool) -> Verdict
  {
    zeros = counts.allSatisfy { $0 == 0x00 } ? zeros + 1 : 0
    ones = counts.allSatisfy { $0 == 0xFF } ? ones + 1 : 0
    if zeros > 0 { return zeros < Self.fewest ? .doubtful : .failed(.allZero) }
    if ones > 0 { return ones < Self.fewest ? .doubtful : .failed(.allOnes) }
    guard counts.elementsEqual(last) else {
      for (index, byte) in zip(last.indices, counts) { last[index] = byte }
      lastChange = time
      isStuck = false
      return .sound
    }
    let limit = isMoving ? Self.stuckInMotion : Self.stuck
    let since = lastChange ?? time
    lastChange = since
    guard time.microseconds(since: since) < limit else {
      isStuck = true
      return .failed(.stuck)
    }
    return isStuck ? .doubtful : .sound
  }

  /// Takes which quantities were out of range at `time`; the others are in range again.
  ///
  /// - Returns: `.saturated` where one of them has been for too long: the others do not excuse it.
  mutating func ranged(_ outOfRange: Measurement.Quantity, at time: Timestamp) -> SensorFault? {
    var fault: SensorFault?
    for index in outOfRangeSince.indices {
      guard outOfRange.contains(Measurement.Quantity(rawValue: 1 << index)) else {
        outOfRangeSince[index] = nil
        continue
      }
      let since = outOfRangeSince[index] ?? time
      outOfRangeSince[index] = since
      if time.microseconds(since: since) >= Self.saturated { fault = .saturated }
    }
    return fault
  }
}
