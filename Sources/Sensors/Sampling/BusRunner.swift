package import I2C
package import Quantities
package import Threads

/// Finds the chips of one bus and samples them for as long as the program runs, also those that are
/// plugged in later.
///
/// One thread calls `step` and sleeps until the instant that it returns.
package final class BusRunner {
  /// Takes what happens; called by the thread that calls `step`.
  package struct Listener {
    /// A sample of the chip with this index in what was found last.
    package var sample: (_ index: Int, Sample) -> Void
    /// Something happened to the chip with this index.
    package var event: (_ index: Int, BusSampler.Event) -> Void
    /// The bus was probed: the chips that are on it, then those found earlier that no longer answer, by index, and
    /// the evidence. Not called again while the same chips and the same errors answer.
    package var probed: ([FoundChip], [Evidence]) -> Void
    /// The bus cannot be opened; not called again while the reason stays the same.
    package var unavailable: (I2CError) -> Void
    /// Once a second: how well each chip is sampled, by index.
    package var statistics: ([SamplingStatistics]) -> Void

    package init(
      sample: @escaping (_ index: Int, Sample) -> Void,
      event: @escaping (_ index: Int, BusSampler.Event) -> Void,
      probed: @escaping ([FoundChip], [Evidence]) -> Void,
      unavailable: @escaping (I2CError) -> Void,
      statistics: @escaping ([SamplingStatistics]) -> Void = { _ in }
    ) {
      self.sample = sample
      self.event = event
      self.probed = probed
      self.unavailable = unavailable
      self.statistics = statistics
    }
  }

  private enum State {
    /// The bus is probed for chips at this instant.
    case probing(at: Timestamp)
    case sampling(BusSampler)
  }

  /// µs between two calls of `statistics`. Source: docs/protocol.md, `stats`.
  private static let statisticsInterval: Int64 = 1_000_000
  /// The least time to the next sample, µs, with which a scan starts.
  /// Source: derived; at 400 kHz an address without a chip takes 30 µs, and one with a chip 400 µs.
  private static let slack: Int64 = 1_000
  /// µs by which a call of `step` may be late. One that is later comes after a suspend of the machine.
  /// Source: chosen; a busy machine delays the thread of a bus by some 10 ms.
  private static let longestLateness: Int64 = 500_000

  private let parameters: SamplingParameters
  private let open: () throws(I2CError) -> any I2CBus
  private let clock: any MonotonicClock
  private let chosen: [ChosenChip]
  private let firmware: FirmwareSource
  private let listener: Listener
  private var state: State
  /// The chips that were found until now: one that does not answer now may come back.
  private var known: [FoundChip] = []
  private var lastAnswers: [Evidence.Answer]?
  private var lastError: I2CError?
  /// Since when no chip has answered; `nil` where one does.
  private var lostSince: Timestamp?
  private var failedWakeUps: Set<UInt8> = []
  private var scanner: HotplugScanner
  private var nextScan: Timestamp
  /// Scans that do not wait for their interval: the rest of a round that was asked for.
  private var fastScansLeft = 0
  private var nextStatistics: Timestamp
  /// When `step` has to be called again; `nil` before the first call, and where it was not called on purpose.
  private var due: Timestamp?

  /// - Parameters:
  ///   - chosen: chips that are used at their addresses without being identified.
  ///   - firmware: the source of the firmware that some chips need at each start.
  ///   - open: opens the bus, again after a loss.
  package init(
    clock: any MonotonicClock, chosen: [ChosenChip] = [],
    firmware: @escaping FirmwareSource = { _ in nil },
    parameters: SamplingParameters = SamplingParameters(), listener: Listener,
    open: @escaping () throws(I2CError) -> any I2CBus
  ) {
    self.parameters = parameters
    self.open = open
    self.clock = clock
    self.chosen = chosen
    self.firmware = firmware
    self.listener = listener
    scanner = HotplugScanner(chosen: chosen, known: [], evidence: [], firmware: firmware)
    nextScan = clock.now
    nextStatistics = clock.now.advanced(byMicroseconds: Self.statisticsInterval)
    state = .probing(at: clock.now)
  }

  /// µs without an answer of any chip after which the bus is probed again: other chips may be on it.
  private var lostBusTimeout: Int64 { 3 * parameters.probeInterval }

  /// µs between two scans, of one address each, for a chip that was plugged in while others are sampled: it
  /// takes time from them.
  private var scanInterval: Int64 { 2 * parameters.probeInterval }

  /// Does what is due, and returns when it has to be called again. A call that is far too late comes after a suspend
  /// of the machine: then it resumes first.
  package func step() -> Timestamp {
    if let due, clock.now.microseconds(since: due) > Self.longestLateness { resume() }
    let next = doWhatIsDue()
    // A transfer that hangs takes its time within the step.
    due = max(next, clock.now)
    return next
  }

  private func doWhatIsDue() -> Timestamp {
    switch state {
    case .probing(let time):
      guard clock.now >= time else { return time }
      return probe()
    case .sampling(let sampler):
      let next = sampler.step()
      reportStatistics(of: sampler)
      guard sampler.isLost else {
        lostSince = nil
        return scan(for: sampler, before: next)
      }
      let since = lostSince ?? clock.now
      lostSince = since
      guard clock.now.microseconds(since: since) > lostBusTimeout else { return next }
      state = .probing(at: clock.now)
      return clock.now
    }
  }

  /// Looks for chips now: probes a bus on which none answers. Another bus is scanned once, one address between
  /// two samples: all but those of chips that measure, so also those at which an unknown chip answered before,
  /// and those of chips that failed.
  package func rescan() {
    switch state {
    case .sampling(let sampler) where !sampler.isLost:
      let measuring = known.indices.filter(sampler.isMeasuring).map { known[$0] }
      scanner = HotplugScanner(
        chosen: chosen, known: measuring, evidence: [], firmware: firmware)
      fastScansLeft = scanner.round
      nextScan = clock.now
    case .probing, .sampling: state = .probing(at: clock.now)
    }
  }

  /// To be called where `step` was not called for a while on purpose: that time counts neither as a silence of the chips
  /// nor in their rates, and what they measured in it is not delivered.
  package func resume() {
    (lostSince, due) = (nil, nil)
    if case .sampling(let sampler) = state { sampler.resume() }
  }

  private func reportStatistics(of sampler: BusSampler) {
    guard clock.now >= nextStatistics else { return }
    nextStatistics = clock.now.advanced(byMicroseconds: Self.statisticsInterval)
    listener.statistics(sampler.statistics)
  }

  private func probe() -> Timestamp {
    let again = clock.now.advanced(
      byMicroseconds: known.isEmpty ? parameters.probeInterval : parameters.retryDelay.longest)
    state = .probing(at: again)
    do throws(I2CError) {
      var probe = Probe(
        try open(), clock: clock, chosen: chosen, firmware: firmware, failedWakeUps: failedWakeUps)
      probe.run()
      failedWakeUps = probe.failedWakeUps
      lastError = nil
      report(probe)
      guard !probe.found.isEmpty else { return again }
      state = .sampling(sampler(of: known))
      scanner = HotplugScanner(
        chosen: chosen, known: known, evidence: probe.evidence, firmware: firmware)
      nextScan = clock.now.advanced(byMicroseconds: scanInterval)
      lostSince = nil
      return clock.now
    } catch {
      if error != lastError { listener.unavailable(error) }
      lastError = error
      lastAnswers = nil
      return again
    }
  }

  /// Scans one address for another chip, where a scan is due and no sample is.
  ///
  /// - Returns: when `step` has to be called again.
  private func scan(for sampler: BusSampler, before next: Timestamp) -> Timestamp {
    let now = clock.now
    guard now >= nextScan, next.microseconds(since: now) >= Self.slack, let bus = sampler.bus else {
      return next
    }
    fastScansLeft = max(fastScansLeft - 1, 0)
    nextScan = fastScansLeft > 0 ? now : now.advanced(byMicroseconds: scanInterval)
    guard let (evidence, found) = scanner.look(on: bus, among: known) else { return next }
    if let former = known.first(where: { $0.address == evidence.address }) {
      guard let found, found.chip.name != former.chip.name else { return next }
      // Another chip is in its place: the bus is probed, which makes the list of its chips anew.
      state = .probing(at: now)
      return now
    }
    let answers = lastAnswers ?? []
    guard !answers.contains(evidence.answer) else { return next }
    lastAnswers = answers.filter { $0.address != evidence.address } + [evidence.answer]
    if let found {
      known.append(found)
      sampler.add(found.polledChip(firmware: firmware))
    }
    listener.probed(known, [evidence])
    return found == nil ? next : now
  }

  private func report(_ probe: Probe) {
    let absent = known.filter { former in
      !probe.found.contains { $0.address == former.address }
    }
    let before = known.map(\.address)
    known = probe.found + absent
    let answers = probe.evidence.map(\.answer)
    // The listener knows the chips by their places in the list.
    guard answers != lastAnswers || known.map(\.address) != before else { return }
    lastAnswers = answers
    listener.probed(known, probe.evidence)
  }

  private func sampler(of found: [FoundChip]) -> BusSampler {
    BusSampler(
      chips: found.map { $0.polledChip(firmware: firmware) }, clock: clock,
      parameters: parameters, open: open, onSample: listener.sample,
      onEvent: listener.event)
  }
}
