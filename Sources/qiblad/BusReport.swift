import I2C
import Logging
import Quantities
import Sensors

/// Tells the log what happens on one bus, and hands its samples on. Used by the bus's thread.
final class BusReport {
  private let bus: I2CBusName
  /// The number of this bus's first sensor among all.
  private let first: Int
  private let logger: Logger
  private var names: [String] = []

  init(_ bus: I2CBusName, first: Int, _ logger: Logger) {
    self.bus = bus
    self.first = first
    self.logger = logger
  }

  /// What finds and samples the chips of the bus.
  func runner(_ chosen: [ChosenChip], into queue: SampleQueue) -> BusRunner {
    BusRunner(
      clock: BootClock(), chosen: chosen,
      listener: .init(
        sample: { [first] index, sample in queue.put(sample, from: first + index) },
        event: { self.tell(index: $0, $1) },
        probed: { self.tell($0, $1) },
        unavailable: { self.logger.warning("I2C bus \(self.bus): \($0)") }),
      open: { [bus] () throws(I2CError) in try LinuxI2CBus(bus) })
  }

  private func tell(_ found: [FoundChip], _ evidence: [Evidence]) {
    names = found.map { "\($0.chip.name) at \(hexadecimal($0.address))" }
    let there = Set(evidence.filter { $0.chip != nil }.map(\.address))
    for chip in found where there.contains(chip.address) {
      logger.notice("I2C bus \(bus): \(chip.sentence)")
    }
    for entry in evidence where entry.chip == nil { logger.info("I2C bus \(bus): \(entry)") }
    if there.isEmpty {
      logger.warning("I2C bus \(bus): no sensor that is known; check the wiring; still looking")
    }
  }

  private func tell(index: Int, _ event: BusSampler.Event) {
    switch event {
    case .started: logger.notice("I2C bus \(bus): \(names[index]) measures")
    case .failed(let fault): logger.warning("I2C bus \(bus): \(names[index]): \(fault)")
    }
  }
}
