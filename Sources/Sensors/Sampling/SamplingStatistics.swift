import Quantities

/// How well a chip is sampled.
package struct SamplingStatistics: Equatable, Sendable {
  package private(set) var samples = 0
  /// Failed transfers.
  package internal(set) var errors = 0
  /// Set-ups after the first.
  package internal(set) var resets = 0
  /// Overflows.
  package internal(set) var overflows = 0
  /// Samples a second over the last whole second; `nil` in the first.
  package private(set) var rateHz: Double?
  /// The greatest difference between two intervals in a row in the last whole second, µs.
  package private(set) var jitterMicroseconds: Int64?

  private var last: Timestamp?
  private var lastInterval: Int64?
  private var window: (start: Timestamp, samples: Int, jitter: Int64)?

  package init() {}

  /// Takes a sample's time.
  mutating func sampled(at time: Timestamp) {
    samples += 1
    let interval = last.map { time.microseconds(since: $0) }
    last = time
    guard var window, let interval else {
      self.window = window ?? (time, 0, 0)
      return
    }
    if let lastInterval { window.jitter = max(window.jitter, abs(interval - lastInterval)) }
    lastInterval = interval
    window.samples += 1
    let span = time.microseconds(since: window.start)
    if span >= 1_000_000 {
      rateHz = Double(window.samples) * 1_000_000 / Double(span)
      jitterMicroseconds = window.jitter
      window = (time, 0, 0)
    }
    self.window = window
  }

  /// Forgets the last sample, so that a gap counts neither as rate nor as jitter.
  mutating func interrupted() {
    last = nil
    lastInterval = nil
    window = nil
    (rateHz, jitterMicroseconds) = (nil, nil)
  }

  package static func == (a: Self, b: Self) -> Bool {
    (a.samples, a.errors, a.resets, a.overflows) == (b.samples, b.errors, b.resets, b.overflows)
      && a.rateHz == b.rateHz && a.jitterMicroseconds == b.jitterMicroseconds
  }
}
