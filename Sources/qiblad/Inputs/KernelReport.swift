import DaemonConfiguration
import Glibc
import IIO
import Logging
import Pipeline
import Quantities
import Sensors
import Synchronization
import Threads
import Wire

/// Puts the samples, losses and faults of a sensor that a driver of the kernel has into the queue, and logs
/// what happens to it.
final class KernelReport: Sendable {
  /// How well it is sampled; used by its reader's thread alone.
  private struct Sampling: Sendable {
    var meter = SamplingMeter()
    /// µs, of the samples' clock.
    var next: Int64?
    var newest: Timestamp?
    /// Whether it was gone, and has not measured again since.
    var wasLost = false
  }

  /// Where it all goes.
  struct Sinks: Sendable {
    let queue: InputQueue
    let registry: DeviceRegistry
    /// How chips lie on their boards.
    var mount = Configuration.Mount()
    /// While it is closed, no sensor is read.
    var gate = Gate()
    let logger: Logger
  }

  /// µs between two samples from which on it was not read meanwhile, and the time counts in no rate.
  /// Source: chosen; a driver may hold up a reading for 4 s, and that a rate has to show.
  private static let longestInterval: Int64 = 5_000_000
  /// µs from one note in the registry to the next.
  private static let second: Int64 = 1_000_000

  private let device: IIODevice
  private let source: SensorSourceID
  private let ends: Sinks
  private let sampling = Mutex(Sampling())
  /// From the sensor frame to the axes of its board.
  private let turn: Matrix3

  /// - Parameter device: as it was found first.
  init(_ device: IIODevice, source: SensorSourceID, to ends: Sinks) {
    self.device = device
    self.source = source
    self.ends = ends
    let measuresField = device.channels.contains { $0.quantity == .magneticField }
    turn = ends.mount.boardFromChip(device.name, isMagnetometer: measuresField)
    ends.registry.note(device, source: source)
  }

  /// Takes what its reader tells.
  func tell(_ event: IIOEvent) {
    switch event {
    case .sample(let sample):
      var turned = sample.turned(by: turn)
      turned.source = source
      ends.queue.put(.sample(turned))
      measure(sample)
    case .found(let device, let quantity): found(device, quantity)
    case .failed(let error): failed(error)
    case .reset: wasReset()
    }
  }

  private func found(_ device: IIODevice, _ quantity: IIOQuantity) {
    ends.logger.notice(
      "the kernel's driver \(device.name), \(device.whereItIs), measures \(quantity.words)")
    if quantity == .magneticField {
      if let axes = device.openAxes {
        ends.logger.notice(
          """
          \(device.name): the directions of its axes are not confirmed (\(axes)): check with \
          qiblactl mount check
          """)
      }
      putFault(nil)
    } else {
      let driver = Chip.driver(ofKernelDevice: device.name) ?? device.name
      ends.queue.put(.sensorFound(source, driver: driver, at: BootClock().now))
    }
    let rateHz = device.rateHz
    let wasLost = sampling.withLock { sampling in
      defer { sampling.wasLost = false }
      return sampling.wasLost
    }
    if wasLost { wasReset() }
    ends.registry.change(source) { entry in
      entry.started()
      entry.measures(StateMessage.Sensor.Kind(quantity))
      entry.asked(rateHz: rateHz)
    }
  }

  private func failed(_ error: IIOError) {
    ends.logger.warning("the kernel's driver \(device.name), \(device.whereItIs): \(error)")
    let isInterrupted = device.channels.first.map { error.concerns($0.quantity) } ?? true
    let statistics = sampling.withLock { sampling in
      if isInterrupted {
        sampling.meter.interrupted()
        sampling.next = nil
      }
      if case .faulty = error {
      } else {
        sampling.wasLost = sampling.meter.statistics.counts.samples > 0
      }
      sampling.meter.statistics.counts.errors.count(error)
      return sampling.meter.statistics
    }
    ends.registry.change(source) { entry in
      entry.sampled(statistics)
      if case .faulty(let fault, let quantity, _) = error {
        entry.failed("\(error)", fault, of: StateMessage.Sensor.Kind(quantity))
      } else {
        entry.failed("\(error)", error.fault)
      }
    }
    let isMagnetometer = device.channels.contains { $0.quantity == .magneticField }
    if isMagnetometer, error.concerns(.magneticField) {
      putFault(error.isAbsence ? nil : error.fault)
    }
    if isInterrupted { ends.queue.put(.sensorLost(source, at: BootClock().now)) }
  }

  /// What is wrong with its magnetometer; `nil` where it measures or is absent.
  private func putFault(_ fault: SensorFault?) {
    ends.queue.put(.sensorFault(source, fault, at: BootClock().now))
  }

  /// It was set up once more.
  private func wasReset() {
    let statistics = sampling.withLock { sampling in
      sampling.meter.statistics.counts.resets += 1
      return sampling.meter.statistics
    }
    ends.registry.change(source) { $0.sampled(statistics) }
  }

  /// Notes how well it is sampled; of several quantities that are read one by one the first counts.
  private func measure(_ sample: Sample) {
    guard let quantity = device.channels.first?.quantity, sample.has(quantity) else { return }
    let statistics = sampling.withLock { sampling -> SamplingStatistics? in
      if let newest = sampling.newest,
        sample.time.microseconds(since: newest) > Self.longestInterval
      {
        sampling.meter.interrupted()
        sampling.next = nil
      }
      sampling.newest = sample.time
      sampling.meter.sampled(at: sample.time)
      let now = sample.time.microseconds
      guard now >= sampling.next ?? now else { return nil }
      sampling.next = now + Self.second
      return sampling.meter.statistics
    }
    if let statistics { ends.registry.change(source) { $0.sampled(statistics) } }
  }
}

extension IIODevice {
  /// As in `I2C bus 1 at 0x1E (/sys/bus/iio/devices/iio:device0)`.
  var whereItIs: String { place.map { "\($0) (\(path))" } ?? path }
}

extension IIOError {
  /// Whether this quantity is not measured because of it.
  fileprivate func concerns(_ quantity: IIOQuantity) -> Bool {
    if case .faulty(_, let other, _) = self { quantity == other } else { true }
  }
}

extension Sample {
  fileprivate func has(_ quantity: IIOQuantity) -> Bool {
    switch quantity {
    case .magneticField: magneticField != nil
    case .acceleration: acceleration != nil
    case .angularRate: angularRate != nil
    }
  }
}

extension TransferErrors {
  /// Counts one of a driver of the kernel; a chip that does not measure is no failed transfer.
  fileprivate mutating func count(_ error: IIOError) {
    switch error {
    case .silent: timeout += 1
    case .missing, .system(_, _, ENOENT), .system(_, _, ENODEV): gone += 1
    case .notANumber, .system: refused += 1
    case .faulty: break
    }
  }
}
