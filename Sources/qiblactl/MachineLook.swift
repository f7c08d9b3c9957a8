import Doctor
import Glibc
import I2C

extension Observation.Machine {
  /// Asks the kernel.
  static func seen() -> Self {
    var machine = Self()
    machine.isRaspberryPi = model.hasPrefix("Raspberry Pi")
    machine.kernelAdapters = adapterCount
    machine.adapters = I2CAdapter.all()
    return machine
  }

  /// What the board calls itself in its device tree; empty where it has none.
  private static var model: String {
    guard let file = fopen("/proc/device-tree/model", "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The adapters that the kernel drives, also those that no program can open yet.
  private static var adapterCount: Int {
    numberedNodes(in: "/sys/bus/i2c/devices", prefix: "i2c-").count
  }
}
