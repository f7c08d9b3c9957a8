import Configuration
import Heading
import I2C
import Logging
import Pipeline
import Quantities
import Replay
import Sensors
import Trace
import Wire

/// The sensors of this device: on their I²C buses, and those that drivers of the kernel have.
// Sendable: made by the main task, handed to the pipeline's thread, and used by that one alone.
final class SensorSource: SampleSource, @unchecked Sendable {
  /// µs. So long is waited for a sample at the most, so that an end is noticed.
  private static let longestWait: Int64 = 20_000
  /// µs. A tick waits so long for a sample that is still on its way.
  private static let lateness: Int64 = 3_000

  let settings: PipelineSettings
  let isSimulated = false
  let isLive = true
  let complaint: String? = nil
  private let queue: SampleQueue
  private let motor: MotorActivity
  private let health = FieldHealth()
  private let clock = BootClock()
  private let threads: [BusThread]
  /// `nil` where they are to be left alone.
  private let kernel: KernelSensors?
  private var primary = PrimarySensors()
  private(set) var fieldSupply = FieldSupply.flowing
  private var lastTime: Timestamp?
  private var isStarted = false

  /// - Parameters:
  ///   - queue: fixes are put into it by others.
  ///   - motor: what spoils the magnetometer.
  /// - Throws: `ChosenChipError`.
  init(
    _ configuration: Configuration, options: ReplayOptions, queue: SampleQueue,
    motor: MotorActivity, logger: Logger
  ) throws(ChosenChipError) {
    self.queue = queue
    self.motor = motor
    var chosen: [ChosenChip] = []
    for text in configuration.sensorChips { chosen.append(try ChosenChip(parsing: text)) }
    var header = TraceHeader()
    header.initialState = InitialState(position: nil, utcMicroseconds: options.clockDate)
    settings = options.settings(for: header)
    let names =
      configuration.sensorBus.map { [I2CBusName($0)] } ?? I2CBusName.likely(among: I2CAdapter.all())
    threads = names.enumerated().map { [queue, health, chosen] index, name in
      BusThread { BusReport(name, first: index * 256, health, logger).runner(chosen, into: queue) }
    }
    let report = KernelReport(queue: queue, health: health, logger: logger)
    kernel =
      configuration.usesKernelDrivers
      ? KernelSensors(
        on: configuration.sensorBus.map { I2CBusName($0) }, first: names.count * 256, report) : nil
    let list = names.map(\.text).joined(separator: ", ")
    logger.notice("looking for sensors on the I2C bus \(list)")
  }

  deinit {
    for thread in threads { thread.stop() }
    kernel?.stop()
  }

  /// The next sample; where none comes in time a sample of nothing, so that time goes on.
  ///
  /// - Throws: `NoThread`.
  func next(before tick: Timestamp?) throws -> Sample? {
    if !isStarted {
      isStarted = true
      for thread in threads where !thread.start() { throw NoThread() }
      if let kernel, !kernel.start() { throw NoThread() }
    }
    let due = tick?.advanced(byMicroseconds: Self.lateness + 50) ?? clock.now
    let wait = min(max(due.microseconds(since: clock.now), 0), Self.longestWait)
    if case (let source, var sample)? = queue.take(within: Int(wait) * 1000) {
      if sample.fix != nil {
        // Which 3 ms it is matters to no fix; a sensor's sample on its way must not come behind it.
        sample.time = sample.time.advanced(byMicroseconds: -Self.lateness)
        return inOrder(sample)
      }
      if !sample.hasMeasurement, primary.lost(source) { fieldSupply = .lost }
      if let counting = primary.filter(sample, from: source) {
        return inOrder(withoutTheMotor(counting))
      }
    }
    return inOrder(Sample(time: clock.now.advanced(byMicroseconds: -Self.lateness)))
  }

  private func withoutTheMotor(_ sample: Sample) -> Sample {
    let restricted = motor.restrict(sample)
    if sample.magneticField != nil {
      fieldSupply = restricted.magneticField == nil ? .withheld : .flowing
    }
    return restricted
  }

  var fieldFault: Why? { health.fault }

  func rewind() {}

  /// What comes late counts from now on.
  private func inOrder(_ sample: Sample) -> Sample {
    var sample = sample
    sample.time = max(sample.time, lastTime ?? sample.time)
    lastTime = sample.time
    return sample
  }
}

/// The system refuses another thread.
struct NoThread: Error, CustomStringConvertible {
  var description: String {
    "the system refuses a thread for the sensors; raise the limits of this process"
  }
}
