package import Quantities
import Wire

/// Puts ticks between samples, in the order of time, and notices where time tears.
///
/// Whoever drives a `Pipeline` asks it before each sample: first for the ticks that come before it,
/// then what the sample is. A tick comes after every sample that is not later than it, so nothing
/// later can change it.
package struct Timeline: Sendable {
  /// How long ticks go on through a silence, µs.
  package static let longestSilence: Int64 = 5_000_000

  private var grid: TickGrid?
  private var lastMeasurement: Timestamp?
  private var lastSample: Timestamp?
  /// Whether ticks go on through every silence: live, nobody knows how long one will last.
  private var isLive = false

  package init() {}

  /// A grid that begins at `time` without a sample, and goes on without any: that of live sensors, where
  /// a client is to learn that there are none.
  package init(liveFrom time: Timestamp) {
    grid = TickGrid(origin: time)
    isLive = true
  }

  /// The next tick, whatever comes before it; `nil` where there is no grid.
  package var next: Timestamp? { grid?.next }

  /// The next tick up to `time`, or `nil`; live alone, where every sample that is not later was taken in.
  package mutating func tick(upTo time: Timestamp) -> Timestamp? { tick { $0 <= time } }

  /// The next tick that comes before a sample at `time`, or `nil` where the sample is due.
  package mutating func tick(before time: Timestamp) -> Timestamp? {
    guard let lastSample, time >= lastSample else { return nil }
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
      // Live, the ticks of the silence are out, and the grid goes on.
      if !isLive { grid = nil }
      lastMeasurement = nil
    }
    guard sample.hasMeasurement else { return tear }
    if grid == nil { grid = TickGrid(origin: sample.time) }
    lastMeasurement = sample.time
    return tear
  }

  /// Forgets the grid; the next sample begins another one.
  package mutating func end() { self = Timeline() }

  private func tear(before sample: Sample) -> Input? {
    if let lastSample, sample.time < lastSample {
      return .gap(.backwards, at: sample.time, microseconds: nil)
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
