/// The thresholds of `SensorFaultDetector`: the same for a chip on a bus and behind a driver of the
/// kernel.
package struct SensorFaultParameters: Equatable, Sendable {
  /// A duration, or a number of the sensor's own measurements where that lasts longer.
  package struct Span: Equatable, Sendable {
    package var microseconds: Int64
    package var measurements: Int64

    /// µs, for a sensor that measures every `period` µs; 0 where the period is unknown.
    package func microseconds(period: Int64) -> Int64 {
      max(microseconds, measurements * period)
    }

    /// µs of one interval between two readings that count at the most: it takes `measurements` of them to fill
    /// the span, however long the reader paused.
    package func longestInterval(period: Int64) -> Int64 {
      microseconds(period: period) / max(measurements, 1)
    }
  }

  /// The sensor is stuck where its counts have not changed for this long, in at least so many readings.
  ///
  /// Derivation: with a noise of only σ = 0.3 counts an axis repeats its value in 82 % of the
  /// measurements, and three axes together in 56 %. 300 repetitions, 3 s at 100 Hz, then have a
  /// probability of 10⁻⁷⁶. Five repetitions of an HMC5883L at 0.75 Hz (σ = 2 counts, data sheet) have
  /// one of 10⁻¹³.
  package var stuck = Span(microseconds: 3_000_000, measurements: 5)

  /// The same while a gyro on the same bus shows that the device turns.
  ///
  /// Derivation: 0.2 rad/s turn the device by 11° in this time. That changes a horizontal field of
  /// 20 µT by 4 µT, over ten counts of the coarsest magnetometer that is supported (0.3 µT).
  package var stuckInMotion = Span(microseconds: 1_000_000, measurements: 5)

  /// All counts are zeros or ones for this long.
  ///
  /// Derivation: a gyro at rest may read zero. With no offset and a noise of σ = 1.3 counts (BNO055,
  /// data sheet: 0.014 °/s/√Hz over 32 Hz, 16 counts a °/s) 2.9 % of its measurements are zero on three
  /// axes: three in a row come every seven minutes at 100 Hz, 30 in a row never.
  package var empty = Span(microseconds: 300_000, measurements: 3)

  /// A quantity is out of range for this long, µs. Chosen: a magnet that passes and a knock are
  /// shorter.
  package var saturated: Int64 = 1_000_000

  /// Readings in a row that show all zeros, all ones or a value out of range, at the least: after a
  /// pause of the reader one reading would span any duration.
  package var fewestReadings = 3

  /// No new measurement for this long: the sensor is silent.
  ///
  /// Derivation: the heading filter counts a magnetometer as missing after 0.2 s. Five periods: a
  /// chip's own clock is off by a few per cent, and a poll may miss a measurement and the next.
  package var silent = Span(microseconds: 200_000, measurements: 5)

  /// The same for a driver's buffer, µs: its trigger fires at a rate of its own, which no file names.
  /// Chosen: a trigger of 1 Hz is the slowest that is useful.
  package var silentTrigger: Int64 = 1_000_000

  package init() {}
}
