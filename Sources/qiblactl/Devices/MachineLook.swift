import Doctor
import Glibc
import I2C
import Session

extension Observation.Machine {
  /// Reads the facts from the kernel's files.
  static func seen() -> Self {
    var machine = Self()
    let tree = DeviceTree()
    machine.isRaspberryPi = tree.isRaspberryPi
    machine.hasService = unitDirectories.contains { access("\($0)/qiblad.service", F_OK) == 0 }
    if machine.hasService {
      machine.service = .seen()
      machine.storage = .seen("/var/lib/qiblad")
    }
    machine.clock = .seen()
    machine.isDatePlausible = MachineClock.now().checked() != nil
    machine.kernelAdapters = I2CAdapter.all(in: "/sys/bus/i2c/devices", tree: tree)
      .count { $0.purpose == .users }
    machine.adapters = I2CAdapter.all(tree: tree)
    for adapter in machine.adapters {
      machine.clocks[adapter.number] = BusClock(of: adapter, in: tree)
    }
    return machine
  }

  /// Where systemd looks for units, by systemd.unit(5), without those of a user.
  private static let unitDirectories = [
    "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system", "/lib/systemd/system",
  ]
}
