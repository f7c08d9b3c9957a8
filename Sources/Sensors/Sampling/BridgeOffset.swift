import Quantities

/// Measures the offset of a magnetoresistive bridge at intervals and subtracts it from the field.
///
/// A comparison is three measurements in a row: as usual, with the film reversed, as usual again. The field of
/// the first and the last, interpolated to the instant of the second, is +F + offset, and the second −F + offset;
/// half their sum is the offset. Interpolating makes it right for a device that turns evenly. Of the three only
/// the second is not delivered: 10 ms without a sample.
///
/// A comparison is used where it agrees with the one before it: a knock, a passing magnet and a failed pulse do not
/// repeat. The mean of the two is the offset. No sample is delivered before two agree, or a second has passed.
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

  /// µT by which two comparisons in a row may differ, and by which the offset may change without a drift: three
  /// standard deviations of the difference of two.
  /// Source: derived; the noisier chip (MMC5603) has 0.2 µT of noise. Half the sum of three such samples is off
  /// by √1.5 / 2 of that, 0.12 µT.
  private static let agreement = 0.5
  /// µs for all three: over a longer time the motion may have changed.
  /// Source: six sample intervals at 100 Hz, the rate of these chips; it takes two.
  private static let longest: Int64 = 60_000

  private let parameters = BridgeOffsetParameters()

  /// µT, along the axes of the die; `nil` until it was measured.
  private(set) var offset: Vector3?
  private var state = State.usual
  /// The result of the last comparison, µT; `nil` where it had none.
  private var lastFound: Vector3?
  /// When the first comparison began; `nil` before it.
  private var begun: Timestamp?
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
      begun = begun ?? time
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
    let found = offset(before, reversed, after)
    let last = lastFound
    lastFound = found
    let (least, most) = (parameters.interval.lowerBound, parameters.interval.upperBound)
    var wait = least
    if let found, let last, (found - last).length <= Self.agreement {
      let mean = (found + last) * 0.5
      wait = (mean - (offset ?? mean)).length <= Self.agreement ? most : least
      offset = mean
    } else if offset == nil {
      // The next comparison follows at once. After the shortest interval the field is delivered as it is.
      guard let begun, after.time.microseconds(since: begun) >= least else { return }
      offset = found ?? .zero
      wait = most
    }
    due = after.time.advanced(byMicroseconds: wait)
  }

  /// The offset by three readings, µT; `nil` where the motion changed between them, or nothing was reversed.
  private func offset(_ before: Reading, _ reversed: Reading, _ after: Reading) -> Vector3? {
    let span = after.time.microseconds(since: before.time)
    guard span > 0, span <= Self.longest,
      (after.field - before.field).length <= parameters.largestChange
    else {
      return nil
    }
    let share = Double(reversed.time.microseconds(since: before.time)) / Double(span)
    let usual = before.field + (after.field - before.field) * share
    guard (usual - reversed.field).length > 2 * parameters.largestChange else { return nil }
    return (usual + reversed.field) * 0.5
  }
}
