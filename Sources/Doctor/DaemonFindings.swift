import I2C
import IIO
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
    var findings = devices.buses.compactMap { bus in bus.error.map { refusal(of: bus.name, $0) } }
    for device in devices.devices {
      guard let status = device.status else {
        findings.append(Finding(.chip, .warning, device.note))
        continue
      }
      findings.append(chip(device))
      findings.append(rate(of: device, status))
    }
    findings += devices.buses.compactMap { slowness(of: $0.name) }
    if hasMagnetometer {
      // One that has failed has its own finding.
      let isKnown = devices.devices.contains { $0.measures.contains(.accel) }
      return findings + (isKnown ? [] : [BusFindings.noAccelerometer])
    }
    // Without a bus no chip can measure: the bus is the fault.
    if !devices.buses.isEmpty, devices.buses.allSatisfy({ $0.error != nil }),
      devices.devices.isEmpty
    {
      return findings
    }
    return findings + [
      Finding(
        .chip, .fault, "no magnetometer of the daemon measures",
        remedy: "\(seen.machine.stopDaemon), then \(Self.again), which scans the buses itself")
    ]
  }

  /// - Parameter error: as the daemon says it: what is wrong, a semicolon, and what to do.
  private func refusal(of bus: String, _ error: String) -> Finding {
    if isAbsent(bus) {
      return Finding(
        .bus, lack, "there is no I2C bus \(bus)", remedy: seen.machine.remedyForNoBus)
    }
    let cut = error.firstRange(of: "; ")
    let text = error[..<(cut?.lowerBound ?? error.endIndex)]
    return Finding(
      .bus, lack, "I2C bus \(bus): \(text)",
      remedy: cut.map { String(error[$0.upperBound...]) }
        ?? "\(seen.machine.stopDaemon), then \(Self.again)")
  }

  private func isAbsent(_ bus: String) -> Bool {
    do throws(I2CError) {
      _ = try I2CBusName(bus).adapter(among: seen.machine.adapters)
      return false
    } catch {
      return error == .noSuchBus(name: bus)
    }
  }

  private func chip(_ device: DevicesMessage.Device) -> Finding {
    let hasOpenAxes =
      device.isKernels
      ? device.hasNoteOfAxes : Chip.supported.first { $0.name == device.chip }?.openAxes != nil
    return seen.finding(
      device.note.withoutFullStop, hasOpenAxes: hasOpenAxes,
      remedy: "\(seen.machine.stopDaemon), then qiblactl mount check")
  }

  private static let again = "qiblactl doctor"

  /// - Note: what a chip has measured stays in the report of one that has failed.
  private var hasMagnetometer: Bool {
    devices.devices.contains { $0.status == .measuring && $0.measures.contains(.mag) }
  }

  /// Whether a bus is too slow for what the daemon reads from it.
  private func slowness(of bus: String) -> Finding? {
    let names = devices.devices.filter { $0.bus == bus && $0.status != nil }.compactMap(\.chip)
    let chips = names.compactMap { name in Chip.supported.first { $0.name == name } }
    return clock(ofBus: bus).flatMap { BusSpeed(title: "I2C bus \(bus)", clock: $0).finding(chips) }
  }

  /// - Parameter bus: the daemon's name for it.
  private func clock(ofBus bus: String?) -> BusClock? {
    bus.flatMap(adapter).flatMap { seen.machine.clocks[$0.number] }
  }

  /// The adapter of the daemon's name for a bus; `nil` where it was removed since.
  private func adapter(ofBus bus: String) -> I2CAdapter? {
    try? I2CBusName(bus).adapter(among: seen.machine.adapters)
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
        remedy: "\(seen.machine.stopDaemon), then \(Self.again)")
    case .measuring:
      if let fault = device.fault {
        return Finding(
          .rate, .warning, "\(name): \(fault)",
          remedy: "see the kernel's messages: sudo dmesg | tail")
      }
      return SamplingFindings.rate(
        name, achieved: device.rateHz, asked: device.askedRateHz, errors: device.errors,
        remedy: device.isKernels ? Self.slowDriver : BusSpeed.remedy(clock(ofBus: device.bus)))
    }
  }

  private static let slowDriver =
    "give its driver a trigger or the chip's interrupt line; or set [sensors] kernel_drivers = false and unbind the"
    + " driver, and qiblad reads the chip itself"
}

extension DevicesMessage.Device {
  /// Whether it is read through a driver of the kernel.
  fileprivate var isKernels: Bool { driver == "iio" }

  /// Whether the daemon says of a kernel driver's chip that its axes are not known for certain. It knows whether the
  /// kernel has a mount matrix.
  fileprivate var hasNoteOfAxes: Bool {
    let axes = chip.flatMap { Chip.openAxes(ofKernelDevice: $0) }
    let problems: [String?] = [axes, IIODevice.ignoredMountMatrix, IIODevice.oneMountMatrix]
    return problems.compactMap { $0 }.contains { note.contains($0) }
  }
}
