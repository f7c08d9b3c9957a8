import DaemonConfiguration
import I2C
import IIO
import Logging
import Pipeline
import Quantities
import Sensors
import Threads
import Wire

/// Puts the samples, losses and faults of one bus into the queue, and logs what happens on it. Used by the
/// bus's thread.
final class BusReport {
  private let bus: SampledBus
  private let registry: DeviceRegistry
  /// How chips lie on their boards.
  private let mount: Configuration.Mount
  private let logger: Logger
  private var sensors: [FoundChip] = []
  /// Of each sensor, from its own axes to its board's.
  private var turns: [Matrix3] = []
  /// Of each accelerometer and gyro that was put into the queue.
  private var drivers: [SensorSourceID: String] = [:]
  /// What each sensor has measured so far.
  private var measured: [SensorKinds] = []

  init(
    _ bus: SampledBus, _ registry: DeviceRegistry, _ mount: Configuration.Mount, _ logger: Logger
  ) {
    self.bus = bus
    self.registry = registry
    self.mount = mount
    self.logger = logger
  }

  /// Finds and samples the chips of the bus.
  ///
  /// - Parameter open: opens the bus, again after a loss.
  func runner(
    _ chosen: [ChosenChip], clock: any MonotonicClock = BootClock(), into queue: InputQueue,
    open: @escaping () throws(I2CError) -> any I2CBus
  ) -> BusRunner {
    BusRunner(
      clock: clock, chosen: chosen, firmware: FirmwareFolder.read,
      listener: .init(
        sample: { index, sample in
          queue.put(.sample(self.onBoard(sample, index: index)))
          self.note(sample, index: index)
        },
        event: { index, event in
          self.tell(index: index, event)
          self.put(event, of: index, at: clock.now, into: queue)
        },
        probed: {
          self.tell($0, $1)
          self.putInertialChips(at: clock.now, into: queue)
        },
        unavailable: {
          self.logger.warning("\(self.name): \($0)")
          self.registry.note(self.bus.place, unavailable: $0)
        },
        statistics: { self.note($0) }),
      open: open)
  }

  /// What the log calls the bus.
  private var name: String { "I2C bus \(bus.place.label)" }

  /// A sample along the axes of the board that its chip is on, with its source.
  private func onBoard(_ sample: Sample, index: Int) -> Sample {
    var sample = turns.indices.contains(index) ? sample.turned(by: turns[index]) : sample
    sample.source = source(of: index)
    return sample
  }

  /// Puts what the pipeline has to know of an event into the queue.
  private func put(
    _ event: BusSampler.Event, of index: Int, at time: Timestamp, into queue: InputQueue
  ) {
    let source = source(of: index)
    if sensors[index].chip.kind.hasMagnetometer {
      queue.put(.sensorFault(source, event.fault, at: time))
    }
    if event.isLoss { queue.put(.sensorLost(source, at: time)) }
  }

  /// Puts each chip with an accelerometer or a gyro into the queue that was not there before, or was another one.
  private func putInertialChips(at time: Timestamp, into queue: InputQueue) {
    for (index, sensor) in sensors.enumerated() where sensor.chip.kind.hasInertialSensors {
      let (source, driver) = (source(of: index), sensor.chip.driver)
      guard drivers.updateValue(driver, forKey: source) != driver else { continue }
      queue.put(.sensorFound(source, driver: driver, at: time))
    }
  }

  private func source(of index: Int) -> SensorSourceID { bus.source(at: sensors[index].address) }

  private func tell(_ found: [FoundChip], _ evidence: [Evidence]) {
    sensors = found
    turns = found.map {
      mount.boardFromChip($0.chip.driver, isMagnetometer: $0.chip.kind.hasMagnetometer)
    }
    measured = found.map { _ in [] }
    registry.note(bus.place, found: found, evidence, source: bus.source)
    let there = Set(evidence.filter { $0.chip != nil }.map(\.address))
    for chip in found where there.contains(chip.address) {
      logger.notice("\(name): \(chip.sentence)")
    }
    for entry in evidence where entry.chip == nil { logger.info("\(name): \(entry)") }
    let isOwned = evidence.contains(where: \.isOwnedByTheKernel)
    if found.isEmpty, !isOwned {
      logger.warning("\(name): no sensor that is known; check the wiring; still looking")
    }
  }

  private func tell(index: Int, _ event: BusSampler.Event) {
    let sensor = sensors[index]
    let chip = "\(sensor.chip.name) at \(hexadecimal(sensor.address))"
    switch event {
    case .started:
      let what = sensor.chip.kind.words
      logger.notice("\(name): \(chip) measures \(what)")
      registry.change(source(of: index)) { $0.started() }
    case .failed(let fault):
      logger.warning("\(name): \(chip): \(fault)")
      registry.change(source(of: index)) { $0.failed("\(fault)", fault.kind) }
    }
  }

  /// Tells what a sensor measures that it did not before.
  private func note(_ sample: Sample, index: Int) {
    let new = SensorKinds(sample).subtracting(measured[index])
    guard !new.isEmpty else { return }
    measured[index].formUnion(new)
    registry.change(source(of: index)) { entry in
      for kind in new.all { entry.measures(kind) }
    }
  }

  private func note(_ statistics: [SamplingStatistics]) {
    for (index, statistics) in statistics.enumerated() {
      registry.change(source(of: index)) { $0.sampled(statistics) }
    }
  }
}

extension Chip.Kind {
  /// What it measures, in a sentence.
  fileprivate var words: String {
    switch self {
    case .magnetometer: IIOQuantity.magneticField.words
    case .inertial: "motion"
    case .nineAxes: "\(IIOQuantity.magneticField.words) and motion"
    }
  }
}

extension Evidence {
  /// Whether a driver of the kernel has the chip; then its readings come through that.
  var isOwnedByTheKernel: Bool {
    findings.contains { if case .failed(.ownedByKernelDriver) = $0 { true } else { false } }
  }
}

extension BusSampler.Event {
  /// Whether no sample comes from the chip for now. A chip that lost its settings gets them back before
  /// that would be noticed.
  fileprivate var isLoss: Bool {
    switch self {
    case .started: false
    case .failed(let fault): fault.kind != .configurationLost
    }
  }

  /// What is wrong with the chip; `nil` where it measures or is absent.
  fileprivate var fault: SensorFault? {
    guard case .failed(let fault) = self, !fault.isAbsence else { return nil }
    return fault.kind
  }
}
