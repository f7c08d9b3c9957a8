private import Glibc

/// What shows that something has set the machine's clock.
///
/// Without it a board goes on from the time of its last shutdown, however long ago that was.
package struct ClockEvidence: Sendable {
  /// Whether a program, as one for NTP, has set the clock. It does not wait for a chip.
  package let isSetByProgram: @Sendable () -> Bool
  /// Whether a battery clock tells the time of the machine's clock. It may wait for the battery clock's chip, which may
  /// be on the bus of the sensors.
  package let agreesWithBatteryClock: @Sendable () -> Bool

  package init(
    isSetByProgram: @escaping @Sendable () -> Bool,
    agreesWithBatteryClock: @escaping @Sendable () -> Bool
  ) {
    (self.isSetByProgram, self.agreesWithBatteryClock) = (isSetByProgram, agreesWithBatteryClock)
  }

  /// That of this machine. A sandbox may refuse to ask the kernel (`ProtectClock=` of systemd); systemd-timesyncd(8)
  /// leaves a file.
  package static let ofMachine = ClockEvidence(
    isSetByProgram: {
      MachineClock.isSynchronized == true
        || access("/run/systemd/timesync/synchronized", F_OK) == 0
    },
    agreesWithBatteryClock: { MachineClock.agreesWithBatteryClock })

  /// Whether something has set the clock: a time server, or a clock with a battery when the machine started. It may
  /// wait for the battery clock's chip.
  package var isSet: Bool { isSetByProgram() || agreesWithBatteryClock() }
}
