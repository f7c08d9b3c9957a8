package import I2C
package import Quantities
package import Threads

/// Finds the chips of one bus and samples them, for ever: also those that come later.
///
/// One thread calls `step` and sleeps until the instant that it returns.
package final class BusRunner {
  /// What is told, by the thread that calls `step`.
  package struct Listener {
    /// A sample of the chip with that index in what was found last.
    package var sample: (_ index: Int, Sample) -> Void
    /// Something happened to that chip.
    package var event: (_ index: Int, BusSampler.Event) -> Void
    /// The bus was asked: what is there, then what was there before, by index; and what was learned. Not told
    /// again while the answer stays the same.
    package var probed: ([FoundChip], [Evidence]) -> Void
    /// The bus cannot be opened; not told again while the reason stays the same.
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
    /// To be asked what is there, at an instant.
    case probing(at: Timestamp)
    case sampling(BusSampler)
  }

  /// µs between two questions while nothing is found.
  private static let patience: Int64 = 1_000_000
  /// The same where chips were found before: they come back, and are then waited for.
  private static let impatience: Int64 = 250_000
  /// µs without one chip that answers, after which the bus is asked again what is there.
  private static let desertion: Int64 = 3_000_000
  /// µs.
  private static let second: Int64 = 1_000_000

  /// µs between two looks for a chip that was plugged in while others are sampled, at one address each.
  private static let lookInterval: Int64 = 2_000_000
  /// µs until the next sample that leave room for a look: nobody's answer takes 30 at 400 kHz, a chip's 400.
  private static let room: Int64 = 1_000

  private let open: () throws(I2CError) -> any I2CBus
  private let clock: any MonotonicClock
  private let chosen: [ChosenChip]
  private let firmware: FirmwareSource
  private let listener: Listener
  private var state: State
  /// What was found until now: a chip that does not answer just now may come back.
  private var known: [FoundChip] = []
  private var lastEvidence: [Evidence]?
  private var lastError: I2CError?
  /// Since when no chip has answered; `nil` where one does.
  private var desertedSince: Timestamp?
  private var vainWakeUps: Set<UInt8> = []
  private var lookout: HotplugScanner
  private var nextLook: Timestamp
  private var nextStatistics: Timestamp

  /// - Parameters:
  ///   - chosen: what is at their addresses whatever it says of itself.
  ///   - firmware: where what some chips need at each start comes from.
  ///   - open: opens the bus, again after a loss.
  package init(
    clock: any MonotonicClock, chosen: [ChosenChip] = [],
    firmware: @escaping FirmwareSource = { _ in nil }, listener: Listener,
    open: @escaping () throws(I2CError) -> any I2CBus
  ) {
    self.open = open
    self.clock = clock
    self.chosen = chosen
    self.firmware = firmware
    self.listener = listener
    lookout = HotplugScanner(chosen: chosen, known: [], evidence: [], firmware: firmware)
    nextLook = clock.now
    nextStatistics = clock.now.advanced(byMicroseconds: Self.second)
    state = .probing(at: clock.now)
  }

  /// Does what is due and returns when the next thing is.
  package func step() -> Timestamp {
    switch state {
    case .probing(let time):
      guard clock.now >= time else { return time }
      return probe()
    case .sampling(let sampler):
      let next = sampler.step()
      tellStatistics(of: sampler)
      guard sampler.isDeserted else {
        desertedSince = nil
        return look(for: sampler, before: next)
      }
      let since = desertedSince ?? clock.now
      desertedSince = since
      guard clock.now.microseconds(since: since) > Self.desertion else { return next }
      state = .probing(at: clock.now)
      return clock.now
    }
  }

  private func tellStatistics(of sampler: BusSampler) {
    guard clock.now >= nextStatistics else { return }
    nextStatistics = clock.now.advanced(byMicroseconds: Self.second)
    listener.statistics(sampler.statistics)
  }

  private func probe() -> Timestamp {
    let again = clock.now.advanced(
      byMicroseconds: known.isEmpty ? Self.patience : Self.impatience)
    state = .probing(at: again)
    do throws(I2CError) {
      var probe = Probe(
        try open(), clock: clock, chosen: chosen, firmware: firmware, vainWakeUps: vainWakeUps)
      probe.run()
      vainWakeUps = probe.vainWakeUps
      lastError = nil
      tell(probe)
      guard !probe.found.isEmpty else { return again }
      state = .sampling(sampler(of: known))
      lookout = HotplugScanner(
        chosen: chosen, known: known, evidence: probe.evidence, firmware: firmware)
      nextLook = clock.now.advanced(byMicroseconds: Self.lookInterval)
      desertedSince = nil
      return clock.now
    } catch {
      if error != lastError { listener.unavailable(error) }
      lastError = error
      lastEvidence = nil
      return again
    }
  }

  /// Looks for another chip, if it is time for that and no sample is due.
  ///
  /// - Returns: when the next thing is.
  private func look(for sampler: BusSampler, before next: Timestamp) -> Timestamp {
    let now = clock.now
    guard now >= nextLook, next.microseconds(since: now) >= Self.room, let bus = sampler.bus else {
      return next
    }
    nextLook = now.advanced(byMicroseconds: Self.lookInterval)
    guard let (evidence, found) = lookout.look(on: bus, among: known) else { return next }
    lastEvidence = (lastEvidence ?? []) + [evidence]
    if let found {
      known.append(found)
      sampler.add(found.device(firmware: firmware))
    }
    listener.probed(known, [evidence])
    return found == nil ? next : now
  }

  private func tell(_ probe: Probe) {
    let absent = known.filter { former in
      !probe.found.contains { $0.address == former.address }
    }
    known = probe.found + absent
    guard probe.evidence != lastEvidence else { return }
    lastEvidence = probe.evidence
    listener.probed(known, probe.evidence)
  }

  private func sampler(of found: [FoundChip]) -> BusSampler {
    BusSampler(
      devices: found.map { $0.device(firmware: firmware) }, clock: clock,
      open: open,
      onSample: listener.sample, onEvent: listener.event)
  }
}
