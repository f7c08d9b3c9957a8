import I2C
import Sensors

/// Whether a bus is fast enough for the chips on it, before their rate suffers.
struct BusSpeed {
  /// Clocks that sampling takes for one that it needs at least: looks at a chip that is not ready yet, and
  /// registers that are looked at again. 41 331 for 28 800:
  /// docs/hardware/chips.md, "Load on the bus".
  private static let looks = 1.44
  /// Of the bus's clocks, beyond which chips wait for each other so long that samples come late.
  private static let mostLoad = 0.5
  /// Hz. All chips that are known can do that.
  private static let fast = 400_000

  let title: String
  let clock: BusClock

  /// - Parameter chips: what measures on the bus, by name.
  /// - Returns: `nil` where the bus is fast enough.
  func finding(_ chips: [Chip]) -> Finding? {
    let clocks = Self.looks * chips.reduce(0) { $0 + $1.leastClocks }
    guard clocks > Self.mostLoad * clock.idleHertz else { return nil }
    let idle =
      clock.idleShare < 1
      ? ", which is \(Self.kilo(clock.idleHertz)) kHz while the board idles" : ""
    let names = chips.map(\.name).joined(separator: ", ")
    let share = Int((clocks / clock.idleHertz * 100).rounded())
    return Finding(
      .bus, .warning,
      "\(title) is set to \(Self.kilo(Double(clock.hertz))) kHz\(idle); \(names) take some"
        + " \(Int((clocks / 1000).rounded())) 000 clocks a second, \(share) % of that",
      remedy: clock.hertz >= Self.fast ? "connect one of them to another bus" : Self.remedy(clock))
  }

  private static func kilo(_ hertz: Double) -> String {
    let kilo = hertz / 1000
    return kilo == kilo.rounded() ? "\(Int(kilo))" : "\((kilo * 10).rounded() / 10)"
  }

  /// What makes a bus faster.
  ///
  /// - Parameter clock: `nil` where it is not known.
  static func remedy(_ clock: BusClock?) -> String {
    clock?.line.map {
      "echo \($0) | sudo tee -a /boot/firmware/config.txt, and restart"
    } ?? "make the bus faster, 400 kHz, or use another adapter"
  }
}
