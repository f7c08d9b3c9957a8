/// The clock rate of a bus, from the board's device tree.
package struct BusClock: Equatable, Sendable {
  /// The rate that is set, Hz; 100 000, the kernel's default, if the device tree has none.
  package var hertz: Int
  /// The rate while the board's core idles, as a part of `hertz`. The controllers before the Pi 5
  /// divide the core's clock, and the kernel chooses the divider for the core's full speed
  /// (docs/hardware/buy-and-wire.md, "Speed").
  package var idleShare: Double
  /// The line of a Raspberry Pi's config.txt that sets 400 kHz; `nil` if there is none for this
  /// bus.
  package var line: String?
  /// The overlay of a Raspberry Pi that made this bus, as in `i2c3`; `nil` for another bus. A second line with it would
  /// move the bus to the overlay's default pins.
  package var overlay: String?

  package init(
    hertz: Int, idleShare: Double = 1, line: String? = nil, overlay: String? = nil
  ) {
    self.hertz = hertz
    self.idleShare = idleShare
    self.line = line
    self.overlay = overlay
  }

  /// The rate while the board's core idles, Hz.
  package var idleHertz: Double { Double(hertz) * idleShare }
}

extension BusClock {
  private static let usual = 100_000
  /// The idle core's clock as a part of its full one: 200 of 500 MHz, and 250 of 400 MHz.
  private static let idleShares = [
    "brcm,bcm2711-i2c": 0.4, "brcm,bcm2835-i2c": 0.625, "brcm,bcm2708-i2c": 0.625,
  ]

  /// - Returns: `nil` for an adapter without a node, as on USB, or one in software.
  package init?(of adapter: I2CAdapter, in tree: DeviceTree = DeviceTree()) {
    guard let node = adapter.node.map({ Self.controller(of: $0, in: tree) }) else { return nil }
    let kinds = tree.texts("compatible", of: node)
    guard !kinds.contains("i2c-gpio") else { return nil }
    hertz = tree.number("clock-frequency", of: node).map { Int($0) } ?? Self.usual
    idleShare = kinds.lazy.compactMap { Self.idleShares[$0] }.first ?? 1
    let isARM = node == tree.node(labelled: "i2c_arm") ?? tree.node(aliased: "i2c1")
    line = tree.isRaspberryPi && isARM ? "dtparam=i2c_arm_baudrate=400000" : nil
    let number = (2...9).first { node == tree.node(labelled: "i2c\($0)") }
    overlay = tree.isRaspberryPi && !isARM ? number.map { "i2c\($0)" } : nil
  }

  /// The node of a bus's controller. For a channel of a multiplexer, it is the controller of the
  /// bus on which the multiplexer is.
  private static func controller(of node: String, in tree: DeviceTree) -> String {
    var next: String? = node
    while let candidate = next, !candidate.isEmpty {
      let kinds = tree.texts("compatible", of: candidate)
      let isController =
        tree.number("clock-frequency", of: candidate) != nil
        || kinds.contains { $0.contains("-i2c") || $0 == "i2c-gpio" }
      if isController { return candidate }
      next = DeviceTree.parent(of: candidate)
    }
    return node
  }
}
