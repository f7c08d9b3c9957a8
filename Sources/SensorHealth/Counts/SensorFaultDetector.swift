package import Quantities

/// Detects from the counts of a sensor that it does not measure: stuck, all zero, all ones, saturated,
/// silent.
///
/// A value without a clock: readings go in with their times. Chips on a bus and channels of the
/// kernel's drivers use it; they differ only in how a `Reading` is made of their counts. A driver's
/// files may be read several times for each measurement, and so durations decide, not numbers of
/// readings. In a suspend of the machine nothing is read while time goes on: a duration needs a least number
/// of readings, too.
package struct SensorFaultDetector: Sendable {
  /// What one set of counts shows by itself, and beside the one before it.
  package struct Reading: Equatable, Sendable {
    /// `.allZero` or `.allOnes` where all counts are; else `nil`.
    package var pattern: SensorFault?
    /// Whether the counts equal those of the reading before.
    package var isUnchanged: Bool

    package init(pattern: SensorFault?, isUnchanged: Bool) {
      self.pattern = pattern
      self.isUnchanged = isUnchanged
    }
  }

  /// Whether a reading is used.
  package enum Verdict: Equatable, Sendable {
    /// It is a measurement.
    case plausible
    /// It is not used, but may be chance.
    case suspect
    /// It is not used: the sensor has this fault.
    case failed(SensorFault)
  }

  private let parameters: SensorFaultParameters
  /// µs from one measurement of the sensor to the next; 0 where it is unknown.
  private var period: Int64
  private var lastReading: Timestamp?
  /// µs since the counts changed last; a pause of the reader counts as one interval.
  private var unchanged: Int64 = 0
  /// Whether the sensor was stuck, and its counts have not changed since, also across a `restart`.
  private var isStuck = false
  private var zeros = Occurrences()
  private var ones = Occurrences()
  /// Of each quantity, by its bit.
  private var outOfRange: [Occurrences]
  private var lastMeasurement: Timestamp?

  /// - Parameters:
  ///   - period: µs from one measurement of the sensor to the next; 0 where it is unknown.
  ///   - quantities: how many quantities have a range of their own.
  package init(
    period: Int64, quantities: Int = 1,
    parameters: SensorFaultParameters = SensorFaultParameters()
  ) {
    self.period = period
    self.parameters = parameters
    outOfRange = [Occurrences](repeating: Occurrences(), count: quantities)
  }

  /// Begins again after the sensor was set up. One that was stuck stays suspect until its counts
  /// change.
  ///
  /// - Parameters:
  ///   - time: the first measurement is expected from then on.
  ///   - period: where the set-up may have changed it.
  package mutating func restart(at time: Timestamp? = nil, period: Int64? = nil) {
    (lastReading, unchanged, lastMeasurement) = (nil, 0, time)
    self.period = period ?? self.period
    (zeros, ones) = (Occurrences(), Occurrences())
    for index in outOfRange.indices { outOfRange[index] = Occurrences() }
  }

  /// Takes a reading's counts.
  ///
  /// - Parameter isMoving: whether another sensor shows that the device turns.
  package mutating func judge(
    _ reading: Reading, at time: Timestamp, isMoving: Bool = false
  ) -> Verdict {
    zeros.update(reading.pattern == .allZero, at: time)
    ones.update(reading.pattern == .allOnes, at: time)
    if let pattern = reading.pattern {
      return isEmpty(zeros, at: time) || isEmpty(ones, at: time) ? .failed(pattern) : .suspect
    }
    let interval = lastReading.map { time.microseconds(since: $0) } ?? 0
    lastReading = time
    guard reading.isUnchanged else {
      (unchanged, isStuck) = (0, false)
      return .plausible
    }
    let limit = isMoving ? parameters.stuckInMotion : parameters.stuck
    unchanged += min(interval, limit.longestInterval(period: period))
    guard unchanged < limit.microseconds(period: period) else {
      isStuck = true
      return .failed(.stuck)
    }
    return isStuck ? .suspect : .plausible
  }

  /// Takes which quantities are out of range at `time`, as bits; the others are in range again.
  ///
  /// - Returns: `.saturated` where one of them has been for too long, whatever the others are.
  package mutating func judge(outOfRange bits: UInt8, at time: Timestamp) -> SensorFault? {
    var fault: SensorFault?
    for index in outOfRange.indices {
      outOfRange[index].update(bits & 1 << index != 0, at: time)
      if outOfRange[index].last(
        microseconds: parameters.saturated, fewest: parameters.fewestReadings, at: time)
      {
        fault = .saturated
      }
    }
    return fault
  }

  /// Takes that the sensor gave a new measurement, of whatever value, at `time`.
  package mutating func measured(at time: Timestamp) { lastMeasurement = time }

  /// µs without a new measurement until `time`; 0 where none is expected yet.
  package func microsecondsWithoutMeasurement(at time: Timestamp) -> Int64 {
    lastMeasurement.map { time.microseconds(since: $0) } ?? 0
  }

  /// Whether the sensor has given no new measurement for too long.
  package func isSilent(at time: Timestamp) -> Bool {
    microsecondsWithoutMeasurement(at: time) >= parameters.silent.microseconds(period: period)
  }

  private func isEmpty(_ occurrences: Occurrences, at time: Timestamp) -> Bool {
    occurrences.last(
      microseconds: parameters.empty.microseconds(period: period),
      fewest: parameters.fewestReadings, at: time)
  }
}
