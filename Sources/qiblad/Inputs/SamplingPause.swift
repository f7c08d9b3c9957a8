import Quantities

/// Decides when no sensor has to be read: once nothing has needed a measurement for a while (`[sensors] pause_after_s`).
struct SamplingPause: Equatable, Sendable {
  /// What begins with an input.
  enum Change: Equatable, Sendable {
    /// No sensor is read from now on.
    case began
    /// The sensors are read again, after so many µs.
    case ended(microseconds: Int64)
  }

  /// µs without a need after which it begins.
  private let delay: Int64
  /// When something last needed a measurement; the first input counts as one.
  private var lastNeed: Timestamp?
  /// Since when no sensor is read; `nil` where they are.
  private var start: Timestamp?

  /// - Parameter delay: without a need; 0 or more.
  init(after delay: Duration) { self.delay = Int64(delay / .microseconds(1)) }

  /// Whether no sensor is read.
  var isOn: Bool { start != nil }

  /// Takes whether something needs measurements now.
  ///
  /// - Returns: what begins; `nil` where it stays as it is.
  mutating func update(isNeeded: Bool, at now: Timestamp) -> Change? {
    if isNeeded || lastNeed == nil { lastNeed = now }
    if let start {
      guard isNeeded else { return nil }
      self.start = nil
      return .ended(microseconds: max(now.microseconds(since: start), 0))
    }
    guard !isNeeded, let lastNeed, now.microseconds(since: lastNeed) >= delay else { return nil }
    start = now
    return .began
  }
}
