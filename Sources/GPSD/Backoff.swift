/// How long to wait before the next attempt: twice as long each time, up to a limit, without end.
struct Backoff: Equatable, Sendable {
  private let first: Double
  private let longest: Double
  private var next: Double

  /// Both in s.
  init(first: Double, longest: Double) {
    (self.first, self.longest) = (first, longest)
    next = min(first, longest)
  }

  /// s to wait now.
  mutating func pause() -> Double {
    defer { next = min(next * 2, longest) }
    return next
  }

  /// An attempt has succeeded.
  mutating func reset() { next = min(first, longest) }
}
