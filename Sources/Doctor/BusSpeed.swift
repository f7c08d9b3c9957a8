import I2C
import Sensors

/// Whether a bus is fast enough for the chips on it.
struct BusSpeed {
  /// Clock cycles that sampling takes, as a multiple of the least number: the sampler also polls
  /// chips that are not ready yet and re-reads registers. 41 331 for 28 800:
  /// docs/hardware/chips.md, "Load on the bus".
  private static let overhead = 1.44
  /// The largest part of the bus's clock cycles that may be in use. Above it, chips wait for each
  /// other so long that samples are late.
  private static let maximumLoad = 0.5
  /// Hz. Every supported chip can run at this rate.
  private static let fast = 400_000

  let title: String
  let clock: BusClock

  /// - Parameter chips: the chips that measure on the bus.
  /// - Returns: `nil` if the bus is fast enough.
  func finding(_ chips: [Chip]) -> Finding? {
    let clocks = Self.overhead * chips.reduce(0) { $0 + $1.leastClocks }
    guard clocks > Self.maximumLoad * clock.idleHertz else { return nil }
    let idle =
      clock.idleShare < 1
      ? ", which is \(Self.kilo(clock.idleHertz)) kHz while the board idles" : ""
    let names = chips.map(\.name).joined(separator: ", ")
    let share = Int((clocks / clock.idleHertz * 100).rounded())
    return Finding(
      .bus, .warning,
      "\(title) is set to \(Self.kilo(Double(clock.hertz))) kHz\(idle); \(names) need about"
        + " \(Int((clocks / 1000).rounded())) 000 clocks a second, \(share) % of that",
      remedy: clock.hertz >= Self.fast ? "connect one of them to another bus" : Self.remedy(clock))
  }

  private static func kilo(_ hertz: Double) -> String {
    let kilo = hertz / 1000
    return kilo == kilo.rounded() ? "\(Int(kilo))" : "\((kilo * 10).rounded() / 10)"
  }

  /// What to do where samples are late: to make the bus faster, unless it is.
  ///
  /// - Parameter clock: `nil` if it is not known.
  static func remedy(_ clock: BusClock?) -> String {
    if let clock, clock.hertz >= fast {
      return "check the pull-ups and the cable (docs/hardware/buy-and-wire.md), or set the bus to a"
        + " lower speed"
    }
    if let line = clock?.line {
      return "echo \(line) | sudo tee -a /boot/firmware/config.txt, and restart"
    }
    if let overlay = clock?.overlay {
      return
        "add ,baudrate=400000 to the line dtoverlay=\(overlay)... of /boot/firmware/config.txt,"
        + " and restart"
    }
    return "set the bus to 400 kHz, or use another adapter"
  }
}
