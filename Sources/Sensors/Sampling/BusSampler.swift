package import I2C
package import Quantities
import SensorHealth
package import Threads

/// Samples the chips of one bus, and opens it again when it is lost.
///
/// One thread calls `step` and sleeps until the instant that it returns. In steady state nothing is
/// allocated.
package final class BusSampler {
  /// What happens to a chip.
  package enum Event: Equatable, Sendable {
    /// It measures, for the first time or again.
    case started
    /// It does not measure.
    case failed(ChipFault)
  }

  private enum State {
    /// The bus is opened at this instant.
    case closed(until: Timestamp)
    case open(any I2CBus)
  }

  private let open: () throws(I2CError) -> any I2CBus
  private let clock: any MonotonicClock
  private let onSample: (_ index: Int, Sample) -> Void
  private let onEvent: (_ index: Int, Event) -> Void
  private var chips: [ChipSampler]
  private var state: State
  private let parameters: SamplingParameters
  private var retryDelay: RetryDelay
  private var lastTurn: Timestamp?
  /// The turn rate, rad/s, from which the device counts as turning. A gyro with a larger zero-rate offset
  /// (MPU-6050: up to 20°/s) only shortens the time until a chip is stuck.
  /// Source: derived; it changes the field by over ten counts in the time that makes a chip stuck
  /// (`SensorFaultParameters.stuckInMotion`).
  private static let turning = 0.2
  /// µs after a sample of a gyro that turns for which the device counts as turning: until it is silent.
  private let turnDuration = SensorFaultParameters().silent.microseconds
  /// The indices of the chips that do not answer on the open bus; where none does, the bus is lost even if it
  /// reports no error of its own.
  private var failing: Set<Int> = []

  /// - Parameters:
  ///   - open: opens the bus, again after a loss.
  ///   - chips: those that were found, in the order of their indices.
  ///   - onSample: takes each sample, a field along the axes of the chip's package; called by the thread
  ///     that calls `step`.
  ///   - onEvent: takes what happens to a chip.
  package init(
    chips: [PolledChip], clock: any MonotonicClock,
    parameters: SamplingParameters = SamplingParameters(),
    open: @escaping () throws(I2CError) -> any I2CBus,
    onSample: @escaping (_ index: Int, Sample) -> Void,
    onEvent: @escaping (_ index: Int, Event) -> Void
  ) {
    self.open = open
    self.clock = clock
    self.onSample = onSample
    self.onEvent = onEvent
    self.parameters = parameters
    retryDelay = parameters.retryDelay
    self.chips = chips.map { ChipSampler($0, parameters, at: clock.now) }
    state = .closed(until: clock.now)
  }

  /// The bus, while it is open.
  var bus: (any I2CBus)? {
    if case .open(let bus) = state { bus } else { nil }
  }

  /// Samples one more chip, whose index is the next one. Its set-up delays the samples of the others once.
  func add(_ chip: PolledChip) { chips.append(ChipSampler(chip, parameters, at: clock.now)) }

  /// To be called where `step` was not called for a while on purpose; see `BusRunner.resume`.
  func resume() {
    for index in chips.indices { chips[index].resume(at: clock.now) }
  }

  /// How well each chip is sampled, by index.
  package var statistics: [SamplingStatistics] { chips.map(\.statistics) }

  /// Whether the chip with this index measures.
  func isMeasuring(_ index: Int) -> Bool { chips[index].isMeasuring }

  /// Whether no chip of those that were found answers.
  package var isLost: Bool { chips.allSatisfy(\.isUnreachable) }

  /// Does what is due, and returns when it has to be called again.
  package func step() -> Timestamp {
    switch state {
    case .closed(let until):
      if clock.now >= until { openBus() }
    case .open(let bus):
      run(on: bus)
    }
    return due
  }

  /// When something has to be done next.
  private var due: Timestamp {
    switch state {
    case .closed(let until): return until
    case .open:
      var first = clock.now.advanced(byMicroseconds: 1_000_000)
      for chip in chips where chip.due < first { first = chip.due }
      return first
    }
  }

  private func openBus() {
    do throws(I2CError) {
      state = .open(try open())
      failing = []
      for index in chips.indices { chips[index].reopened(at: clock.now) }
    } catch {
      lost(error)
    }
  }

  private func run(on bus: any I2CBus) {
    for index in chips.indices where chips[index].due <= clock.now {
      let isMoving = lastTurn.map { clock.now.microseconds(since: $0) < turnDuration } ?? false
      switch chips[index].run(on: bus, clock: clock, isMoving: isMoving) {
      case .nothing: break
      case .measured(let measured): deliver(measured, index)
      case .setUp: failing.remove(index)
      case .started:
        retryDelay.succeeded()
        onEvent(index, .started)
      case .failed(let fault, let isNews):
        if isNews { onEvent(index, .failed(fault)) }
        guard fault.kind == .bus else {
          // Another fault does not show that the bus is lost.
          failing.remove(index)
          break
        }
        failing.insert(index)
        if failing.count == chips.count { return lost(.adapterGone) }
      case .busLost(let error):
        lost(error)
        return
      }
    }
  }

  private func deliver(_ measured: TimedMeasurement, _ index: Int) {
    let measurement = measured.measurement
    if let rate = measurement.angularRate, rate.radiansPerSecond.length > Self.turning {
      lastTurn = measured.time
    }
    let turn = chips[index].polledChip.chip.packageFromDie
    onSample(
      index,
      Sample(
        time: measured.time, magneticField: measurement.fieldTurned(by: turn),
        acceleration: measurement.acceleration, angularRate: measurement.angularRate,
        temperatureCelsius: measurement.temperatureCelsius.map(Self.rounded),
        delay: measured.delay.map { Double($0) / 1e6 }))
  }

  /// Steps of a recorded temperature in a kelvin: digits beyond 0.01 °C would only make recordings longer.
  ///
  /// Source: docs/traces.md, `temperature_c`.
  private static let temperatureStepsPerKelvin = 100.0

  private static func rounded(_ celsius: Double) -> Double {
    (celsius * temperatureStepsPerKelvin).rounded() / temperatureStepsPerKelvin
  }

  /// Closes the bus: a descriptor left open keeps an unplugged adapter from returning.
  private func lost(_ error: I2CError) {
    state = .closed(until: clock.now.advanced(byMicroseconds: retryDelay.failed()))
    for index in chips.indices {
      guard chips[index].closed(error) else { continue }
      onEvent(index, .failed(ChipFault(cause: .bus(error))))
    }
  }
}
