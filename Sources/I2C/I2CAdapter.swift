private import Glibc

/// An I²C adapter that programs can open, as the kernel lists it.
package struct I2CAdapter: Equatable, Sendable {
  /// N of `/dev/i2c-N`; it may change when an adapter is plugged in again.
  package let number: Int
  /// What its driver calls it, as in `bcm2835 (i2c@7e804000)`; it stays when the number changes.
  package let name: String

  package init(number: Int, name: String) {
    self.number = number
    self.name = name
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

  /// Whether it waits for a chip that holds the clock down.
  ///
  /// The controller in a Raspberry Pi before the Pi 5 does not: a wait that ends at the wrong instant gives it a
  /// wrong bit, and no error (raspberrypi/linux #254 and #4884). Its driver says so to the kernel
  /// (I2C_AQ_NO_CLK_STRETCH in i2c-bcm2835.c), which does not tell programs; so it is known by its name.
  package var canStretchClock: Bool { !name.hasPrefix("bcm2835 (") }

  /// The adapters that are there, by number.
  ///
  /// - Parameter directory: where the kernel lists them.
  package static func all(in directory: String = "/sys/class/i2c-dev") -> [I2CAdapter] {
    numberedNodes(in: directory, prefix: "i2c-").map {
      I2CAdapter(number: $0, name: firstLine(of: "\(directory)/i2c-\($0)/name"))
    }
  }

  /// The first line of a small file; empty where it cannot be read.
  private static func firstLine(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 0x0A }, as: UTF8.self)
  }
}

/// Which bus is meant: by number, by node or by the name of its adapter.
package struct I2CBusName: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// `1`, `i2c-1`, `/dev/i2c-1`, or an adapter's name.
  package let text: String
  /// The number of the adapter that was meant when it was there; another one may get it meanwhile.
  private let formerNumber: Int?
  /// Names of others of its model that were there beside it: they are not it, plugged in again.
  private let others: [String]

  package init(_ text: String) {
    self.text = text
    formerNumber = nil
    others = []
  }

  /// The bus of an adapter that is there now, by its name as long as that holds.
  ///
  /// - Parameter adapters: all that are there.
  package init(_ adapter: I2CAdapter, among adapters: [I2CAdapter] = []) {
    text = adapter.name.isEmpty ? "i2c-\(adapter.number)" : adapter.name
    formerNumber = adapter.number
    others = adapters.filter { $0 != adapter && $0.model == adapter.model }.map(\.name)
  }

  package var description: String { text }

  /// The adapter that is meant; a name wins over a number, because a number may move.
  package func adapter(among adapters: [I2CAdapter]) -> I2CAdapter? {
    let model = I2CAdapter(number: 0, name: text).model
    let namesakes = adapters.filter { $0.model == model && !others.contains($0.name) }
    return adapters.first { $0.name == text && $0.number == formerNumber }
      ?? adapters.first { $0.name == text }
      ?? namesakes.first { $0.number == formerNumber }
      ?? namesakes.first
      ?? adapters.first { $0.number == number }
  }

  private var number: Int? {
    for prefix in ["/dev/i2c-", "i2c-", ""] where text.hasPrefix(prefix) {
      return Int(text.dropFirst(prefix.count))
    }
    return nil
  }
}
