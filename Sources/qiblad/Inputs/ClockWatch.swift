import Quantities
import Session
import Storage

/// Notices that the machine's clock was set while the daemon runs: a time server was reached, or a user has set it.
///
/// A board without a battery clock starts in 1970, or at the time of its last shutdown, and is set some seconds or days
/// later.
struct ClockWatch {
  /// µs between two looks. Source: chosen; that the date is wrong for a second more costs nothing.
  private static let interval: Int64 = 1_000_000
  /// µs. Source: chosen; neither the declination nor the age of a position shows a minute.
  private static let smallestStep: Int64 = 60_000_000

  private let date: () -> Int64?
  private let isSet: () -> Bool
  /// UTC less the time since the machine's start, µs, as the pipeline knows it; `nil` where it knows no date.
  private var offset: Int64?
  private var isCertain: Bool
  private var last: Timestamp?

  /// - Parameters:
  ///   - utc: the date that the pipeline has from its start, µs since 1970; `nil` for none.
  ///   - isCertain: whether something had set the clock then.
  ///   - time: now.
  ///   - date: reads the clock, µs since 1970; `nil` where it cannot be right.
  ///   - isSet: whether something has set the clock by now.
  init(
    knowing utc: Int64?, isCertain: Bool, at time: Timestamp, date: @escaping () -> Int64?,
    isSet: @escaping () -> Bool
  ) {
    offset = utc.map { $0 - time.microseconds }
    (self.isCertain, self.date, self.isSet) = (isCertain, date, isSet)
  }

  /// Looks at the clock, where it is time for that.
  ///
  /// - Returns: the date, µs since 1970, where the pipeline does not know it.
  mutating func update(at time: Timestamp) -> Int64? {
    if let last, (0..<Self.interval).contains(time.microseconds(since: last)) { return nil }
    last = time
    guard let utc = date() else { return nil }
    let new = utc - time.microseconds
    // Nothing restores an old time once services run: where the clock steps, it is set.
    let isStep = offset.map { abs(new - $0) > Self.smallestStep } ?? true
    guard isStep || !isCertain && isSet() else { return nil }
    (offset, isCertain) = (new, true)
    return utc
  }
}

extension ClockWatch {
  /// Watches the machine's clock from the daemon's start on.
  ///
  /// The battery clock is looked at only for `options`, before: the pipeline's thread cannot wait for its chip. One that
  /// told the time then still does, and a clock that is set later is set by a program, or steps.
  init(_ options: RunOptions, at time: Timestamp, evidence: ClockEvidence = .ofMachine) {
    let kept = options.lastPlace?.utcMicroseconds
    self.init(
      knowing: options.clockDate, isCertain: options.isClockCertain, at: time,
      date: { MachineClock.now().checked(notBefore: kept) }, isSet: evidence.isSetByProgram)
  }
}
