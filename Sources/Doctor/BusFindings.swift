import I2C
import IIO
import Quantities
import Sensors

/// Findings about the I²C buses: whether they exist and can be opened, and which chips answer.
struct BusFindings {
  private let seen: Observation

  init(_ seen: Observation) { self.seen = seen }

  var all: [Finding] {
    var findings: [Finding] = []
    for bus in seen.buses {
      if let error = bus.error {
        findings.append(refusal(of: bus, error))
      } else {
        findings.append(Finding(.bus, .ok, "\(bus.title) can be opened"))
        if let slow = slowness(of: bus) { findings.append(slow) }
        findings += chips(on: bus)
      }
    }
    findings += seen.kernelDevices.map(kernel)
    if let missing = missingMagnetometer ?? missingAccelerometer { findings.append(missing) }
    return findings
  }

  private func kernel(_ device: IIODevice) -> Finding {
    let axes = device.openAxes.map { "the directions of its axes are not confirmed (\($0))" }
    let matrix = device.mountMatrixProblem
    let parts = ["\(device.called) is read through the kernel's driver", axes, matrix]
    return seen.finding(
      parts.compactMap { $0 }.joined(separator: "; "), hasOpenAxes: axes != nil || matrix != nil)
  }

  /// The grade of a bus that cannot be opened: only a warning if the kernel's drivers provide a
  /// magnetometer.
  private var lack: Finding.Grade { hasKernelMagnetometer ? .warning : .fault }

  private var hasKernelMagnetometer: Bool { kernelMeasures(.magneticField) }

  private func kernelMeasures(_ quantity: IIOQuantity) -> Bool {
    seen.kernelDevices.contains { $0.channels.contains { $0.quantity == quantity } }
  }

  private func refusal(of bus: BusObservation, _ error: I2CError) -> Finding {
    switch error {
    case .noSuchBus:
      Finding(.bus, lack, "there is no I2C bus \(bus.name)", remedy: seen.machine.remedyForNoBus)
    case .permissionDenied(let path):
      Finding(
        .permission, lack, "this user is not allowed to open \(path)\(bus.node?.reason ?? "")",
        remedy: bus.node?.remedy ?? "sudo usermod -aG i2c $USER, and log in again")
    case .adapterGone:
      Finding(.bus, lack, "the adapter of \(bus.title) was removed", remedy: "plug it in again")
    case .unsupported:
      Finding(
        .bus, lack, "the adapter of \(bus.title) does not support the transfers that sensors need",
        remedy: "connect the sensor to another bus")
    case .ambiguousBus(_, let numbers):
      Finding(
        .bus, lack, "\(numbers.count) I2C adapters have the name \(bus.name)",
        remedy: "choose one by its number, with [sensors] bus or --bus: "
          + numbers.map { "\($0)" }.joined(separator: ", "))
    default:
      Finding(
        .bus, lack, "\(bus.title) cannot be opened: \(error)",
        remedy: "see the kernel's messages: sudo dmesg | grep -i i2c")
    }
  }

  private func slowness(of bus: BusObservation) -> Finding? {
    bus.adapter.flatMap { seen.machine.clocks[$0.number] }.flatMap {
      BusSpeed(title: bus.title, clock: $0).finding(bus.found.map(\.chip))
    }
  }

  private func chips(on bus: BusObservation) -> [Finding] {
    bus.found.map { finding($0, on: bus) }
      + bus.evidence.filter { $0.chip == nil }.compactMap { unknownChip($0, on: bus) }
  }

  private func finding(_ found: FoundChip, on bus: BusObservation) -> Finding {
    guard let missing = found.missing else {
      return seen.finding(
        "\(bus.title): \(found.sentence.withoutFullStop)", hasOpenAxes: found.chip.openAxes != nil)
    }
    let name = "\(found.chip.name) at \(hexadecimal(found.address))"
    return Finding(
      .chip, .fault, "\(bus.title): \(name) cannot measure yet: \(missing)",
      remedy: missing.remedy)
  }

  /// An unknown chip that answers; `nil` for a chip that is read through the kernel's driver.
  private func unknownChip(_ evidence: Evidence, on bus: BusObservation) -> Finding? {
    guard evidence.isOwnedByKernel else {
      let chip = "[sensors] chips = \"DRIVER@\(hexadecimal(evidence.address))\""
      return Finding(
        .chip, .warning, "\(bus.title): \(evidence)",
        remedy: evidence.answered ? "if it is a sensor, name its driver: \(chip)" : nil)
    }
    let place = bus.adapter.map { I2CPlace(bus: $0.number, address: evidence.address) }
    if seen.kernelDevices.contains(where: { $0.place == place && place != nil }) { return nil }
    let address = hexadecimal(evidence.address)
    if let name = bus.kernelNames[evidence.address], !Chip.isSupported(kernelDevice: name) {
      return Finding(
        .chip, .ok,
        "\(bus.title): the chip at \(address) is in use by the kernel's driver of \(name)")
    }
    return Finding(
      .chip, .warning,
      "\(bus.title): a kernel driver uses the chip at \(address), but provides no measurements",
      remedy: bus.canUnbind(evidence)
        ? bus.adapter.map { unbinding(evidence.address, on: $0) } : nil)
  }

