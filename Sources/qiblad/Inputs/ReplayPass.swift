import Pipeline
import Quantities

/// The span of one pass through a recording that is replayed again and again.
struct ReplayPass {
  /// µs. No instant of a pass is later than this: 2⁵³ − 1, 285 years, up to which whole numbers in
  /// JSON are exact for every reader (RFC 8259, section 6).
  static let latest: Int64 = (1 << 53) - 1

  private(set) var first: Timestamp
  private var last: Timestamp
  /// Samples with a measurement.
  private(set) var samples: Int64

  /// The pass so far with one input more.
  init(extending pass: ReplayPass?, by input: Input) {
    let time = input.time
    first = min(pass?.first ?? time, time)
    last = max(pass?.last ?? time, time)
    samples = (pass?.samples ?? 0) + (input.hasMeasurement ? 1 : 0)
  }

  /// The last instant of the pass.
  ///
  /// - Parameter offset: what was added in this pass.
  func last(_ offset: Int64) -> Timestamp { last.advanced(byMicroseconds: offset) }

  /// µs from the first sample of this pass to that of the next, fixes after the last measurement included:
  /// the span and one more mean interval, so that a reader's clock runs on. At least a second: a recording
  /// of one sample must not spin.
  var microseconds: Int64 {
    let span = last.microseconds(since: first)
    return max(span + span / max(samples - 1, 1), 1_000_000)
  }

  /// What is to be added to the recording's times in the next pass, in µs; 0, as in the first pass, where
  /// time would run out.
  ///
  /// - Parameter offset: what was added in this pass.
  func nextOffset(after offset: Int64) -> Int64 {
    let next = offset.addingReportingOverflow(microseconds)
    guard !next.overflow, last.microseconds <= Self.latest,
      next.partialValue <= Self.latest - last.microseconds
    else { return 0 }
    return next.partialValue
  }
}
