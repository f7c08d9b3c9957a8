/// An I²C adapter that programs can open, as the kernel lists it.
package struct I2CAdapter: Equatable, Sendable {
  /// What a bus is for, as far as the board's device tree and the adapter's name tell.
  package enum Purpose: Equatable, Sendable {
    /// Chips that a user connects.
    case users
    /// A display's data channel (DDC).
    case display
    /// Cameras and displays on flat cables, and the EEPROM of a board on top.
    case camera
    /// Memory modules, and what else belongs to the board.
    case board
  }

  /// N of `/dev/i2c-N`; it may change when an adapter is plugged in again.
  package let number: Int
  /// What its driver calls it, as in `bcm2835 (i2c@7e804000)`; several may have one name.
  package let name: String
  /// Its node in the device tree, as in `/soc/i2c@7e804000`; `nil` where it has none, as on USB.
  package let node: String?
  package let purpose: Purpose

  package init(number: Int, name: String, node: String? = nil, purpose: Purpose? = nil) {
    self.number = number
    self.name = name
    self.node = node
    self.purpose = purpose ?? Self.purpose(ofName: name)
  }

  /// The name without where the adapter is plugged in: that changes with each time. The kernel's drivers
  /// of adapters on USB end their names so, as in `i2c-tiny-usb at bus 001 device 002` or
  /// `CP2112 SMBus Bridge on hidraw0` (Linux 6.1, drivers/i2c/busses and drivers/hid).
  var model: Substring {
    for place in [" at bus ", " on hidraw"] {
      if let range = name.firstRange(of: place) { return name[..<range.lowerBound] }
    }
    return name[...]
  }

  /// The node to open.
  package var path: String { "/dev/i2c-\(number)" }

  /// Number and name, which tell it from other adapters: `1 (bcm2835 (i2c@7e804000))`. Its name alone may be
  /// that of several.
  package var label: String { name.isEmpty ? "\(number)" : "\(number) (\(name))" }

  /// Whether it waits for a chip that holds the clock down.
  ///
  /// The controller in a Raspberry Pi before the Pi 5 does not: a wait that ends at the wrong instant gives it a
  /// wrong bit, and no error (raspberrypi/linux #254 and #4884). Its driver says so to the kernel
  /// (I2C_AQ_NO_CLK_STRETCH in i2c-bcm2835.c), which does not tell programs; so it is known by its name.
  package var canStretchClock: Bool { !name.hasPrefix("bcm2835 (") }

  /// The adapters that are there, by number.
  ///
  /// - Parameters:
  ///   - directory: where the kernel lists them.
  ///   - tree: says what those on the board are for.
  ///   - known: adapters of an earlier listing; of those that are still there only the names are read.
  package static func all(
    in directory: String = "/sys/class/i2c-dev", tree: DeviceTree = DeviceTree(),
    known: [I2CAdapter] = []
  ) -> [I2CAdapter] {
    lazy var board = tree.isRaspberryPi ? RaspberryPiBuses(tree) : nil
    return numberedNodes(in: directory, prefix: "i2c-").map { number in
      let device = "\(directory)/i2c-\(number)"
      let name = String(
        decoding: smallFile("\(device)/name").prefix { $0 != 0x0A }, as: UTF8.self)
      if let same = known.first(where: { $0.number == number && $0.name == name }) { return same }
      let node = tree.node(at: "\(device)/device/of_node")
      let purpose = node.flatMap { board?.purpose(of: $0) }
      return I2CAdapter(number: number, name: name, node: node, purpose: purpose)
    }
  }

  /// The first words of the names of adapters that serve displays and memory modules.
  private static let displayNames = [
    "i915", "AMDGPU", "Radeon", "nvkm", "NVIDIA", "DPDDC", "fef04500", "fef09500", "107d508200",
    "107d508280", "bcm2835 (i2c@7e805000)",
  ]
  private static let boardNames = ["SMBus I801", "SMBus PIIX4"]

  /// What an adapter is for that no device tree tells of: chips, unless its name says something else.
  private static func purpose(ofName name: String) -> Purpose {
    if displayNames.contains(where: name.hasPrefix) || name.contains("HDMI") { return .display }
    return boardNames.contains(where: name.hasPrefix) ? .board : .users
  }
}

extension I2CAdapter.Purpose: CustomStringConvertible {
  /// As in "it is for a display".
  package var description: String {
    switch self {
    case .users: "chips that a user connects"
    case .display: "a display"
    case .camera: "cameras, displays and the EEPROM of a board on top"
    case .board: "the board itself"
    }
  }
}
