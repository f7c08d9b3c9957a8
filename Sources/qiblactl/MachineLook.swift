import Doctor
import I2C

extension Observation.Machine {
  /// Reads the facts from the kernel's files.
  static func seen() -> Self {
    var machine = Self()
    let tree = DeviceTree()
    machine.isRaspberryPi = tree.isRaspberryPi
    machine.kernelAdapters = adapterCount
    machine.adapters = I2CAdapter.all(tree: tree)
    for adapter in machine.adapters {
      machine.clocks[adapter.number] = BusClock(of: adapter, in: tree)
    }
    return machine
  }

  /// The number of the kernel's adapters, including those that no program can open yet.
  private static var adapterCount: Int {
    numberedNodes(in: "/sys/bus/i2c/devices", prefix: "i2c-").count
  }
}
