internal import NIOCore

/// How many requests a client may send: `burst` at once, then `perSecond`.
struct RequestAllowance {
  private let interval: TimeAmount
  private let burst: Int
  /// When the allowance is a whole burst again.
  private var full = NIODeadline.distantPast

  /// - Parameters:
  ///   - burst: at least 1.
  ///   - perSecond: 1 to 1e9.
  init(burst: Int, perSecond: Int) {
    self.burst = burst
    interval = .nanoseconds(1_000_000_000 / Int64(perSecond))
  }

  /// Spends one request of the allowance: false where none is left at `now`.
  mutating func spend(at now: NIODeadline) -> Bool {
    let next = max(full, now) + interval
    guard next <= now + interval * burst else { return false }
    full = next
    return true
  }
}
