/// What is wrong with a sensor: the one vocabulary of chips on a bus, drivers of the kernel, the
/// heading filter, the protocol and recordings.
///
/// The raw value is the code in messages (docs/protocol.md: `stats`) and in recordings; it never
/// changes. An absent sensor has no fault: its loss is an event of its own.
public enum SensorFault: String, CaseIterable, Sendable {
  /// Its values do not change although noise or motion should have changed them.
  case stuck
  /// At least one axis is at the end of its range.
  case saturated
  /// No new measurement for too long.
  case silent
  /// All counts are zero: the chip has no supply or does not measure.
  case allZero = "all_zero"
  /// All bits are ones: nothing drives the bus.
  case allOnes = "all_ones"
  /// A register is no longer as it was set up: the chip was without power for a moment, or
  /// restarted.
  case configurationLost = "configuration_lost"
  /// Another chip answers at its address, or its identification register is wrong.
  case notTheChip = "not_the_chip"
  /// The firmware that it needs at each start is not on this machine.
  case noFirmware = "no_firmware"
  /// Its set-up does not complete.
  case notReady = "not_ready"
  /// Transfers to or from it fail.
  case bus

  /// What is wrong, to continue a sentence after the sensor's name: `repeats one value`.
  public var predicate: String { row.predicate }

  /// What a user can do about it, without a capital and without a full stop.
  public var advice: String { row.advice }

  private var row: (predicate: String, advice: String) {
    switch self {
    case .stuck:
      ("repeats one value", "check the wiring and the supply; power the board off and on")
    case .saturated:
      ("is driven beyond its range", "remove the magnet that is next to the sensor")
    case .silent:
      ("delivers no new measurements", "check the supply; power the board off and on")
    case .allZero:
      ("reads zero on every axis", "check the wiring and the supply; power the board off and on")
    case .allOnes:
      ("reads all ones", "check the wiring and the pull-up resistors")
    case .configurationLost:
      ("loses its settings", "check the supply and the wiring")
    case .notTheChip:
      (
        "is another chip, or its identification register is wrong",
        "check the wiring, and [sensors] chips"
      )
    case .noFirmware:
      ("needs firmware that is not on this machine", "install linux-firmware")
    case .notReady:
      ("does not become ready", "power the board off and on")
    case .bus:
      (
        "cannot be read, because transfers on its bus fail",
        "check the wiring, the cable's length and the bus speed"
      )
    }
  }
}
