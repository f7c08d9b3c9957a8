import I2C
import Logging
import Quantities
import Sensors

/// Tells the log what happens on one bus, and hands its samples on. Used by the bus's thread.
final class BusReport {
  private let bus: I2CBusName
  /// The number of the sensor at address 0 of this bus among all: an address is one chip's, whatever
  /// else comes and goes.
  private let first: Int
  private let health: FieldHealth
  private let names: SensorNames
  private let logger: Logger
  private var sensors: [FoundChip] = []

  init(
    _ bus: I2CBusName, first: Int, _ health: FieldHealth, _ names: SensorNames, _ logger: Logger
  ) {
    self.bus = bus
    self.first = first
    self.health = health
    self.names = names
    self.logger = logger
  }

  /// What finds and samples the chips of the bus.
  func runner(_ chosen: [ChosenChip], into queue: SampleQueue) -> BusRunner {
    BusRunner(
      clock: BootClock(), chosen: chosen,
      listener: .init(
        sample: { queue.put($1, from: self.source(of: $0)) },
        event: { index, event in
          self.tell(index: index, event)
          if event.isLoss { queue.putLoss(of: self.source(of: index), at: BootClock().now) }
        },
        probed: { self.tell($0, $1) },
        unavailable: { self.logger.warning("I2C bus \(self.bus): \($0)") }),
      open: { [bus] () throws(I2CError) in try LinuxI2CBus(bus) })
  }

  private func source(of index: Int) -> Int { first + Int(sensors[index].address) }

  private func tell(_ found: [FoundChip], _ evidence: [Evidence]) {
    sensors = found
    for (index, chip) in found.enumerated() {
      names[source(of: index)] =
        "the \(chip.chip.name) at \(hexadecimal(chip.address)) on I2C bus \(bus)"
    }
    let there = Set(evidence.filter { $0.chip != nil }.map(\.address))
    for chip in found where there.contains(chip.address) {
      logger.notice("I2C bus \(bus): \(chip.sentence)")
    }
    for entry in evidence where entry.chip == nil { logger.info("I2C bus \(bus): \(entry)") }
    let isOwned = evidence.contains { $0.findings.contains(where: \.isOwnedByTheKernel) }
    if found.isEmpty, !isOwned {
      logger.warning("I2C bus \(bus): no sensor that is known; check the wiring; still looking")
    }
  }

  private func tell(index: Int, _ event: BusSampler.Event) {
    let sensor = sensors[index]
    let name = "\(sensor.chip.name) at \(hexadecimal(sensor.address))"
    let isMagnetometer = sensor.chip.kind == .magnetometer
    switch event {
    case .started:
      logger.notice("I2C bus \(bus): \(name) measures")
      if isMagnetometer { health.started() }
    case .failed(let fault):
      logger.warning("I2C bus \(bus): \(name): \(fault)")
      if isMagnetometer { health.failed(fault) }
    }
  }
}

extension Evidence.Finding {
  /// Whether a driver of the kernel has the chip; then its readings come through that.
  fileprivate var isOwnedByTheKernel: Bool {
    if case .failed(.ownedByKernelDriver) = self { true } else { false }
  }
}

extension BusSampler.Event {
  /// Whether nothing more comes from the chip for now. A chip that forgot its settings gets them back so
  /// soon that nobody need know.
  fileprivate var isLoss: Bool {
    switch self {
    case .started, .failed(.configurationLost): false
    case .failed: true
    }
  }
}
