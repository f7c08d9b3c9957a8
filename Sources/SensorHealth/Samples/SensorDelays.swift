package import Quantities

/// By how much the samples of magnetometer and gyro are late, as their drivers report it.
package struct SensorDelays: Equatable, Sendable {
  /// s: the standard deviation of a delay that the drivers report.
  /// Source: derived; half of the interval of a chip that measures at 100 Hz.
  package static let driverError = 0.005

  /// s: a longer delay is not used; it is that of a sample that waited to be read. The heading filter limits the
  /// delay that it estimates to it too.
  /// Source: numerical; no supported sensor is later, and the filter's attitudes reach back as far.
  package static let largest = 0.15

  /// s by which the field is older than its samples' times, averaged: one delay that was read late changes
  /// little. `nil` where no driver reports it.
  package private(set) var field: Double?
  /// s by which an attitude that was carried by the gyro's samples is older than the newest of them.
  ///
  /// A sample of the gyro counts as the mean rate of the interval that ends at its time, which is the rate in the
  /// middle of it. One that is late by half an interval is therefore not late at all.
  package private(set) var lag: Double?

  package init() {}

  /// s by which the field is late against the gyro, as the filter estimates it.
  package var ofFieldAgainstGyro: Double? { field.flatMap { field in lag.map { field - $0 } } }

  /// The next field is another magnetometer's.
  package mutating func forgetField() { field = nil }

  /// Takes the delay of a sample; ignores one over `largest`.
  ///
  /// - Parameter interval: s between samples of the gyro; `nil` while it is unknown.
  package mutating func take(_ sample: Sample, interval: Double?) {
    if let delay = sample.delay, delay > Self.largest { return }
    if sample.angularRate != nil {
      lag = sample.delay.flatMap { delay in interval.map { delay - $0 / 2 } }
    }
    if sample.magneticField != nil {
      field = sample.delay.map { delay in
        field.map { $0 + (delay - $0) * gainOfTenSamples } ?? delay
      }
    }
  }
}
