import DaemonConfiguration
import I2C
import Logging
import Pipeline
import Quantities
import Sensors
import ServiceManager
import Session
import Threads
import Trace

/// The sensors of this device: on their I²C buses, and those that drivers of the kernel have.
// Sendable: made by the main task, handed to the pipeline's thread, and used by that one alone.
final class SensorSource: InputSource, @unchecked Sendable {
  let origin = SampleOrigin.sensors
  let header: TraceHeader
  let settings: PipelineSettings
  let complaint: String? = nil
  /// While it is closed, no sensor is read.
  let gate = Gate()
  private var inputs: LiveInputs
  private let buses: BusScanner
  /// `nil` where the kernel's drivers are not to be used.
  private let kernel: KernelSensors?
  private var isStarted = false

  /// - Parameters:
  ///   - queue: other threads put fixes into it.
  ///   - motor: when the motor disturbs the magnetometer.
  ///   - registry: the list of the devices.
  ///   - loops: learns of the threads of the buses.
  /// - Throws: `ChosenChipError`.
  init(
    _ configuration: Configuration, options: RunOptions, queue: InputQueue,
    motor: MotorActivity, registry: DeviceRegistry, loops: Heartbeats, logger: Logger
  ) throws(ChosenChipError) {
    var chosen: [ChosenChip] = []
    for text in configuration.sensorChips { chosen.append(try ChosenChip(parsing: text)) }
    let clock = BootClock()
    inputs = LiveInputs(
      queue, motor, clocks: { .now(clock) },
      watch: ClockWatch(options, at: clock.now))
    header = Self.header(configuration, options)
    settings = options.settings(for: header)
    let directory = BusDirectory(only: configuration.sensorBus.map { I2CBusName($0) })
    let mount = configuration.mount
    buses = BusScanner(directory, registry, logger) { [chosen, gate] bus in
      BusThread(of: bus, gate: gate, loops: loops) { heartbeat in
        BusReport(bus, registry, mount, logger).runner(chosen, into: queue) {
          () throws(I2CError) in
          heartbeat.beat()
          return WatchedBus(try bus.open(), heartbeat)
        }
      }
    }
    let ends = KernelReport.Sinks(
      queue: queue, registry: registry, mount: mount, gate: gate, logger: logger)
    kernel =
      configuration.usesKernelDrivers
      ? KernelSensors(on: configuration.sensorBus, first: SampledBus.firstOther, ends) : nil
    logger.notice("\(configuration.mount)")
  }

  deinit {
    buses.stop()
    kernel?.stop()
  }

  /// The first line of a trace of these sensors.
  private static func header(
    _ configuration: Configuration, _ options: RunOptions
  ) -> TraceHeader {
    var header = TraceHeader(mount: Mount(configuration.mount))
    header.isLive = true
    header.initialState = InitialState(position: nil, utcMicroseconds: options.clockDate)
    header.initialState?.isTimeUncertain = !options.isClockCertain
    header.initialState?.mountErrorDegrees = configuration.mountErrorDegrees
    return header
  }

  /// The next input; the first call starts the threads of the sensors.
  ///
  /// - Throws: `ThreadRefusal`.
  func next(before tick: Timestamp?) throws -> Input? {
    if !isStarted {
      isStarted = true
      try buses.start()
      try kernel?.start()
    }
    return inputs.next(before: tick)
  }

  /// What looks for chips and adapters when asked to; any thread may call it.
  var rescan: @Sendable () -> Void {
    { [buses, kernel] in
      buses.rescan()
      kernel?.rescan()
    }
  }

  /// Nothing: sensors have no beginning.
  func rewind() {}
}

extension SuspendWatch.Reading {
  /// The clocks now.
  fileprivate static func now(_ clock: BootClock) -> Self {
    let before = KernelClock.monotonic.microseconds
    let boot = clock.now
    return Self(before: before, boot: boot, after: KernelClock.monotonic.microseconds)
  }
}
