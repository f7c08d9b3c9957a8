/// An I²C adapter that programs can open, as the kernel lists it.
package struct I2CAdapter: Equatable, Sendable {
  /// The purpose of a bus, from the board's device tree and the adapter's name.
  package enum Purpose: Equatable, Sendable {
    /// Sensors and other chips that a user connects.
    case users
    /// A display's data channel (DDC).
    case display
    /// Cameras and displays on flat cables, and the EEPROM of a board on top.
    case camera
    /// Memory modules and other chips of the machine itself.
    case board
  }

  /// N of `/dev/i2c-N`; can change when an adapter is plugged in again.
  package let number: Int
  /// The driver's name for it, as in `bcm2835 (i2c@7e804000)`; several adapters can have the same
  /// name.
  package let name: String
  /// The node in the device tree, as in `/soc/i2c@7e804000`; `nil` without one, as on USB.
  package let node: String?
  package let purpose: Purpose

  package init(number: Int, name: String, node: String? = nil, purpose: Purpose? = nil) {
    self.number = number
    self.name = name
    self.node = node
    self.purpose = purpose ?? Self.purpose(ofName: name)
  }

  /// The name without the USB port, which can change each time the adapter is plugged in. The
  /// kernel's drivers append it to the name, as in `i2c-tiny-usb at bus 001 device 002` or
  /// `CP2112 SMBus Bridge on hidraw0` (Linux 6.1, drivers/i2c/busses and drivers/hid).
  var model: Substring {
    for place in [" at bus ", " on hidraw"] {
      if let range = name.firstRange(of: place) { return name[..<range.lowerBound] }
    }
    return name[...]
  }

  /// The device node to open.
  package var path: String { "/dev/i2c-\(number)" }

  /// Number and name, unique among the adapters: `1 (bcm2835 (i2c@7e804000))`.
  package var label: String { name.isEmpty ? "\(number)" : "\(number) (\(name))" }

  /// The adapter that drives the lines: for a channel of a multiplexer that of the bus on which the
  /// multiplexer is, for another adapter itself.
  ///
  /// - Parameter adapters: the present adapters.
  /// - Returns: the channel if its bus is not among them.
  package func controller(among adapters: [I2CAdapter]) -> I2CAdapter {
    var adapter = self
    // A multiplexer can be behind another one. As many steps as there are adapters are enough.
    for _ in adapters {
      guard let number = adapter.parentNumber,
        let parent = adapters.first(where: { $0.number == number })
      else { break }
      adapter = parent
    }
    return adapter
  }

  /// N of the bus on which this channel's multiplexer is; `nil` if the adapter is no channel. The
  /// kernel names a channel after it, as in `i2c-1-mux (chan_id 0)` (Linux 6.1, drivers/i2c/i2c-mux.c).
  private var parentNumber: Int? {
    guard name.hasPrefix("i2c-"), let end = name.firstRange(of: "-mux (chan_id ") else {
      return nil
    }
    return Int(name[..<end.lowerBound].dropFirst("i2c-".count))
  }

  /// Whether the adapter supports clock stretching: it waits for a chip that holds the clock low. For
  /// a channel of a multiplexer, ask its `controller`.
  ///
  /// The controller in a Raspberry Pi before the Pi 5 does not: if a chip ends its wait at the
  /// wrong instant, the controller reads a wrong bit without an error (raspberrypi/linux #254 and
  /// #4884). Its driver reports that to the kernel (I2C_AQ_NO_CLK_STRETCH in i2c-bcm2835.c), but
  /// programs cannot query it. Therefore the driver's name decides.
  package var canStretchClock: Bool { !name.hasPrefix("bcm2835 (") }

  /// The present adapters, by number.
  ///
  /// - Parameters:
  ///   - directory: the directory in which the kernel lists them; `/sys/bus/i2c/devices` also has those that
  ///     programs cannot open yet.
  ///   - tree: the device tree, for the purpose of adapters on the board.
  ///   - known: the adapters of an earlier listing. For those that are still present, only the name
  ///     is read.
  /// - Returns: `known` if the kernel's list cannot be read: they may all be present.
  package static func all(
    in directory: String = "/sys/class/i2c-dev", tree: DeviceTree = DeviceTree(),
    known: [I2CAdapter] = []
  ) -> [I2CAdapter] {
    lazy var board = tree.isRaspberryPi ? RaspberryPiBuses(tree) : nil
    guard let numbers = listedNodes(in: directory, prefix: "i2c-") else { return known }
    return numbers.map { number in
      let device = "\(directory)/i2c-\(number)"
      let name = String(
        decoding: smallFile("\(device)/name").prefix { $0 != 0x0A }, as: UTF8.self)
      if let same = known.first(where: { $0.number == number && $0.name == name }) { return same }
      let node =
        tree.node(at: "\(device)/device/of_node") ?? tree.node(at: "\(device)/of_node")
      let purpose = node.flatMap { board?.purpose(of: $0) }
      return I2CAdapter(number: number, name: name, node: node, purpose: purpose)
    }
  }

  /// The kernel's name for the place of a chip on this bus: `1-001e`.
  ///
  /// - Parameter address: 7 bits.
  package func deviceName(at address: UInt8) -> String {
    let digits = String(address, radix: 16)
    return "\(number)-" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// What the kernel calls the chip at an address, as in `ds3231`; `nil` where it knows none.
  ///
  /// - Parameters:
  ///   - address: 7 bits.
  ///   - directory: the directory in which the kernel lists the chips.
  package func kernelDevice(
    at address: UInt8, in directory: String = "/sys/bus/i2c/devices"
  ) -> String? {
    let text = smallFile("\(directory)/\(deviceName(at: address))/name").prefix { $0 != 0x0A }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  /// The beginnings of the names of adapters for displays.
  private static let displayNames = [
    "i915", "AMDGPU", "Radeon", "nvkm", "NVIDIA", "DPDDC", "fef04500", "fef09500", "107d508200",
    "107d508280", "bcm2835 (i2c@7e805000)",
  ]
  private static let boardNames = ["SMBus I801", "SMBus PIIX4"]

  /// The purpose of an adapter outside of the device tree, by its name; by default `users`.
  private static func purpose(ofName name: String) -> Purpose {
    if displayNames.contains(where: name.hasPrefix) || name.contains("HDMI") { return .display }
    return boardNames.contains(where: name.hasPrefix) ? .board : .users
  }
}

extension I2CAdapter.Purpose: CustomStringConvertible {
  /// The purpose in words, to continue "it is for".
  package var description: String {
    switch self {
    case .users: "chips that a user connects"
    case .display: "a display"
    case .camera: "cameras, displays and the EEPROM of a board on top"
    case .board: "the board itself"
    }
  }
}
