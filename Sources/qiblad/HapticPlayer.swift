import Glibc
import Haptics
import Logging
import NIOPosix
import Quantities
import Sensors
import Wire

/// Plays what the events say, apart from the pipeline's thread: a pattern lasts for up to a second.
struct HapticPlayer: Sendable {
  private let worker: HapticWorker
  private let pool = NIOThreadPool(numberOfThreads: 1)
  private let events: AsyncStream<HapticEvent>
  private let input: AsyncStream<HapticEvent>.Continuation

  init(settings: HapticSettings, motor: MotorActivity, stop: StopFlag, logger: Logger) {
    worker = HapticWorker(settings: settings, motor: motor, stop: stop, logger: logger)
    // An event that was waited for while another pattern plays is felt late; a second one not at all.
    (events, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Has the pattern of an event played soon, where it has one; never waits.
  func take(_ event: Event?) {
    if let event = event.flatMap(HapticEvent.init) { input.yield(event) }
  }

  /// No event follows; `run` ends when the last one is played.
  func finish() { input.finish() }

  /// Plays the events as they come.
  func run() async {
    pool.start()
    defer { pool.shutdownGracefully { _ in } }
    do {
      try await pool.runIfActive { worker.open() }
      for await event in events { try await pool.runIfActive { worker.play(event) } }
    } catch { worker.logger.error("haptics: \(error)") }
  }
}

/// The motor, and what is to be done when there is none.
// Sendable: used by the one thread of the player's pool alone.
private final class HapticWorker: @unchecked Sendable {
  /// µs between two looks for a motor that is not there.
  private static let retryAfter: Int64 = 30_000_000

  let logger: Logger
  private let settings: HapticSettings
  private let motor: MotorActivity
  private let stop: StopFlag
  private var output: (any HapticOutput)?
  private var lastFailure: HapticError?
  private var lastLook: Int64?

  init(settings: HapticSettings, motor: MotorActivity, stop: StopFlag, logger: Logger) {
    (self.settings, self.motor, self.stop, self.logger) = (settings, motor, stop, logger)
  }

  func open() {
    guard settings.output != .none, !settings.isMuted else { return }
    let now = BootClock().now.microseconds
    if let lastLook, now - lastLook < Self.retryAfter { return }
    lastLook = now
    do throws(HapticError) {
      output = try settings.open()
      if let output { logger.info("haptic motor: \(output.name)") }
      lastFailure = nil
    } catch { tell(error) }
  }

  func play(_ event: HapticEvent) {
    let pattern = settings.pattern(for: event)
    guard pattern != .none, !stop.isSet else { return }
    if output == nil { open() }
    guard let output else { return }
    motor.start()
    defer { motor.end() }
    do throws(HapticError) {
      try output.play(pattern) { milliseconds in
        usleep(UInt32(milliseconds) * 1000)
        return !stop.isSet
      }
    } catch {
      tell(error)
      self.output = nil  // closed, so that what was unplugged can come back
    }
  }

  /// A failure is told when it begins and not each time again; that there is no motor is none.
  private func tell(_ error: HapticError) {
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
  /// What is felt of an event; `nil` where nothing is.
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
