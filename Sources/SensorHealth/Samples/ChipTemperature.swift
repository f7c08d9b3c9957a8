private import Glibc
package import Quantities

/// How the temperature of a chip changes, by its own thermometer.
package struct ChipTemperature: Equatable, Sendable {
  /// °C: the mean of the last `averaging` s; `nil` before the first value.
  private var mean: Double?
  /// °C: the mean when a change was counted last.
  private var counted = 0.0
  private var last = Timestamp(microseconds: 0)

  /// s. Source: chosen; the mean of 100 values of an MPU-6050 is known to 0.01 K, and a board warms up by 0.2 K meanwhile.
  private static let averaging = 1.0
  /// K: smaller changes are not counted. Source: chosen; several times what the noise of a thermometer moves the mean.
  private static let least = 0.1

  package init() {}

  /// Takes a value, °C.
  ///
  /// - Returns: K, by how much the temperature has changed since a change was returned last; 0 while that is small.
  package mutating func take(_ celsius: Double, at time: Timestamp) -> Double {
    defer { last = time }
    guard let former = mean else {
      (mean, counted) = (celsius, celsius)
      return 0
    }
    let mean =
      former + (celsius - former) * (1 - exp(-max(time.seconds(since: last), 0) / Self.averaging))
    self.mean = mean
    let change = mean - counted
    guard abs(change) > Self.least else { return 0 }
    counted = mean
    return change
  }
}
