import Threads

extension RetryDelay {
  /// For a bus or a chip that failed: at most a quarter of a second, so that one that comes back is
  /// in use within a second. An adapter on USB needs some 0.3 s to appear, and a chip up to 0.1 s
  /// to be set up.
  static let bus = RetryDelay(first: 50_000, longest: 250_000)
}