  /// The command that detaches a chip from its kernel driver.
  private func unbinding(_ address: UInt8, on adapter: I2CAdapter) -> String {
    let name = adapter.deviceName(at: address)
    return "echo \(name) | sudo tee /sys/bus/i2c/devices/\(name)/driver/unbind"
  }

  /// The finding for open buses of which none has a magnetometer.
  private var missingMagnetometer: Finding? {
    let open = seen.buses.filter { $0.error == nil }
    let kinds = open.flatMap(\.found).map(\.chip.kind)
    guard !open.isEmpty, !kinds.contains(where: \.hasMagnetometer), !hasKernelMagnetometer else {
      return nil
    }
    let evidence = open.flatMap(\.evidence)
    // On another board than a Raspberry Pi the device tree does not state which bus the header's is.
    let mayLackHeader =
      !seen.machine.isRaspberryPi && open.contains { $0.adapter?.node != nil }
    let header =
      mayLackHeader
      ? "; or the header's bus is not among these: enable its overlay (armbian-config) and restart"
      : ""
    let remedy =
      if open.contains(where: { bus in bus.evidence.contains(where: bus.canUnbind) }) {
        "detach the chip from the kernel's driver, as shown above"
      } else if evidence.contains(where: { $0.answered && $0.chip == nil }) {
        "compare the addresses that answer with those in docs/hardware/chips.md" + header
      } else if evidence.contains(where: \.answered) {
        "connect one to the same pins; docs/hardware/buy-and-wire.md lists boards"
      } else {
        "check 3.3 V, ground, SDA and SCL; then: sudo i2cdetect -y \(open[0].number)" + header
      }
    let unasked = Chip.supported.filter(\.isAskedOnlyWhenNamed)
    let hint = unasked.first.map {
      "; an \($0.name) must be named in the configuration: [sensors] chips = \"\($0.driver)@\(hexadecimal($0.addresses[0]))\""
    }
    let what = evidence.isEmpty ? "nothing answers" : "no magnetometer is found"
    let places = open.map(\.title).joined(separator: ", ")
    return Finding(.chip, .fault, "\(what) on \(places)", remedy: remedy + (hint ?? ""))
  }

  static let noAccelerometer = Finding(
    .chip, .warning,
    "no accelerometer is found, so the device is assumed to be level: the heading is right only while it"
      + " lies level, as [mount] says (by default components up)",
    remedy: "connect one to the same pins; docs/hardware/buy-and-wire.md lists boards")

  /// The finding for a magnetometer without an accelerometer, so that tilt cannot be measured.
  ///
  /// `nil` if a bus cannot be opened, because the accelerometer may be on that bus.
  private var missingAccelerometer: Finding? {
    let kinds = seen.buses.flatMap(\.found).map(\.chip.kind)
    guard seen.buses.allSatisfy({ $0.error == nil }),
      kinds.contains(where: \.hasMagnetometer) || hasKernelMagnetometer,
      !kinds.contains(where: \.hasInertialSensors),
      !kernelMeasures(.acceleration)
    else { return nil }
    return Self.noAccelerometer
  }
}

extension Observation.Machine {
  /// What to do where there is no bus of the name that is asked for. Buses of displays and the like are not
  /// offered.
  var remedyForNoBus: String {
    let names = adapters.filter { $0.purpose == .users }.map(\.label)
    if !names.isEmpty {
      return "choose one of these with --bus or [sensors] bus: \(names.joined(separator: ", "))"
    }
    if kernelAdapters > 0 { return MissingBus.withoutNode }
    return isRaspberryPi ? MissingBus.onRaspberryPi : MissingBus.onAnotherBoard
  }
}

extension BusObservation {
  /// Whether the chip can be detached from the kernel's driver: one of our drivers has it, so it is no clock or
  /// sound chip.
  fileprivate func canUnbind(_ evidence: Evidence) -> Bool {
    guard evidence.isOwnedByKernel, let name = kernelNames[evidence.address] else { return false }
    return Chip.isSupported(kernelDevice: name)
  }
}

extension Evidence {
  /// Whether the kernel refused every transfer, because one of its drivers uses the chip.
  fileprivate var isOwnedByKernel: Bool {
    findings.contains {
      if case .failed(.ownedByKernelDriver) = $0 { true } else { false }
    }
  }
}
