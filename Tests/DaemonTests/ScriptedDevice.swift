import DaemonConfiguration
import Glibc
import I2C
import Logging
import Pipeline
import Quantities
import Sensors
import Session
import TestDoubles
import Trace
import Wire

@testable import qiblad

/// Messages that were published.
final class Published {
  var messages: [CalibrationMessage] = []
}

/// How long a machine was suspended.
final class SuspendedTime {
  var microseconds: Int64 = 0
}

/// The clock of a machine without a battery clock.
final class UnsetClock {
  /// µs since 1970 as it is when it is read; `nil` where it cannot be right.
  var date: Int64?
}

/// A device with two magnetometers, an accelerometer and a gyro on two scripted buses, run as the daemon runs
/// it: bus runners, reports, queue, live inputs and session. Each input is recorded.
final class ScriptedDevice {
  static let magnetometer: UInt8 = 0x2C
  static let secondMagnetometer: UInt8 = 0x1C
  static let inertial: UInt8 = 0x68

  let clock = HandClock(now: Timestamp(microseconds: 1_000_000))
  /// The first has the first magnetometer and the inertial sensors, the second the second magnetometer.
  let buses = [ScriptedBus(), ScriptedBus()]
  let queue = InputQueue()
  let motor: MotorActivity
  /// Whether the first magnetometer repeats its last values.
  var isStuck = false
  private(set) var inputs: [Input] = []
  private(set) var recording: [UInt8] = []
  private(set) var output: [UInt8] = []

  private var runners: [BusRunner] = []
  private var live: LiveInputs
  /// What the first magnetometer and the inertial sensors measure; `nil` for a device at rest.
  var tumble: TumbleFeed?
  let registry = DeviceRegistry()
  private(set) var supervisor: CalibrationSupervisor?
  /// Records as the daemon does; `nil` where only `recording` is made.
  private var feed: RecordingFeed?
  /// Messages of the topic `calibration`.
  var calibrations: [CalibrationMessage] { published.messages }
  private let published = Published()
  private var session: Session
  private var writer = TraceWriter(precision: .exact)
  /// The machine's clock; it has no battery, and nobody has set it.
  let machineClock = UnsetClock()
  private let asleep = SuspendedTime()

  /// - Parameters:
  ///   - calibration: makes the daemon's calibration; `nil` for none.
  ///   - isAlone: whether the second magnetometer is missing.
  ///   - recorder: a recorder of the daemon.
  init(
    _ header: TraceHeader, _ options: RunOptions,
    calibration: ((DeviceRegistry) -> CalibrationService)? = nil, isAlone: Bool = false,
    recorder: Recorder? = nil
  ) {
    let settings = options.settings(for: header)
    feed = recorder.map {
      RecordingFeed($0, RecordingHeader(source: header, settings: settings) { "scripted" })
    }
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    motor = MotorActivity(settleMilliseconds: 150, logger: logger)
    session = Session(options.settings(for: header))
    live = LiveInputs(
      queue, motor,
      clocks: { [clock, asleep] in
        let awake = clock.now.microseconds - asleep.microseconds
        return SuspendWatch.Reading(before: awake, boot: clock.now, after: awake)
      },
      watch: ClockWatch(
        knowing: options.clockDate, isCertain: options.isClockCertain, at: clock.now,
        date: { [machineClock] in machineClock.date }, isSet: { false }))
    writer.write(header, to: &recording)
    if let calibration {
      supervisor = CalibrationSupervisor(calibration(registry), options.settings(for: header)) {
        [published] in published.messages.append($0)
      }
    }
    connect()
    if isAlone { buses[1].disconnect(Self.secondMagnetometer) }
    let adapters = (0..<buses.count).map { I2CAdapter(number: $0 + 1, name: "bus \($0)") }
    let directory = BusDirectory { _ in adapters }
    _ = directory.update()
    runners = buses.indices.map { index in
      let bus = SampledBus(index: index, directory: directory)
      return BusReport(bus, registry, Configuration.Mount(), logger).runner(
        [], clock: clock, into: queue
      ) { [scripted = buses[index]] () throws(I2CError) in scripted }
    }
  }

