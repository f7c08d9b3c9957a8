/// Arrivals a second over the last two seconds.
struct RateMeter: Equatable, Sendable {
  private static let windowSeconds = 2.0
  /// Enough for two seconds of the 60 Hz grid; a faster stream is measured over less time.
  private static let capacity = 128

  private var arrivals: [Double] = []

  mutating func arrived(at seconds: Double) {
    // A clock that ran backwards would make the rate negative.
    if let last = arrivals.last, seconds < last { arrivals = [] }
    arrivals.removeAll { seconds - $0 > Self.windowSeconds }
    if arrivals.count == Self.capacity { arrivals.removeFirst() }
    arrivals.append(seconds)
  }

  /// Hz, or `nil` before the second arrival.
  var hertz: Double? {
    guard let first = arrivals.first, let last = arrivals.last, last > first else { return nil }
    return Double(arrivals.count - 1) / (last - first)
  }
}
