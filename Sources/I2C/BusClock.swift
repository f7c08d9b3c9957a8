/// How fast a bus is set to run, by the board's device tree.
package struct BusClock: Equatable, Sendable {
  /// Hz, as set; 100 000 where nothing is said, as the kernel has it.
  package var hertz: Int
  /// Of that, while the board's core idles: the controllers before the Pi 5 divide the core's clock, and the
  /// kernel chooses the divider for the core's full speed (docs/hardware/buy-and-wire.md, "Speed").
  package var idleShare: Double
  /// The line of a Raspberry Pi's config.txt that makes it 400 kHz; `nil` where none does.
  package var line: String?

  package init(hertz: Int, idleShare: Double = 1, line: String? = nil) {
    self.hertz = hertz
    self.idleShare = idleShare
    self.line = line
  }

  /// Hz, while the board's core idles.
  package var idleHertz: Double { Double(hertz) * idleShare }
}

extension BusClock {
  private static let usual = 100_000
  /// The idle core's clock of its full one: 200 of 500 MHz, and 250 of 400.
  private static let idleShares = [
    "brcm,bcm2711-i2c": 0.4, "brcm,bcm2835-i2c": 0.625, "brcm,bcm2708-i2c": 0.625,
  ]

  /// - Returns: `nil` where the adapter has no node, as on USB, or is made in software.
  package init?(of adapter: I2CAdapter, in tree: DeviceTree = DeviceTree()) {
    guard let node = adapter.node.map({ Self.controller(of: $0, in: tree) }) else { return nil }
    let kinds = tree.texts("compatible", of: node)
    guard !kinds.contains("i2c-gpio") else { return nil }
    hertz = tree.number("clock-frequency", of: node).map { Int($0) } ?? Self.usual
    idleShare = kinds.lazy.compactMap { Self.idleShares[$0] }.first ?? 1
    line = tree.isRaspberryPi ? Self.line(for: node, in: tree) : nil
  }

  /// The controller of a bus: of a multiplexer's channel, that of the bus where the multiplexer is.
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

  private static func line(for node: String, in tree: DeviceTree) -> String? {
    if node == tree.node(labelled: "i2c_arm") ?? tree.node(aliased: "i2c1") {
      return "dtparam=i2c_arm_baudrate=400000"
    }
    let number = (2...9).first { node == tree.node(labelled: "i2c\($0)") }
    return number.map { "dtoverlay=i2c\($0),baudrate=400000" }
  }
}
