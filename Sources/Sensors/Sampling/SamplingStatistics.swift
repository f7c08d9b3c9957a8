package import I2C
package import Quantities

/// How well a chip is sampled.
package struct SamplingStatistics: Equatable, Sendable {
  /// What is counted; none of it ever goes down.
  package struct Counts: Equatable, Sendable {
    package var samples = 0
    /// Failed transfers by their kind.
    package var errors = TransferErrors()
    /// Set-ups after the first.
    package var resets = 0
    /// Measurements of which at least one quantity was beyond its range.
    package var overflows = 0

    package init() {}

    package static func + (a: Self, b: Self) -> Self {
      var sum = a
      sum.samples += b.samples
      sum.errors = a.errors + b.errors
      sum.resets += b.resets
      sum.overflows += b.overflows
      return sum
    }
  }

  package var counts = Counts()
  /// Samples a second over the last whole second; `nil` in the first.
  package fileprivate(set) var rateHz: Double?
  /// µs by which two intervals in a row differed, for half of those of the last whole second.
  package fileprivate(set) var jitterP50: Int64?
  /// The same for 99 %.
  package fileprivate(set) var jitterP99: Int64?

  package init() {}
}

/// Finds out how well a chip is sampled; taking a sample's time allocates nothing.
package struct SamplingMeter: Sendable {
  package var statistics = SamplingStatistics()
  private var last: Timestamp?
  private var lastInterval: Int64?
  private var window: (start: Timestamp, samples: Int)?
  private var jitter = Jitter()

  /// Source: docs/protocol.md, `jitter_p50_us` and `jitter_p99_us` of `stats`.
  private static let percentiles = (half: 50, most: 99)

  package init() {}

  /// Takes a sample's time.
  package mutating func sampled(at time: Timestamp) {
    statistics.counts.samples += 1
    let interval = last.map { time.microseconds(since: $0) }
    last = time
    guard let window, let interval else {
      self.window = window ?? (time, 0)
      return
    }
    if let lastInterval { jitter.add(abs(interval - lastInterval)) }
    lastInterval = interval
    let samples = window.samples + 1
    let span = time.microseconds(since: window.start)
    guard span >= 1_000_000 else {
      self.window?.samples = samples
      return
    }
    statistics.rateHz = Double(samples) * 1_000_000 / Double(span)
    statistics.jitterP50 = jitter.percentile(Self.percentiles.half)
    statistics.jitterP99 = jitter.percentile(Self.percentiles.most)
    jitter.removeAll()
    self.window = (time, 0)
  }

  /// Forgets the last sample, so that a gap counts neither as rate nor as jitter.
  package mutating func interrupted() {
    (last, lastInterval, window) = (nil, nil, nil)
    jitter.removeAll()
    (statistics.rateHz, statistics.jitterP50, statistics.jitterP99) = (nil, nil, nil)
  }
}

/// Failed transfers by their kind.
package struct TransferErrors: Equatable, Sendable {
  /// Nothing answered.
  package var noAcknowledge = 0
  /// The bus did not become free, or a driver was silent.
  package var timeout = 0
  package var shortRead = 0
  /// The adapter, or the device of the kernel, was gone.
  package var gone = 0
  /// The adapter, or the kernel, refused.
  package var refused = 0

  package init() {}

  package var total: Int { noAcknowledge + timeout + shortRead + gone + refused }

  /// Counts one.
  package mutating func count(_ error: I2CError) {
    switch error {
    case .noAcknowledge: noAcknowledge += 1
    case .timedOut: timeout += 1
    case .shortRead: shortRead += 1
    case .adapterGone, .noSuchBus, .ambiguousBus: gone += 1
    case .ownedByKernelDriver, .permissionDenied, .unsupported, .adapter: refused += 1
    }
  }

  package static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.noAcknowledge += b.noAcknowledge
    sum.timeout += b.timeout
    sum.shortRead += b.shortRead
    sum.gone += b.gone
    sum.refused += b.refused
    return sum
  }
}
