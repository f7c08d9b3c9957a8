import I2C
import IIO
import Quantities
import Sensors

/// Whether the buses are there and open, and what answers on them.
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
    let text = "the kernel's driver has \(device.called), and is read"
    let doubt = device.openAxes.map { "; how its axes lie is open (\($0))" }
    return seen.finding(text + (doubt ?? ""), hasOpenAxes: doubt != nil)
  }

  /// A bus that does not open matters less where the kernel's drivers have the magnetometer.
  private var lack: Finding.Grade { hasKernelMagnetometer ? .warning : .fault }

  private var hasKernelMagnetometer: Bool { kernelMeasures(.magneticField) }

  private func kernelMeasures(_ quantity: IIOQuantity) -> Bool {
    seen.kernelDevices.contains { $0.channels.contains { $0.quantity == quantity } }
  }

  private func refusal(of bus: BusObservation, _ error: I2CError) -> Finding {
    switch error {
    case .noSuchBus:
      Finding(.bus, lack, "there is no I2C bus \(bus.name)", remedy: remedyForNoBus)
    case .permissionDenied(let path):
      Finding(
        .permission, lack, "this user may not open \(path)\(bus.node?.reason ?? "")",
        remedy: bus.node?.remedy ?? "sudo usermod -aG i2c $USER, and log in again")
    case .adapterGone:
      Finding(.bus, lack, "the adapter of \(bus.title) is gone", remedy: "plug it in again")
    case .unsupported:
      Finding(
        .bus, lack, "the adapter of \(bus.title) can do no transfer that a sensor needs",
        remedy: "connect the sensor to another bus")
    case .ambiguousBus(_, let numbers):
      Finding(
        .bus, lack, "\(numbers.count) I2C adapters are called \(bus.name)",
        remedy: "name one by its number, as [sensors] bus or with --bus: "
          + numbers.map { "\($0)" }.joined(separator: ", "))
    default:
      Finding(
        .bus, lack, "\(bus.title) cannot be opened: \(error)",
        remedy: "sudo dmesg | grep -i i2c says more")
    }
  }

  private var remedyForNoBus: String {
    let machine = seen.machine
    if !machine.adapters.isEmpty {
      let names = machine.adapters.map(\.label).joined(separator: ", ")
      return "name one that is there with --bus, or as [sensors] bus: \(names)"
    }
    if machine.kernelAdapters > 0 { return "sudo modprobe i2c-dev" }
    if machine.isRaspberryPi { return "sudo raspi-config nonint do_i2c 0" }
    return
      "switch I2C on in the board's firmware settings or device tree, or plug in a USB adapter;"
      + " then sudo modprobe i2c-dev"
  }

  private func slowness(of bus: BusObservation) -> Finding? {
    bus.adapter.flatMap { seen.machine.clocks[$0.number] }.flatMap {
      BusSpeed(title: bus.title, clock: $0).finding(bus.found.map(\.chip))
    }
  }

  private func chips(on bus: BusObservation) -> [Finding] {
    bus.found.map { finding($0, on: bus) }
      + bus.evidence.filter { $0.chip == nil }.compactMap { stranger($0, on: bus) }
  }

  private func finding(_ found: FoundChip, on bus: BusObservation) -> Finding {
    guard let missing = found.missing else {
      return seen.finding(
        "\(bus.title): \(found.sentence.withoutItsEnd)", hasOpenAxes: found.chip.openAxes != nil)
    }
    let name = "\(found.chip.name) at \(hexadecimal(found.address))"
    return Finding(
      .chip, .fault, "\(bus.title): \(name) cannot measure yet: \(missing)",
      remedy: missing.remedy)
  }

  /// Something that answers and is no chip that is known; `nil` where the kernel's driver is read.
  private func stranger(_ evidence: Evidence, on bus: BusObservation) -> Finding? {
    guard evidence.isOwnedByKernel else {
      let chip = "[sensors] chips = \"DRIVER@\(hexadecimal(evidence.address))\""
      return Finding(
        .chip, .warning, "\(bus.title): \(evidence)",
        remedy: evidence.answered ? "if it is a sensor, say which one: \(chip)" : nil)
    }
    let place = bus.adapter.map { I2CPlace(bus: $0.number, address: evidence.address) }
    if seen.kernelDevices.contains(where: { $0.place == place && place != nil }) { return nil }
    let address = hexadecimal(evidence.address)
    return Finding(
      .chip, .warning,
      "\(bus.title): a driver of the kernel has the chip at \(address), and gives no measurements",
      remedy: bus.adapter.map { unbinding(evidence.address, on: $0) })
  }

  /// What takes a chip from the kernel's driver, which names it as in `1-001e`.
  private func unbinding(_ address: UInt8, on adapter: I2CAdapter) -> String {
    let digits = String(address, radix: 16)
    let name = "\(adapter.number)-" + String(repeating: "0", count: 4 - digits.count) + digits
    return "echo \(name) | sudo tee /sys/bus/i2c/devices/\(name)/driver/unbind"
  }

  /// What is said where buses are open and none has a magnetometer.
  private var missingMagnetometer: Finding? {
    let open = seen.buses.filter { $0.error == nil }
    let kinds = open.flatMap(\.found).map(\.chip.kind)
    guard !open.isEmpty, !kinds.contains(where: \.hasMagnetometer), !hasKernelMagnetometer else {
      return nil
    }
    let evidence = open.flatMap(\.evidence)
    let remedy =
      if evidence.contains(where: \.isOwnedByKernel) {
        "take the chip from the kernel's driver, as said above"
      } else if evidence.contains(where: { $0.answered && $0.chip == nil }) {
        "compare what answers with the addresses in docs/hardware/chips.md"
      } else if evidence.contains(where: \.answered) {
        "connect one to the same pins; docs/hardware/buy-and-wire.md says which"
      } else {
        "check 3.3 V, ground, SDA and SCL; then: sudo i2cdetect -y \(open[0].number)"
      }
    let unasked = Chip.supported.filter(\.isAskedOnlyWhenNamed)
    let hint = unasked.first.map {
      "; an \($0.name) has to be named: [sensors] chips = \"\($0.driver)@\(hexadecimal($0.addresses[0]))\""
    }
    let what = evidence.isEmpty ? "nothing answers" : "no magnetometer is found"
    let places = open.map(\.title).joined(separator: ", ")
    return Finding(.chip, .fault, "\(what) on \(places)", remedy: remedy + (hint ?? ""))
  }

  static let noAccelerometer = Finding(
    .chip, .warning,
    "no accelerometer is found: the heading is right only while the device lies level, the"
      + " magnetometer's z axis down",
    remedy: "connect one to the same pins; docs/hardware/buy-and-wire.md says which")

  /// What is said where a magnetometer is there, and nothing that tells how the device is tilted.
  ///
  /// `nil` where a bus does not open: it may be there.
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

extension Evidence {
  /// Whether the kernel refused every question.
  fileprivate var isOwnedByKernel: Bool {
    findings.contains {
      if case .failed(.ownedByKernelDriver) = $0 { true } else { false }
    }
  }
}
