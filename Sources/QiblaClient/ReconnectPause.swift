internal import Threads

/// The pause before the next attempt to connect. It doubles with each attempt that fails.
struct ReconnectPause: Equatable {
  /// µs: 250 ms at the most at first, and later 8 s.
  private var delay = RetryDelay(first: 250_000, longest: 8_000_000)

  /// The next pause: between half and all of the delay, so that a thousand clients of a daemon that restarts do not
  /// come at one instant.
  mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    .microseconds(delay.failed()) * Double.random(in: 0.5...1, using: &generator)
  }

  /// To be called when a connection works.
  mutating func reset() { delay.succeeded() }
}
