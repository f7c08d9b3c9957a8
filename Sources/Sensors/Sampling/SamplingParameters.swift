/// When a bus or a chip is asked again, and when it counts as lost.
package struct SamplingParameters: Equatable, Sendable {
  /// The time, s, between two probes of a bus on which nothing was found.
  /// Source: chosen; a chip that is plugged in is in use within a second or two.
  package var probeInterval = 1.0
  /// The same where chips were found before.
  /// Source: chosen; an adapter on USB needs some 0.3 s to appear.
  package var reprobeInterval = 0.25
  /// The time, s, without one chip that answers, after which the bus is probed again.
  /// Source: chosen; longer than a chip needs to restart.
  package var lostBusTimeout = 3.0
  /// The time, s, between two looks for a new chip while others are sampled.
  /// Source: chosen; a look at one address costs up to 0.4 ms.
  package var hotplugInterval = 2.0
  /// Failed transfers in a row after which a chip is lost; two where they took long.
  /// Source: chosen.
  package var mostFailures = 5
  /// The time, s, between two checks of a register of the set-up.
  /// Source: chosen.
  package var verificationInterval = 0.25
  /// The longest time, s, from a failed transfer to the next.
  /// Source: chosen; a slow chip is asked again sooner than its next sample.
  package var retryInterval = 0.02
  /// The time, s, without a new measurement after which two failures in a row are enough, or two periods.
  /// Source: chosen; a transfer that hangs takes up to a second.
  package var lateAfter = 0.1
  /// The time, s, without a new measurement after which a chip is silent, or five periods.
  /// Source: chosen.
  package var silentAfter = 0.2
  /// The turn rate, rad/s, above which the device moves.
  /// Source: chosen; beyond the bias of any supported gyro.
  package var turning = 0.2
  /// How long, s, such a rate counts.
  /// Source: chosen.
  package var motionTime = 0.3

  package init() {}
}

extension Double {
  /// Seconds as whole microseconds.
  var microseconds: Int64 { Int64((self * 1_000_000).rounded()) }
}
