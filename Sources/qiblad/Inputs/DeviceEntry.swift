import I2C
import IIO
import Quantities
import Sensors
import Wire

/// What is known of one sensor.
struct DeviceEntry: Sendable {
  /// Its identity; what changes is below.
  private(set) var device: DevicesMessage.Device
  /// The index of its bus; `nil` where a driver of the kernel has it.
  let bus: Int?
  private let kernelName: String
  /// Whether a magnetometer is in it, whether or not it has measured.
  private let measuresField: Bool
  /// How well it is sampled, by its present sampler.
  private var sampling = SamplingStatistics()
  /// What earlier samplers counted.
  private var past = SamplingStatistics.Counts()
  /// How often it was given up, by kind.
  private(set) var faults: [SensorFault: Int] = [:]

  /// A chip of our own drivers.
  init(_ found: FoundChip, on bus: BusPlace, _ evidence: [Evidence]) {
    let evidence = evidence.first { $0.address == found.address }
    device = DevicesMessage.Device(
      bus: bus.label, address: found.address, chip: found.chip.name, driver: found.chip.driver,
      evidence: evidence?.readings(for: found.chip.name) ?? [], note: found.sentence,
      status: .starting)
    device.askedRateHz = found.chip.rateHz
    self.bus = bus.index
    kernelName = ""
    measuresField = found.chip.kind.hasMagnetometer
  }

  /// A chip of the kernel's.
  init(_ found: IIODevice) {
    device = DevicesMessage.Device(
      bus: found.place.map { "\($0.bus)" }, address: found.place?.address, chip: found.name,
      driver: "iio", evidence: [found.path],
      note: found.sentence + Chip.sentence(openAxes: found.openAxes), status: .starting)
    bus = nil
    measuresField = found.channels.contains { $0.quantity == .magneticField }
    kernelName = "the kernel's driver \(found.name), \(found.whereItIs)"
  }

  /// Whether a driver of the kernel has it.
  var isKernels: Bool { bus == nil }

  /// Which chip it is; `nil` where its name is not known.
  var identity: DeviceRegistry.Identity? {
    guard let driver = isKernels ? device.chip : device.driver else { return nil }
    return DeviceRegistry.Identity(
      driver: driver, address: device.address, measuresField: measuresField,
      isKernels: isKernels)
  }

  /// What the log calls it, as in `the QMC5883L at 0x0D on I2C bus 1 (bcm2835 (i2c@7e804000))`.
  var name: String {
    guard !isKernels else { return kernelName }
    let address = device.address.map(hexadecimal) ?? "?"
    return "the \(device.chip ?? "chip") at \(address) on I2C bus \(device.bus ?? "?")"
  }

  /// Its bus came back under another number.
  mutating func move(to label: String) { device.bus = label }

  /// Whether both are the chip at one place.
  func isSameDevice(as other: DeviceEntry) -> Bool {
    (bus, device.address, device.chip) == (other.bus, other.device.address, other.device.chip)
  }

  /// Takes how well it is sampled. Where that counts from 0 again the device was found and set up anew, and
  /// what was counted before is kept.
  mutating func sampled(_ statistics: SamplingStatistics) {
    if statistics.counts.samples < sampling.counts.samples {
      past = past + sampling.counts
      past.resets += 1
    }
    sampling = statistics
  }

  /// It measures.
  mutating func started() {
    device.status = .measuring
    device.fault = nil
  }

  /// It does not measure.
  ///
  /// - Parameter kind: `nil` where it is not there: that is nothing wrong with it.
  mutating func failed(_ fault: String, _ kind: SensorFault?) {
    device.status = .failed
    device.fault = fault
    if let kind { faults[kind, default: 0] += 1 }
  }

  /// It does not measure this any more, but perhaps something else.
  mutating func failed(
    _ fault: String, _ kind: SensorFault, of lost: StateMessage.Sensor.Kind
  ) {
    let rest = device.measures.filter { $0 != lost }
    failed(fault, kind)
    guard !rest.isEmpty else { return }
    (device.status, device.measures) = (.measuring, rest)
  }

  /// It measures this, for the first time or again.
  mutating func measures(_ kind: StateMessage.Sensor.Kind) {
    guard !device.measures.contains(kind) else { return }
    device.measures = StateMessage.Sensor.Kind.allCases.filter {
      $0 == kind || device.measures.contains($0)
    }
  }

  /// How often it is asked to measure a second.
  mutating func asked(rateHz: Double?) { device.askedRateHz = rateHz }

  private var counts: SamplingStatistics.Counts { past + sampling.counts }

  /// What `devices` says of it.
  func described(primaryFor kinds: [StateMessage.Sensor.Kind]) -> DevicesMessage.Device {
    var device = device
    if device.status == .measuring {
      device.primaryFor = kinds.filter(device.measures.contains)
      device.rateHz = sampling.rateHz
    }
    (device.errors, device.resets) = (counts.errors.total, counts.resets)
    return device
  }

  /// What `stats` says of it.
  var statistics: StatsMessage.Device {
    var statistics = StatsMessage.Device(
      bus: device.bus, address: device.address, chip: device.chip ?? "")
    statistics.rateHz = sampling.rateHz
    (statistics.jitterP50, statistics.jitterP99) = (sampling.jitterP50, sampling.jitterP99)
    statistics.samples = counts.samples
    statistics.errors = counts.errors.byKind
    statistics.faults = faults
    (statistics.resets, statistics.overflows) = (counts.resets, counts.overflows)
    return statistics
  }
}

extension IIODevice {
  /// The open question about its magnetometer's axes; `nil` if sources agree, or the kernel has a mount matrix.
  var openAxes: String? {
    hasFieldAlongChipAxes ? Chip.openAxes(ofKernelDevice: name) : nil
  }
}

extension TransferErrors {
  /// In the words of the stream, those only that there were.
  fileprivate var byKind: [StatsMessage.TransferError: Int] {
    let all: [StatsMessage.TransferError: Int] = [
      .noAcknowledge: noAcknowledge, .timeout: timeout, .shortRead: shortRead, .gone: gone,
      .refused: refused,
    ]
    return all.filter { $0.value > 0 }
  }
}
