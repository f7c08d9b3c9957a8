import Glibc
import Haptics
import Logging
import Quantities
import Sensors
import Threads
import Wire

/// Plays the patterns of events on a thread of its own: a pattern lasts for up to a second.
struct HapticPlayer: Sendable {
  private let settings: HapticSettings
  private let motor: MotorActivity
  private let stop: StopFlag
  private let logger: Logger
  // Of the events that come while a pattern plays, the newest is played late and the others never.
  private let events = BlockingQueue<HapticEvent>(capacity: 1, whenFull: .dropOldest)

  init(settings: HapticSettings, motor: MotorActivity, stop: StopFlag, logger: Logger) {
    (self.settings, self.motor, self.stop, self.logger) = (settings, motor, stop, logger)
  }

  /// Hands an event to the thread, where it has a pattern; never waits.
  func take(_ event: Event?) {
    if let event = event.flatMap(HapticEvent.init) { events.put(event) }
  }

  /// Ends the thread when it has played the last event.
  func finish() { events.close() }

  /// Starts the thread, which ends after `finish`.
  func start() {
    do throws(ThreadRefusal) {
      try DedicatedThread.start {
        var motor = PatternMotor(settings: settings, motor: motor, stop: stop, logger: logger)
        motor.open()
        while let event = events.take() { motor.play(event) }
      }
    } catch { logger.error("haptics: \(error)") }
  }
}

/// The haptic motor; where there is none, it is looked for again.
private struct PatternMotor {
  /// µs between two attempts to find a motor.
  private static let retryAfter: Int64 = 30_000_000

  private let logger: Logger
  private let settings: HapticSettings
  private let motor: MotorActivity
  private let stop: StopFlag
  private var output: (any HapticOutput)?
  private var lastFailure: HapticError?
  private var lastAttempt: Int64?

  init(settings: HapticSettings, motor: MotorActivity, stop: StopFlag, logger: Logger) {
    (self.settings, self.motor, self.stop, self.logger) = (settings, motor, stop, logger)
  }

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
    motor.start(at: BootClock().now)
    defer { motor.end(at: BootClock().now) }
    do throws(HapticError) {
      try output.play(pattern) { milliseconds in
        usleep(UInt32(milliseconds) * 1000)
        return !stop.isSet
      }
    } catch {
      report(error)
      self.output = nil  // closed, so that a motor that was unplugged can come back
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
