import I2C
import Quantities
import Sensors
import Wire

/// Findings from the sensor report of a running daemon. The chips themselves are left alone then,
/// because the daemon uses them.
struct DaemonFindings {
  private let devices: DevicesMessage
  private let seen: Observation

  init(_ devices: DevicesMessage, _ seen: Observation) {
    self.devices = devices
    self.seen = seen
  }

  var all: [Finding] {
    var findings = devices.buses.compactMap { bus in
      bus.error.map {
        Finding(
          .bus, lack, "I2C bus \(bus.name): \($0)", remedy: "stop the daemon, then \(Self.again)")
      }
    }
    for device in devices.devices {
      guard let status = device.status else {
        findings.append(Finding(.chip, .warning, device.note))
        continue
      }
      findings.append(chip(device))
      findings.append(rate(of: device, status))
    }
    findings += devices.buses.compactMap { slowness(of: $0.name) }
    if hasMagnetometer { return findings + (measures(.accel) ? [] : [BusFindings.noAccelerometer]) }
    return findings + [
      Finding(
        .chip, .fault, "no magnetometer of the daemon measures",
        remedy: "stop the daemon, then \(Self.again), which scans the buses itself")
    ]
  }

  private func chip(_ device: DevicesMessage.Device) -> Finding {
    let chip = Chip.supported.first { $0.name == device.chip }
    return seen.finding(
      device.note.withoutFullStop, hasOpenAxes: chip?.openAxes != nil,
      remedy: "stop the daemon, then qiblactl mount check")
  }

  private static let again = "qiblactl doctor"

  private var hasMagnetometer: Bool { measures(.mag) }

  private func measures(_ kind: StateMessage.Sensor.Kind) -> Bool {
    devices.devices.contains { $0.measures.contains(kind) }
  }

  /// Whether a bus is too slow for what the daemon reads from it.
  private func slowness(of bus: String) -> Finding? {
    let names = devices.devices.filter { $0.bus == bus && $0.status != nil }.compactMap(\.chip)
    let chips = names.compactMap { name in Chip.supported.first { $0.name == name } }
    return clock(ofBus: bus).flatMap { BusSpeed(title: "I2C bus \(bus)", clock: $0).finding(chips) }
  }

  /// - Parameter bus: the daemon's name for it.
  private func clock(ofBus bus: String?) -> BusClock? {
    guard let bus,
      let adapter = try? I2CBusName(bus).adapter(among: seen.machine.adapters)  // or removed since
    else { return nil }
    return seen.machine.clocks[adapter.number]
  }

  /// The grade of a chip that fails: only a warning if a magnetometer measures.
  private var lack: Finding.Grade { hasMagnetometer ? .warning : .fault }

  private func rate(
    of device: DevicesMessage.Device, _ status: DevicesMessage.Device.Status
  ) -> Finding {
    let name = [device.chip, device.address.map { "at \(hexadecimal($0))" }].compactMap { $0 }
      .joined(separator: " ")
    switch status {
    case .starting:
      return Finding(.rate, .warning, "\(name) has not measured yet", remedy: Self.again)
    case .failed:
      return Finding(
        .rate, lack, "\(name) does not measure: \(device.fault ?? "for an unknown reason")",
        remedy: "stop the daemon, then \(Self.again)")
    case .measuring:
      if let fault = device.fault {
        return Finding(
          .rate, .warning, "\(name): \(fault)",
          remedy: "see the kernel's messages: sudo dmesg | tail")
      }
      return SamplingFindings.rate(
        name, achieved: device.rateHz, asked: device.askedRateHz,
        clock: clock(ofBus: device.bus))
    }
  }
}
