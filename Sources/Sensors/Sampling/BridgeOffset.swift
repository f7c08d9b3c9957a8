import Quantities

/// Measures the offset of a magnetoresistive bridge at intervals and subtracts it from the field.
///
/// A comparison is three measurements in a row: as usual, with the film reversed, as usual again. The field of
/// the first and the last, interpolated to the instant of the second, is +F + offset, and the second −F + offset;
/// half their sum is the offset. Interpolating makes it right for a device that turns evenly. Of the three only
/// the second is not delivered: 10 ms without a sample.
///
/// A comparison is used where it agrees with the one before it: a knock, a passing magnet and a failed pulse do not
/// repeat. No sample is delivered before two agree; later ones are low-passed.
struct BridgeOffset: Sendable {
  /// How the film is magnetised before the next measurement.
  enum Pulse { case forward, reverse }

  private enum State {
    /// The film has its usual direction, and no comparison runs.
    case usual
    /// The next measurement is the one with the film reversed.
    case reversed(before: Reading)
    /// The next one ends the comparison.
    case restored(before: Reading, reversed: Reading)
    /// A pulse failed: the direction of the film is unknown.
    case unknown
  }

  private struct Reading {
    let field: Vector3
    let time: Timestamp
  }

  /// µs from one comparison to the next.
  private static let interval: Int64 = 10_000_000
  /// The same while the offset drifts, and after a comparison that was not used.
  private static let shortInterval: Int64 = 1_000_000
  /// µT. A change of the offset by more is drift and not noise: a comparison of three samples with 0.2 µT each,
  /// the noise of the noisier chip, is off by 0.12 µT, so this is four standard deviations.
  private static let drift = 0.5
  /// Part of the way to what a comparison found: noise of 0.12 µT leaves 0.05 µT in the offset.
  private static let gain = 0.25
  /// µT by which the first and the last measurement may differ. In 20 ms a field of 50 µT that turns at 4 rad/s
  /// does; what a turn at that rate leaves after interpolating, ω² · 50 µT · (10 ms)² / 2, is 0.04 µT, and an
  /// angular acceleration of 50 rad/s² leaves 0.13 µT, as much as noise. A knock or a magnet that passes differs
  /// by more.
  private static let largestChange = 4.0
  /// µT. Less field than this on both sides of a reversal is no reversal: the pulse did nothing, and half the sum
  /// would be the field itself. The Earth's is 22 at least.
  private static let leastField = 5.0
  /// µT by which two comparisons in a row may differ: six standard deviations of the difference of two, and 10 s
  /// of a drift of 0.1 µT/s.
  private static let agreement = 1.0
  /// Comparisons after which samples are delivered although no two have agreed: 0.6 s.
  private static let mostAttempts = 20
  /// µs for all three: over a longer time the motion may have changed.
  private static let longest: Int64 = 60_000

  /// µT, along the axes of the die; `nil` until it was measured.
  private(set) var offset: Vector3?
  private var state = State.usual
  /// The result of the last comparison, µT; `nil` where it had none.
  private var lastFound: Vector3?
  /// Comparisons made while the offset is not known.
  private var attempts = 0
  /// When the next comparison is due; `nil` at once.
  private var due: Timestamp?

  /// Takes a measured field, µT.
  ///
  /// - Returns: the field less the offset, `nil` where it is not delivered; and the pulse that the film needs
  ///   before the next measurement, `nil` where it needs none.
  mutating func take(_ field: Vector3, at time: Timestamp) -> (field: Vector3?, pulse: Pulse?) {
    let reading = Reading(field: field, time: time)
    switch state {
    case .usual:
      guard due.map({ time >= $0 }) ?? true else { return (corrected(field), nil) }
      state = .reversed(before: reading)
      return (corrected(field), .reverse)
    case .reversed(let before):
      state = .restored(before: before, reversed: reading)
      return (nil, .forward)
    case .restored(let before, let reversed):
      state = .usual
      compare(before, reversed, reading)
      return (corrected(field), nil)
    case .unknown:
      state = .usual
      return (nil, .forward)
    }
  }

  /// Takes that a measurement failed: the current comparison is discarded.
  ///
  /// - Returns: the pulse that the film needs before the next measurement.
  mutating func missed() -> Pulse? {
    defer { state = .usual }
    switch state {
    case .reversed, .unknown: return .forward
    case .usual, .restored: return nil
    }
  }

  /// A pulse or the request for the measurement after it failed: the direction of the film, and which measurement will be
  /// read next, is unknown until one succeeds.
  mutating func pulseFailed() { state = .unknown }

  private func corrected(_ field: Vector3) -> Vector3? { offset.map { field - $0 } }

  private mutating func compare(_ before: Reading, _ reversed: Reading, _ after: Reading) {
    let found = Self.offset(before, reversed, after)
    let agrees = lastFound.flatMap { last in found.map { ($0 - last).length <= Self.agreement } }
    lastFound = found
    guard let known = offset else {
      attempts += 1
      if agrees == true || attempts == Self.mostAttempts {
        offset = found ?? .zero
        due = after.time.advanced(byMicroseconds: Self.interval)
      }
      return
    }
    var isSteady = false
    if let found, agrees == true {
      offset = known + (found - known) * Self.gain
      isSteady = (found - known).length <= Self.drift
    }
    due = after.time.advanced(byMicroseconds: isSteady ? Self.interval : Self.shortInterval)
  }

  /// The offset by three readings, µT; `nil` where the motion changed between them, or nothing was reversed.
  private static func offset(
    _ before: Reading, _ reversed: Reading, _ after: Reading
  ) -> Vector3? {
    let span = after.time.microseconds(since: before.time)
    guard span > 0, span <= longest, (after.field - before.field).length <= largestChange else {
      return nil
    }
    let share = Double(reversed.time.microseconds(since: before.time)) / Double(span)
    let usual = before.field + (after.field - before.field) * share
    guard (usual - reversed.field).length >= 2 * leastField else { return nil }
    return (usual + reversed.field) * 0.5
  }
}
