package import I2C
package import Quantities
package import Threads

/// Samples the devices of one bus, through all that may happen to it.
///
/// One thread calls `step` and sleeps until the instant that it returns. In steady state nothing is
/// allocated.
package final class BusSampler {
  /// Something that is worth telling.
  package enum Event: Equatable, Sendable {
    /// A device measures, for the first time or again.
    case started
    /// It does not, because of that.
    case failed(ChipFault)
  }

  /// Where the bus stands.
  private enum State {
    /// To be opened at an instant.
    case closed(until: Timestamp)
    case open(any I2CBus)
  }

  private let open: () throws(I2CError) -> any I2CBus
  private let clock: any MonotonicClock
  private let onSample: (_ index: Int, Sample) -> Void
  private let onEvent: (_ index: Int, Event) -> Void
  private var devices: [SampledDevice]
  private var state: State
  private var retryDelay = RetryDelay.bus
  private var lastTurn: Timestamp?

  /// rad/s. Faster than this the device moves.
  private static let turning = 0.2
  /// µs for which one such rate counts.
  private static let motion: Int64 = 300_000
  /// The devices that do not answer; where none does, the bus is lost though it says nothing.
  private var failing: Set<Int> = []

  /// - Parameters:
  ///   - open: opens the bus, again after a loss.
  ///   - devices: those that were found, in the order of their indices.
  ///   - onSample: takes each sample, a field along the axes of the chip's package; called by the thread
  ///     that calls `step`.
  ///   - onEvent: takes what happens to a device.
  package init(
    devices: [PolledChip], clock: any MonotonicClock,
    open: @escaping () throws(I2CError) -> any I2CBus,
    onSample: @escaping (_ index: Int, Sample) -> Void,
    onEvent: @escaping (_ index: Int, Event) -> Void
  ) {
    self.open = open
    self.clock = clock
    self.onSample = onSample
    self.onEvent = onEvent
    self.devices = devices.map { SampledDevice($0, at: clock.now) }
    state = .closed(until: clock.now)
  }

  /// The bus, while it is open.
  var bus: (any I2CBus)? {
    if case .open(let bus) = state { bus } else { nil }
  }

  /// Samples one more device, whose index is the next one. Its set-up keeps the others waiting once, for as
  /// long as it takes.
  func add(_ device: PolledChip) { devices.append(SampledDevice(device, at: clock.now)) }

  /// How well each device is sampled, by index.
  package var statistics: [SamplingStatistics] { devices.map(\.statistics) }

  /// Whether no device answers as the chip that was found.
  package var isDeserted: Bool { devices.allSatisfy(\.isUnreachable) }

  /// Does what is due and returns when the next thing is.
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
      for device in devices where device.due < first { first = device.due }
      return first
    }
  }

  private func openBus() {
    do throws(I2CError) {
      state = .open(try open())
      for index in devices.indices { devices[index].reopened(at: clock.now) }
    } catch {
      lost(error)
    }
  }

  private func run(on bus: any I2CBus) {
    for index in devices.indices where devices[index].due <= clock.now {
      let isMoving = lastTurn.map { clock.now.microseconds(since: $0) < Self.motion } ?? false
      switch devices[index].run(on: bus, clock: clock, isMoving: isMoving) {
      case .nothing: break
      case .measured(let polled): hand(polled, index)
      case .started:
        failing.remove(index)
        retryDelay.succeeded()
        onEvent(index, .started)
      case .failed(let fault, let isNews):
        if isNews { onEvent(index, .failed(fault)) }
        if fault.kind == .bus { failing.insert(index) }
        if failing.count == devices.count { return lost(.adapterGone) }
      case .busLost(let error):
        lost(error)
        return
      }
    }
  }

  private func hand(_ polled: TimedMeasurement, _ index: Int) {
    let measurement = polled.measurement
    if let rate = measurement.angularRate, rate.radiansPerSecond.length > Self.turning {
      lastTurn = polled.time
    }
    let turn = devices[index].device.chip.packageFromDie
    onSample(
      index,
      Sample(
        time: polled.time, magneticField: measurement.fieldTurned(by: turn),
        acceleration: measurement.acceleration, angularRate: measurement.angularRate,
        delay: polled.delay.map { Double($0) / 1e6 }))
  }

  /// Closes the bus; an adapter that is open somewhere does not come back after it was unplugged.
  private func lost(_ error: I2CError) {
    state = .closed(until: clock.now.advanced(byMicroseconds: retryDelay.failed()))
    for index in devices.indices where !failing.contains(index) {
      failing.insert(index)
      devices[index].closed(error)
      onEvent(index, .failed(ChipFault(cause: .bus(error))))
    }
  }
}
