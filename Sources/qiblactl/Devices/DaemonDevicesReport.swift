import Dial
import JSON
import Wire

/// The output of `qiblactl devices` while a daemon runs: the daemon's own report of its sensors.
struct DaemonDevicesReport: SensorReport {
  let daemonSocket: String
  let devices: DevicesMessage

  var hasSensor: Bool { devices.devices.contains { $0.status != nil } }

  var text: String {
    var lines = ["A daemon runs (\(daemonSocket)) and reports:"]
    for bus in devices.buses {
      lines.append("I2C bus \(bus.name):")
      if let error = bus.error { lines.append("  \(error)") }
      let own = devices.devices.filter { $0.bus == bus.name && $0.driver != "iio" }
      if bus.error == nil, own.isEmpty {
        lines.append("  nothing answers at the addresses of known sensors")
      }
      lines += own.flatMap(Self.lines)
    }
    let kernels = devices.devices.filter { $0.driver == "iio" }
    if !kernels.isEmpty { lines += ["Kernel drivers:"] + kernels.flatMap(Self.lines) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func lines(of device: DevicesMessage.Device) -> [String] {
    ["  \(device.note)"] + (device.doing.map { ["    \($0)"] } ?? [])
  }

  func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("devices")
    writer.key("daemon")
    writer.string(daemonSocket)
    devices.encodeParts(into: &writer)
    writer.endObject()
  }
}
