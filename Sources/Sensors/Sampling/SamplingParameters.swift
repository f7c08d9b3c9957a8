package import Threads

/// How the chips of a bus are found, sampled and set up again.
///
/// What makes a chip faulty stands in `SensorFaultParameters`.
package struct SamplingParameters: Equatable, Sendable {
  /// The wait before the next attempt after a failure of a chip or bus. The longest is also the interval of
  /// the other checks by which something that changed is noticed: of a register that has to stay as set up,
  /// and of a bus all of whose chips are gone.
  /// Source: chosen; one that comes back is in use within a second. An adapter on USB needs some 0.3 s to
  /// appear, and a chip up to 0.1 s to be set up.
  package var retryDelay = RetryDelay(first: 50_000, longest: 250_000)
  /// µs between two probes of a bus on which no chip was ever found.
  /// Source: chosen; a user who connects a chip waits for the heading.
  package var probeInterval: Int64 = 1_000_000
  /// µs. A chip is lost where its transfers fail for as long.
  /// Source: chosen; a single failure happens on a long cable, and a transfer that hangs takes up to a
  /// second. A loss has to be reported within 0.25 s.
  package var lossTimeout: Int64 = 100_000
  /// The turn rate, rad/s, from which the device counts as turning.
  /// Source: chosen; a gyro with a larger zero-rate offset (MPU-6050: up to 20°/s) only shortens the time
  /// until a chip is stuck.
  package var turning = 0.2
  /// µs. The longest sleep of a bus's thread: it ends within this time.
  /// Source: chosen; a user does not notice it.
  package var longestSleep: Int64 = 50_000

  package init() {}
}

/// How the offset of a bridge is measured.
struct BridgeOffsetParameters: Equatable, Sendable {
  /// µs from one comparison to the next: while the offset drifts, or is not known well; and otherwise.
  /// Source: chosen; a bridge that warms up by a degree a minute drifts by 0.9 µT in 10 s.
  var interval: ClosedRange<Int64> = 1_000_000...10_000_000
  /// µT by which the field may change within a comparison; a reversal changes it by more than twice that.
  /// Source: chosen. A field of 50 µT that turns at 4 rad/s changes by 4 µT in 20 ms; interpolating leaves
  /// ω² · 50 µT · (10 ms)² / 2 = 0.04 µT of it, and 0.13 µT where the turn accelerates by 50 rad/s². A knock
  /// or a magnet that passes changes it by more. The Earth's field is 22 µT at least, so that a reversal
  /// changes it by 44.
  var largestChange = 4.0

  init() {}
}
