import I2C
import Quantities
import SensorHealth
import Threads

/// Sets up one chip, polls it, detects its faults and sets it up again after each.
struct ChipSampler {
  enum State: Equatable {
    /// The chip is set up at this instant.
    case waiting(until: Timestamp)
    /// The chip is polled at this instant.
    case running(next: Timestamp)
  }

  let polledChip: PolledChip
  var state: State
  /// How well the chip is sampled.
  var statistics: SamplingStatistics { meter.statistics }
  private var meter = SamplingMeter()
  private var detector: SensorFaultDetector
  private var counts: CountBytes
  private let parameters: SamplingParameters
  private var retryDelay: RetryDelay
  private var nextVerification: Timestamp
  /// Failed transfers in a row.
  private var failures = 0
  private var wasSetUp = false
  /// Whether the next measurement may be an old one, which waited in the chip, and is not used.
  private var discardsNext = false
  /// What was reported last, so that each change is reported once.
  private var reported = Report.nothing

  private enum Report: Equatable {
    case nothing, started
    case failed(ChipFault)
  }

  /// The longest time from a failed transfer to the next, µs: the loss of a slow chip is found as soon as that
  /// of a fast one.
  /// Source: a sample interval at 50 Hz; the supported chips have 75 Hz and more.
  private static let longestRetry: Int64 = 20_000
  /// The parts of a sample interval in which a chip is polled until it has something new. The reports of a
  /// hub do not come together, so that it is polled at an even rate.
  /// Source: shares of a sample interval; a sixteenth of 10 ms is the jitter of a read, 0.6 ms.
  private static let pollsPerSample: (chip: Int64, hub: Int64) = (16, 5)
  /// µs between two polls of a chip that has nothing new, at the least.
  /// Source: derived; at 100 kHz a read of its status takes 4 bytes of 9 clocks, 0.4 ms.
  private static let shortestPoll: Int64 = 500

  /// - Parameter time: the chip is set up then.
  init(
    _ polledChip: PolledChip, _ parameters: SamplingParameters, at time: Timestamp
  ) {
    self.polledChip = polledChip
    self.parameters = parameters
    retryDelay = parameters.retryDelay
    state = .waiting(until: time)
    detector = SensorFaultDetector(
      period: Self.period(of: polledChip), quantities: Measurement.Quantity.count)
    counts = CountBytes(count: polledChip.chip.counts.count)
    nextVerification = time
  }

  /// When it has to run next.
  var due: Timestamp {
    switch state {
    case .waiting(let until): until
    case .running(let next): next
    }
  }

  /// µs from one measurement to the next.
  private var period: Int64 { Self.period(of: polledChip) }

  private static func period(of polledChip: PolledChip) -> Int64 {
    Int64(1_000_000 / polledChip.chip.rateHz)
  }

  /// µs from a poll that found nothing new to the next.
  private var pollInterval: Int64 {
    let polls = Self.pollsPerSample
    return period / (polledChip.chip.hub == nil ? polls.chip : polls.hub)
  }

  /// Failed transfers in a row after which the chip counts as lost.
  private var mostFailures: Int64 { parameters.lossTimeout / Self.longestRetry }

  /// µs between two reads of a register that has to stay as set up.
  private var verificationInterval: Int64 { parameters.retryDelay.longest }

  /// Sets the chip up or polls it.
  ///
  /// - Parameter isMoving: whether another sensor of the bus shows that the device turns.
  mutating func run(on bus: any I2CBus, clock: any MonotonicClock, isMoving: Bool) -> Outcome {
    switch state {
    case .waiting: setUp(on: bus, clock: clock)
    case .running: poll(on: bus, clock: clock, isMoving: isMoving)
    }
  }

  /// Whether it measures, as far as was reported.
  var isMeasuring: Bool { reported == .started }

  /// Whether nothing, or another chip, answered at its address last.
  var isUnreachable: Bool {
    switch reported {
    case .failed(let fault): fault.kind == .bus || fault.kind == .notTheChip
    case .nothing, .started: false
    }
  }

  /// Records that its bus was closed because of `error`.
  ///
  /// - Returns: whether that has to be reported: not where the chip did not answer before.
  mutating func closed(_ error: I2CError) -> Bool {
    meter.interrupted()
    if case .failed(let fault) = reported, fault.kind == .bus { return false }
    reported = .failed(ChipFault(cause: .bus(error)))
    return true
  }

  /// Sets it up again at once: its bus was closed and is open again.
  mutating func reopened(at time: Timestamp) {
    retryDelay.succeeded()
    failures = 0
    state = .waiting(until: time)
  }

  /// The chip was left alone on purpose: its registers are verified, all of them, and what waited in it is not used.
  /// A hub keeps reports in a queue, which only its set-up empties.
  mutating func resume(at time: Timestamp) {
    meter.interrupted()
    guard case .running = state else { return }
    guard polledChip.chip.hub == nil else {
      state = .waiting(until: time)
      return
    }
    detector.restart(at: time)
    nextVerification = time.advanced(byMicroseconds: verificationInterval)
    discardsNext = true
    state = .running(next: time)
  }

