/// Measures the rate of arrivals over the last two seconds.
struct RateMeter: Equatable, Sendable {
  private static let windowSeconds = 2.0
  /// Enough for two seconds at 60 Hz; a faster stream is measured over less time.
  private static let capacity = 128

  private var arrivals: [Double] = []

  mutating func arrived(at seconds: Double) {
    // After a clock that ran backwards, the rate would be negative.
    if let last = arrivals.last, seconds < last { arrivals = [] }
    arrivals.removeAll { seconds - $0 > Self.windowSeconds }
    if arrivals.count == Self.capacity { arrivals.removeFirst() }
    arrivals.append(seconds)
  }

  /// The rate, Hz; `nil` before the second arrival.
  var hertz: Double? {
    guard let first = arrivals.first, let last = arrivals.last, last > first else { return nil }
    return Double(arrivals.count - 1) / (last - first)
  }
}
