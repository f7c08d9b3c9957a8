import Glibc
import Haptics
import Logging
import Quantities
import Sensors
import Synchronization
import Threads
import Wire

/// Plays the patterns of events on a thread of its own: a pattern lasts for up to a second.
final class HapticPlayer: Sendable {
  private let shared: Mutex<HapticSettings>
  private let motor: MotorActivity
  private let stop: StopFlag
  private let logger: Logger
  private let queue = HapticQueue()
  private let motorIsOpen = Atomic(false)

  init(settings: HapticSettings, motor: MotorActivity, stop: StopFlag, logger: Logger) {
    shared = Mutex(settings)
    (self.motor, self.stop, self.logger) = (motor, stop, logger)
  }

  private var settings: HapticSettings { shared.withLock { $0 } }

  /// Uses other settings from the next pattern on. Where they leave `isMuted` as it was, a command's `mute`
  /// stays.
  func change(from old: HapticSettings, to new: HapticSettings) {
    shared.withLock { settings in
      let isMuted = new.isMuted == old.isMuted ? settings.isMuted : new.isMuted
      settings = new
      settings.isMuted = isMuted
    }
  }

  /// Whether a motor was found, and plays the patterns of events.
  var hasMotor: Bool { motorIsOpen.load(ordering: .relaxed) && !isMuted }

  /// Whether nothing is played.
  var isMuted: Bool { settings.isMuted }

  /// Plays nothing from now on, or plays again.
  func mute(_ isMuted: Bool) { shared.withLock { $0.isMuted = isMuted } }

  /// The configured pattern of an event, muted or not.
  func pattern(of event: HapticEvent) -> HapticPattern {
    shared.withLock { $0.patterns[event] ?? .none }
  }

  /// Hands a command to the thread; never waits.
  ///
  /// - Returns: whether there was room for it.
  func take(_ command: HapticCommand) -> Bool { queue.put(command) }

  /// Hands an event to the thread, where it has a pattern; never waits.
  func take(_ event: Event?) {
    if let event = event.flatMap(HapticEvent.init) { queue.put(event) }
  }

  /// Ends the thread when it has played the last event.
  func finish() { queue.close() }

  /// Starts the thread, which ends after `finish`.
  func start() {
    do throws(ThreadRefusal) {
      try DedicatedThread.start { [self] in
        var output = PatternMotor(settings: settings, motor: motor, stop: stop, logger: logger)
        output.open()
        motorIsOpen.store(output.isOpen, ordering: .relaxed)
        while let job = queue.take() {
          output.use(settings)
          switch job {
          case .event(let event): output.play(event)
          case .command(let command): command.answer(output.play(command.pattern))
          }
          motorIsOpen.store(output.isOpen, ordering: .relaxed)
        }
      }
    } catch { logger.error("haptics: \(error)") }
  }
}

/// The haptic motor; where there is none, it is looked for again.
private struct PatternMotor {
  /// µs between two attempts to find a motor.
  private static let retryAfter: Int64 = 30_000_000

  private let logger: Logger
  private var settings: HapticSettings
  private let motor: MotorActivity
  private let stop: StopFlag
  private var output: (any HapticOutput)?
  private var lastFailure: HapticError?
  private var lastAttempt: Int64?

  init(settings: HapticSettings, motor: MotorActivity, stop: StopFlag, logger: Logger) {
    (self.settings, self.motor, self.stop, self.logger) = (settings, motor, stop, logger)
  }

  /// Uses other settings from now on; the motor is opened again where that is another one.
  mutating func use(_ new: HapticSettings) {
    if new.wiring != settings.wiring { (output, lastAttempt, lastFailure) = (nil, nil, nil) }
    settings = new
  }

  var isOpen: Bool { output != nil }

  mutating func open() {
    guard settings.output != .none, !settings.isMuted else { return }
    let now = BootClock().now.microseconds
    if let lastAttempt, now - lastAttempt < Self.retryAfter { return }
    lastAttempt = now
    do throws(HapticError) {
      output = try settings.open()
      if let output { logger.info("haptic motor: \(output.name)") }
      lastFailure = nil
    } catch { report(error) }
  }

  mutating func play(_ event: HapticEvent) {
    let pattern = settings.pattern(for: event)
    guard pattern != .none, !stop.isSet else { return }
    if output == nil { open() }
    guard let output else { return }
    do throws(HapticError) { try play(pattern, on: output) } catch { report(error) }
  }

  /// Plays a pattern that a user asked for: looks for a motor at once, and says what is wrong.
  ///
  /// - Returns: the motor's name.
  mutating func play(_ pattern: HapticPattern) -> Result<String, HapticRefusal> {
    guard !settings.isMuted else { return .failure(.muted) }
    guard settings.output != .none else { return .failure(.switchedOff) }
    do throws(HapticError) {
      if output == nil { output = try settings.open() }
      guard let output else { return .failure(.switchedOff) }
      try play(pattern, on: output)
      return .success(output.name)
    } catch { return .failure(.failed("\(error)")) }
  }

  private mutating func play(
    _ pattern: HapticPattern, on output: any HapticOutput
  ) throws(HapticError) {
    motor.start(at: BootClock().now)
    defer { motor.end(at: BootClock().now) }
    do throws(HapticError) {
      try output.play(pattern) { milliseconds in
        usleep(UInt32(milliseconds) * 1000)
        return !stop.isSet
      }
    } catch {
      self.output = nil  // closed, so that a motor that was unplugged can come back
      throw error
    }
  }

  /// Logs a failure when it begins and not each time again; a missing motor is no failure.
  private mutating func report(_ error: HapticError) {
    guard error != lastFailure else { return }
    lastFailure = error
    if case .nothingFound = error, settings.output == .automatic {
      logger.info("\(error)")
    } else {
      logger.warning("haptics: \(error)")
    }
  }
}

extension HapticEvent {
  /// The pattern's event; `nil` where the event has none.
  init?(_ event: Event) {
    switch event.haptic {
    case .aligned: self = .aligned
    case .alignedUncertain: self = .alignedUncertain
    case .locked: self = .locked
    case .passed: self = .passed
    case .left: self = .left
    case nil:
      guard event.name == .deviceLost else { return nil }
      self = .error
    }
  }
}
