package import Quantities
import Wire

/// Puts ticks between the inputs of a pipeline, in the order of time, and detects gaps: timestamps that
/// jump or run backwards.
///
/// For each input the driver of a `Pipeline` first takes the ticks that come before it, then `accept`s
/// the input. A tick comes after every input that is not later than it, so nothing later can change it.
package struct Timeline: Sendable {
  /// Whether time goes on without measurements: then ticks begin with the first input, whatever it is,
  /// and go on without limit.
  private let isLive: Bool
  /// Whether no sensor is read: inputs make no ticks then.
  private var isPaused = false
  private var grid: TickGrid?
  private var lastMeasurement: Timestamp?
  private var lastInput: Timestamp?

  package init(isLive: Bool = false) { self.isLive = isLive }

  /// The next tick, which waits for a later input; `nil` while there is no grid.
  package var nextTick: Timestamp? { grid?.next }

  /// The next tick that comes before an input at `time`, or `nil` where the input is due.
  package mutating func tick(before time: Timestamp) -> Timestamp? {
    guard let lastInput, time >= lastInput, !isJump(to: time) else { return nil }
    return tick { $0 < time }
  }

  /// The next tick up to the last measurement, once no more inputs will come; also a tick at the same
  /// time, since every input that is not later has come.
  package mutating func tickAtEnd() -> Timestamp? {
    guard let lastMeasurement else { return nil }
    return tick { $0 <= lastMeasurement }
  }

  /// Takes note of `input`, whose earlier ticks have been taken.
  ///
  /// - Returns: the gap before it, or `nil` where there is none.
  package mutating func accept(_ input: Input) -> Input? {
    if isPaused { return nil }
    let (time, isMeasured) = (input.time, input.hasMeasurement)
    defer { lastInput = time }
    let gap = gap(before: time, isMeasured: isMeasured)
    if gap != nil {
      grid = nil
      lastMeasurement = nil
    }
    guard isMeasured || isLive else { return gap }
    if grid == nil { grid = TickGrid(origin: time) }
    if isMeasured { lastMeasurement = time }
    return gap
  }

  /// Discards the grid; the next input begins another one.
  package mutating func end() {
    (grid, lastMeasurement, lastInput, isPaused) = (nil, nil, nil, false)
  }

  /// Discards the grid; no input begins another one before `end`.
  package mutating func pause() {
    end()
    isPaused = true
  }

  /// Whether time jumped: live, inputs come many times a second, unless the machine or the daemon was
  /// stopped.
  private func isJump(to time: Timestamp) -> Bool {
    guard isLive, let lastInput else { return false }
    return time.seconds(since: lastInput) > ProtocolConstants.gapTimeout
  }

  private func gap(before time: Timestamp, isMeasured: Bool) -> Input? {
    if let lastInput, time < lastInput {
      return .gap(.backwards, at: time, microseconds: nil)
    }
    if isJump(to: time) {
      let jump = lastInput.map { time.microseconds(since: $0) }
      return .gap(.silence, at: time, microseconds: jump)
    }
    guard isMeasured, let lastMeasurement else { return nil }
    guard time.seconds(since: lastMeasurement) > ProtocolConstants.gapTimeout else {
      return nil
    }
    return .gap(.silence, at: time, microseconds: time.microseconds(since: lastMeasurement))
  }

  private mutating func tick(where isDue: (Timestamp) -> Bool) -> Timestamp? {
    guard let next = grid?.next, isDue(next), isLive || hasMeasurement(near: next) else {
      return nil
    }
    grid?.advance()
    return next
  }

  private func hasMeasurement(near time: Timestamp) -> Bool {
    guard let lastMeasurement else { return false }
    return time.seconds(since: lastMeasurement) <= ProtocolConstants.gapTimeout
  }
}
