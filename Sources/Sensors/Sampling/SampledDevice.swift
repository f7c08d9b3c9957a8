import I2C
import Quantities
import Threads

/// A device on its way through set-up, sampling and faults.
struct SampledDevice {
  /// Where it stands.
  enum State: Equatable {
    /// To be set up at an instant.
    case waiting(until: Timestamp)
    /// To be polled at an instant.
    case running(next: Timestamp)
  }

  let device: PolledChip
  var state: State
  /// How well it is sampled.
  var statistics: SamplingStatistics { meter.statistics }
  private var meter = SamplingMeter()
  private var watch: DataWatch
  private var retryDelay = RetryDelay.bus
  private var lastNew: Timestamp
  private var nextVerification: Timestamp
  /// Failed transfers in a row.
  private var failures = 0
  private var wasSetUp = false
  /// What was told last, so that it is told once.
  private var told = Told.nothing

  private enum Told: Equatable {
    case nothing, started
    case failed(ChipFault)
  }

  /// So many failed transfers in a row, and the chip counts as lost; two where they took long.
  private static let mostFailures = 5
  /// µs between two looks at a register.
  private static let verification: Int64 = 250_000
  /// µs from a failed transfer to the next, at the most: a slow chip is not waited for to find out
  /// whether it is still there.
  private static let retry: Int64 = 20_000
  /// µs without a new measurement, or two periods of it where that is longer: then two failures in a
  /// row are enough.
  private static let lateness: Int64 = 100_000
  /// µs without a new measurement, or five periods of it where that is longer.
  private static let silence: Int64 = 200_000

  init(_ device: PolledChip, at time: Timestamp) {
    self.device = device
    state = .waiting(until: time)
    watch = DataWatch(count: device.chip.counts.count)
    lastNew = time
    nextVerification = time
  }

  /// When it has something to do.
  var due: Timestamp {
    switch state {
    case .waiting(let until): until
    case .running(let next): next
    }
  }

  /// µs from one measurement to the next.
  private var period: Int64 { Int64(1_000_000 / device.chip.rateHz) }

  /// µs from a look that found nothing new to the next. The reports of a hub come apart, so that it is looked at
  /// as often at any time.
  private var look: Int64 { device.chip.hub == nil ? period / 16 : period / 5 }

  /// Does what is due.
  ///
  /// - Returns: what to hand on.
  mutating func run(on bus: any I2CBus, clock: any MonotonicClock, isMoving: Bool) -> Outcome {
    switch state {
    case .waiting: setUp(on: bus, clock: clock)
    case .running: poll(on: bus, clock: clock, isMoving: isMoving)
    }
  }

  /// Whether what was told last is that nobody answers as this chip.
  var isUnreachable: Bool {
    switch told {
    case .failed(let fault): fault.kind == .bus || fault.kind == .notTheChip
    case .nothing, .started: false
    }
  }

  /// Notes that its bus is closed, whatever for.
  mutating func closed(_ error: I2CError) {
    meter.interrupted()
    told = .failed(ChipFault(cause: .bus(error)))
  }

  /// Sets it up again, at once: its bus was closed and is open again.
  mutating func reopened(at time: Timestamp) {
    retryDelay.succeeded()
    failures = 0
    state = .waiting(until: time)
  }

  private mutating func setUp(on bus: any I2CBus, clock: any MonotonicClock) -> Outcome {
    do throws(ChipError) {
      try device.setUp(on: bus, clock: clock)
    } catch {
      return failed(ChipFault(cause: error), at: clock.now)
    }
    if wasSetUp { meter.statistics.counts.resets += 1 }
    wasSetUp = true
    failures = 0
    watch.restart()
    let now = clock.now
    lastNew = now.advanced(byMicroseconds: device.chip.startMicroseconds)
    nextVerification = now.advanced(byMicroseconds: Self.verification)
    state = .running(next: now.advanced(byMicroseconds: period))
    return .nothing
  }

  private mutating func poll(
    on bus: any I2CBus, clock: any MonotonicClock, isMoving: Bool
  ) -> Outcome {
    let start = clock.now
    do throws(ChipError) {
      if start >= nextVerification {
        nextVerification = start.advanced(byMicroseconds: Self.verification)
        try device.verifyNext(on: bus)
      }
      guard let polled = try device.poll(on: bus, clock: clock) else {
        return nothingNew(at: clock.now)
      }
      failures = 0
      return measured(polled, lookedAt: start, isMoving: isMoving)
    } catch {
      return met(error, at: clock.now)
    }
  }

  /// - Parameter start: when the look at it began; on a slow bus its transfers are not added to the period.
  private mutating func measured(
    _ polled: TimedMeasurement, lookedAt start: Timestamp, isMoving: Bool
  ) -> Outcome {
    lastNew = polled.time
    // A little early: then the chip's own clock leads, and the sample is young when it is read.
    state = .running(
      next: start.advanced(byMicroseconds: device.chip.hub == nil ? period - look : look))
    switch watch.measured(device.counts, at: polled.time, isMoving: isMoving) {
    case .failed(let fault): return failed(ChipFault(fault), at: polled.time)
    case .doubtful: return .nothing
    case .sound: break
    }
    let outOfRange = polled.measurement.outOfRange
    if !outOfRange.isEmpty { meter.statistics.counts.overflows += 1 }
    if let fault = watch.ranged(outOfRange, at: polled.time) {
      return failed(ChipFault(fault), at: polled.time)
    }
    guard polled.measurement.hasQuantity else {
      if outOfRange.isEmpty { meter.sampled(at: polled.time) }  // it told a bridge's offset
      return .nothing
    }
    retryDelay.succeeded()
    meter.sampled(at: polled.time)
    guard told == .started else {
      told = .started
      return .started
    }
    return .measured(polled)
  }

  private mutating func nothingNew(at now: Timestamp) -> Outcome {
    failures = 0
    guard now.microseconds(since: lastNew) < max(Self.silence, 5 * period) else {
      return failed(ChipFault(.silent), at: now)
    }
    state = .running(next: now.advanced(byMicroseconds: max(look, 500)))
    return .nothing
  }

  private mutating func met(_ error: ChipError, at now: Timestamp) -> Outcome {
    switch error {
    case .overflow:
      failures = 0
      lastNew = now
      meter.statistics.counts.overflows += 1
      if let fault = watch.ranged(.all, at: now) { return failed(ChipFault(fault), at: now) }
    case .bus(let busError):
      meter.statistics.counts.errors.count(busError)
      failures += 1
      // A transfer that hangs takes up to a second.
      let isLate =
        failures > 1 && now.microseconds(since: lastNew) > max(Self.lateness, 2 * period)
      if busError.isLossOfBus || failures >= Self.mostFailures || isLate {
        return failed(ChipFault(cause: error), at: now)
      }
      state = .running(next: now.advanced(byMicroseconds: min(period, Self.retry)))
      return .nothing
    case .configurationLost, .restarted, .noClockStretching, .notTheChip, .noFirmware, .notReady:
      return failed(ChipFault(cause: error), at: now)
    }
    state = .running(next: now.advanced(byMicroseconds: period))
    return .nothing
  }

  /// Sets it up again after a while; tells what is new.
  private mutating func failed(_ fault: ChipFault, at now: Timestamp) -> Outcome {
    meter.interrupted()
    state = .waiting(until: now.advanced(byMicroseconds: retryDelay.failed()))
    defer { told = .failed(fault) }
    if let error = fault.busError, error.isLossOfBus { return .busLost(error) }
    return .failed(fault, isNews: told != .failed(fault))
  }
}
