package import Quantities
import Wire

/// Puts ticks between samples, in the order of time, and notices where time tears.
///
/// Whoever drives a `Pipeline` asks it before each sample: first for the ticks that come before it,
/// then what the sample is. A tick comes after every sample that is not later than it, so nothing
/// later can change it.
package struct Timeline: Sendable {
  /// How long ticks go on through a silence, µs. Source: docs/protocol.md.
  package static let longestSilence: Int64 = 5_000_000

  /// Whether time goes on without samples: then ticks begin with whatever comes first, a sample
  /// without a measurement too, and end with no silence.
  private let isLive: Bool
  private var grid: TickGrid?
  private var lastMeasurement: Timestamp?
  private var lastSample: Timestamp?

  package init(isLive: Bool = false) { self.isLive = isLive }

  /// The tick that is not handed out yet; `nil` while there is no grid.
  package var nextTick: Timestamp? { grid?.next }

  /// The next tick that comes before a sample at `time`, or `nil` where the sample is due.
  package mutating func tick(before time: Timestamp) -> Timestamp? {
    guard let lastSample, time >= lastSample, !isLeap(to: time) else { return nil }
    return tick { $0 < time }
  }

  /// The next tick up to the last sample, once no more will come; also the one of its very instant,
  /// since every sample that is not later has been seen.
  package mutating func tickAtEnd() -> Timestamp? {
    guard let lastMeasurement else { return nil }
    return tick { $0 <= lastMeasurement }
  }

  /// Takes note of `sample`, whose earlier ticks have been asked for.
  ///
  /// - Returns: the tear in time before it, or `nil` where there is none.
  package mutating func accept(_ sample: Sample) -> Input? {
    defer { lastSample = sample.time }
    let tear = tear(before: sample)
    if tear != nil {
      grid = nil
      lastMeasurement = nil
    }
    guard sample.hasMeasurement || isLive else { return tear }
    if grid == nil { grid = TickGrid(origin: sample.time) }
    if sample.hasMeasurement { lastMeasurement = sample.time }
    return tear
  }

  /// Forgets the grid; the next sample begins another one.
  package mutating func end() { self = Timeline(isLive: isLive) }

  /// Whether time leapt: live, samples of nothing come many times a second, unless the machine slept.
  private func isLeap(to time: Timestamp) -> Bool {
    guard isLive, let lastSample else { return false }
    return time.microseconds(since: lastSample) > Self.longestSilence
  }

  private func tear(before sample: Sample) -> Input? {
    if let lastSample, sample.time < lastSample {
      return .gap(.backwards, at: sample.time, microseconds: nil)
    }
    if isLeap(to: sample.time) {
      let leap = lastSample.map { sample.time.microseconds(since: $0) }
      return .gap(.silence, at: sample.time, microseconds: leap)
    }
    guard sample.hasMeasurement, let lastMeasurement else { return nil }
    let silence = sample.time.microseconds(since: lastMeasurement)
    guard silence > Self.longestSilence else { return nil }
    return .gap(.silence, at: sample.time, microseconds: silence)
  }

  private mutating func tick(where isDue: (Timestamp) -> Bool) -> Timestamp? {
    guard let next = grid?.next, isDue(next), isLive || isHeard(at: next) else { return nil }
    grid?.advance()
    return next
  }

  private func isHeard(at time: Timestamp) -> Bool {
    guard let lastMeasurement else { return false }
    return time.microseconds(since: lastMeasurement) <= Self.longestSilence
  }
}