  /// Puts every chip that is missing on its bus.
  func connect() {
    buses[0].onRead = { [unowned self] bus, address, register in
      if let tumble { return measure(tumble, bus, address, register) }
      if address == Self.magnetometer, !isStuck {
        bus.set(0x01, of: address, to: bytes(field * 37.5, low: true))
        bus.set(0x09, of: address, to: 0x01)
      }
      if address == Self.inertial {
        let force = Vector3(0, 0, 9.80665) * (8192 / 9.80665) + noise * 8
        let rate = noise * 3
        bus.set(
          0x3A, of: address, to: [1] + bytes(force, low: false) + [0, 0] + bytes(rate, low: false))
      }
    }
    buses[1].onRead = { [unowned self] bus, address, _ in
      bus.set(0x27, of: address, to: 0x08)
      bus.set(0xA8, of: address, to: bytes(field * 68.42, low: true))
    }
    plug(Self.magnetometer)
    buses[0].connect(Self.inertial, [0x75: 0x68])
    buses[1].connect(Self.secondMagnetometer, [0x0F: 0x3D])
  }

  /// Sets the registers to what a tumbled board measures.
  private func measure(_ feed: TumbleFeed, _ bus: ScriptedBus, _ address: UInt8, _ register: UInt8)
  {
    if address == Self.magnetometer {
      let field = feed.field(at: clock.now)
      // as the chip's axes lie: what is decoded is the field
      let raw = Vector3(-field.y, -field.x, -field.z) * 37.5
      bus.set(0x01, of: address, to: bytes(raw, low: true))
      bus.set(0x09, of: address, to: 0x01)
    } else if address == Self.inertial, register == 0x3A {
      guard let (force, rate) = feed.motion(at: clock.now) else {
        return bus.set(0x3A, of: address, to: 0)
      }
      let counts = (force * (8192 / 9.80665), rate * (32.8 * 180 / .pi))
      bus.set(
        0x3A, of: address,
        to: [1] + bytes(counts.0, low: false) + [0, 0] + bytes(counts.1, low: false))
    }
  }

  /// Puts the first magnetometer on its bus.
  func plug(_ address: UInt8) { buses[0].connect(address, [0x00: 0x80]) }

  /// Lets the time pass that the buses and the session need.
  func run(seconds: Double) throws {
    let end = clock.now.advanced(byMicroseconds: Int64(seconds * 1e6))
    while clock.now < end {
      var next = end
      for runner in runners { next = min(next, runner.step()) }
      while isTickDue { try feed(live.next(before: session.nextTick)) }
      let tick = session.nextTick?.advanced(byMicroseconds: 3_050) ?? clock.now
      next = max(min(next, tick), clock.now.advanced(byMicroseconds: 100))
      clock.sleep(until: min(next, end))
    }
  }

  /// The machine sleeps, and the device with it.
  func suspend(seconds: Double) {
    let microseconds = Int64(seconds * 1e6)
    asleep.microseconds += microseconds
    clock.sleep(until: clock.now.advanced(byMicroseconds: microseconds))
  }

  /// The user sets something: it is applied at the instant of the newest input.
  func set(_ setting: UserSetting) throws {
    let time = inputs.last?.time ?? clock.now
    try feed(.setting(setting, at: time))
  }

  /// Ends the run.
  func finish() {
    session.finish { output += $0.bytes }
    feed?.finish(.sourceEnded)
  }

  private var isTickDue: Bool {
    guard let tick = session.nextTick else { return true }
    return clock.now.microseconds(since: tick) >= 3_050
  }

  private func feed(_ input: Input) throws {
    _ = try supervisor.feed(input, to: &session) { input, session in
      try process(input, &session)
      return true
    }
    for news in feed?.takeNews(at: input.time) ?? [] { try process(news, &session) }
    feed?.answerClient(at: input.time)
  }

  private func process(_ input: Input, _ session: inout Session) throws {
    inputs.append(input)
    try writer.write(input, to: &recording)
    feed?.take(input)
    _ = session.feed(input) { output += $0.bytes }
  }

  /// µT, of a device at rest.
  private var field: Vector3 { Vector3(20, 3, -40) + noise * 0.3 }

  /// Between −1 and 1: a chip without noise counts as stuck.
  private var noise: Vector3 {
    let time = clock.now.seconds(since: Timestamp(microseconds: 0))
    return Vector3(sin(997 * time), sin(991 * time + 1), sin(983 * time + 2))
  }

  private func bytes(_ counts: Vector3, low: Bool) -> [UInt8] {
    [counts.x, counts.y, counts.z].flatMap { count -> [UInt8] in
      let word = UInt16(bitPattern: Int16(count.rounded()))
      let (high, rest) = (UInt8(word >> 8), UInt8(word & 0xFF))
      return low ? [rest, high] : [high, rest]
    }
  }
}
