import Configuration
import Heading
import I2C
import Logging
import Pipeline
import Quantities
import Sensors
import Session
import Threads
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
  private let health = MagnetometerFault()
  private let board: DeviceRegistry
  private let clock = BootClock()
  private let buses: BusScanner
  /// `nil` where they are to be left alone.
  private let kernel: KernelSensors?
  private(set) var isFieldWithheld = false
  private var loss: Int?
  private var suspends = SuspendWatch()
  private var suspend: SuspendWatch.Suspend?
  /// What was measured before this was measured before the machine slept.
  private var wake: Timestamp?
  private var lastTime: Timestamp?
  private var isStarted = false

  /// - Parameters:
  ///   - queue: fixes are put into it by others.
  ///   - motor: what spoils the magnetometer.
  ///   - board: is told what becomes of the sensors.
  /// - Throws: `ChosenChipError`.
  init(
    _ configuration: Configuration, options: RunOptions, queue: SampleQueue,
    motor: MotorActivity, board: DeviceRegistry, logger: Logger
  ) throws(ChosenChipError) {
    self.queue = queue
    self.motor = motor
    self.board = board
    var chosen: [ChosenChip] = []
    for text in configuration.sensorChips { chosen.append(try ChosenChip(parsing: text)) }
    var header = TraceHeader(mount: Mount(configuration.mount))
    header.initialState = InitialState(position: nil, utcMicroseconds: options.clockDate)
    settings = options.settings(for: header)
    let directory = BusDirectory(only: configuration.sensorBus.map { I2CBusName($0) })
    let mount = configuration.mount
    buses = BusScanner(directory, board, logger) { [queue, health, chosen] bus in
      BusReport(bus, health, board, mount, logger).runner(chosen, into: queue)
    }
    let ends = KernelReport.Sinks(
      queue: queue, health: health, board: board, mount: mount, logger: logger)
    kernel =
      configuration.usesKernelDrivers
      ? KernelSensors(on: configuration.sensorBus, first: SampledBus.firstOther, ends) : nil
    logger.notice("\(configuration.mount)")
  }

  deinit {
    buses.stop()
    kernel?.stop()
  }

  /// The next sample; where none comes in time a sample of nothing, so that time goes on.
  ///
  /// - Throws: `ThreadRefusal`.
  func next(before tick: Timestamp?) throws -> Sample? {
    if !isStarted {
      isStarted = true
      try buses.start()
      try kernel?.start()
    }
    let due = tick?.advanced(byMicroseconds: Self.lateness + 50) ?? clock.now
    let wait = min(max(due.microseconds(since: clock.now), 0), Self.longestWait)
    let next = queue.take(within: .microseconds(wait))
    if let slept = suspends.update(.now(clock)) { (suspend, wake) = (slept, slept.end) }
    if case (let source, var sample)? = next, wake.map({ $0 <= sample.time }) ?? true {
      if sample.fix != nil {
        // Which 3 ms it is matters to no fix; a sensor's sample on its way must not come behind it.
        sample.time = sample.time.advanced(byMicroseconds: -Self.lateness)
        return inOrder(sample)
      }
      sample.source = source
      if !sample.hasMeasurement { loss = source }
      return inOrder(withoutTheMotor(sample))
    }
    return inOrder(Sample(time: clock.now.advanced(byMicroseconds: -Self.lateness)))
  }

  private func withoutTheMotor(_ sample: Sample) -> Sample {
    let restricted = motor.restrict(sample)
    if sample.magneticField != nil { isFieldWithheld = restricted.magneticField == nil }
    return restricted
  }

  func takeLoss() -> Int? {
    defer { loss = nil }
    return loss
  }

  func takeSuspend() -> SuspendWatch.Suspend? {
    defer { suspend = nil }
    return suspend
  }

  var fieldFault: Why? { health.fault }

  func name(ofSource source: Int) -> String { board.name(of: source) }

  func note(_ primary: PrimarySources) { board.note(primary) }

  func rewind() {}

  /// What comes late counts from now on.
  private func inOrder(_ sample: Sample) -> Sample {
    var sample = sample
    sample.time = max(sample.time, lastTime ?? sample.time)
    lastTime = sample.time
    return sample
  }
}

extension SuspendWatch.Reading {
  /// The clocks now.
  fileprivate static func now(_ clock: BootClock) -> Self {
    let before = KernelClock.monotonic.microseconds
    let boot = clock.now
    return Self(before: before, boot: boot, after: KernelClock.monotonic.microseconds)
  }
}