  private mutating func setUp(on bus: any I2CBus, clock: any MonotonicClock) -> Outcome {
    do throws(ChipError) {
      try polledChip.setUp(on: bus, clock: clock)
    } catch {
      return failed(ChipFault(cause: error), at: clock.now)
    }
    if wasSetUp { meter.statistics.counts.resets += 1 }
    wasSetUp = true
    discardsNext = false
    failures = 0
    let now = clock.now
    detector.restart(at: now.advanced(byMicroseconds: polledChip.chip.startMicroseconds))
    nextVerification = now.advanced(byMicroseconds: verificationInterval)
    state = .running(next: now.advanced(byMicroseconds: period))
    return .setUp
  }

  private mutating func poll(
    on bus: any I2CBus, clock: any MonotonicClock, isMoving: Bool
  ) -> Outcome {
    let start = clock.now
    do throws(ChipError) {
      if discardsNext {
        for _ in polledChip.chip.verified { try polledChip.verifyNext(on: bus) }
      } else if start >= nextVerification {
        nextVerification = start.advanced(byMicroseconds: verificationInterval)
        try polledChip.verifyNext(on: bus)
      }
      guard let measured = try polledChip.poll(on: bus, clock: clock) else {
        return nothingNew(at: clock.now)
      }
      failures = 0
      guard !discardsNext else {
        discardsNext = false
        pollAgain(after: clock.now)
        return .nothing
      }
      return take(measured, polledAt: start, isMoving: isMoving)
    } catch {
      return take(error, at: clock.now)
    }
  }

  /// - Parameter start: when the poll began; on a slow bus its transfers are not added to the period.
  private mutating func take(
    _ measured: TimedMeasurement, polledAt start: Timestamp, isMoving: Bool
  ) -> Outcome {
    let time = measured.time
    detector.measured(at: time)
    // A little early: the poll then waits for the chip's own clock, and the sample is fresh when read.
    let interval = polledChip.chip.hub == nil ? period - pollInterval : pollInterval
    state = .running(next: afterConversion(start.advanced(byMicroseconds: interval)))
    switch detector.judge(counts.reading(of: polledChip.counts), at: time, isMoving: isMoving) {
    case .failed(let fault): return failed(ChipFault(fault), at: time)
    case .suspect: return .nothing
    case .plausible: break
    }
    let outOfRange = measured.measurement.outOfRange
    if !outOfRange.isEmpty { meter.statistics.counts.overflows += 1 }
    if let fault = detector.judge(outOfRange: outOfRange.rawValue, at: time) {
      return failed(ChipFault(fault), at: time)
    }
    guard measured.measurement.hasQuantity else {
      // It measured the bridge's offset, or waited for too long to be read.
      if outOfRange.isEmpty { meter.sampled(at: time) }
      return .nothing
    }
    retryDelay.succeeded()
    meter.sampled(at: time)
    guard reported == .started else {
      reported = .started
      return .started
    }
    return .measured(measured)
  }

  private mutating func nothingNew(at now: Timestamp) -> Outcome {
    failures = 0
    if detector.isSilent(at: now) { return failed(ChipFault(.silent), at: now) }
    pollAgain(after: now)
    return .nothing
  }

  /// Schedules the next poll where this one had nothing to pass on.
  private mutating func pollAgain(after now: Timestamp) {
    let next = now.advanced(byMicroseconds: max(pollInterval, Self.shortestPoll))
    state = .running(next: afterConversion(next))
  }

  /// `time`, or later: a poll interval after the end of the measurement that was requested. A chip may lose a
  /// measurement that ends while its registers are read, or show its mark beside the values of before.
  private func afterConversion(_ time: Timestamp) -> Timestamp {
    guard let end = polledChip.conversionEnd else { return time }
    return max(time, end.advanced(byMicroseconds: pollInterval))
  }

  private mutating func take(_ error: ChipError, at now: Timestamp) -> Outcome {
    switch error {
    case .overflow:
      failures = 0
      detector.measured(at: now)
      meter.statistics.counts.overflows += 1
      if let fault = detector.judge(outOfRange: Measurement.Quantity.all.rawValue, at: now) {
        return failed(ChipFault(fault), at: now)
      }
    case .bus(let busError):
      meter.statistics.counts.errors.count(busError)
      failures += 1
      let isLate =
        failures > 1
        && detector.microsecondsWithoutMeasurement(at: now)
          > max(parameters.lossTimeout, 2 * period)
      if busError.isLossOfBus || failures >= mostFailures || isLate {
        return failed(ChipFault(cause: error), at: now)
      }
      state = .running(next: now.advanced(byMicroseconds: min(period, Self.longestRetry)))
      return .nothing
    case .configurationLost, .restarted, .noClockStretching, .notTheChip, .noFirmware, .notReady:
      return failed(ChipFault(cause: error), at: now)
    }
    state = .running(next: now.advanced(byMicroseconds: period))
    return .nothing
  }

  /// Schedules the next set-up, and reports the fault where it is another one than before.
  private mutating func failed(_ fault: ChipFault, at now: Timestamp) -> Outcome {
    meter.interrupted()
    state = .waiting(until: now.advanced(byMicroseconds: retryDelay.failed()))
    // That is reported of each chip of the bus: `closed`.
    if let error = fault.busError, error.isLossOfBus { return .busLost(error) }
    defer { reported = .failed(fault) }
    return .failed(fault, isNews: reported != .failed(fault))
  }
}
