import BridgeFormats
import Wire

/// Prints when headings begin to be sent, and why they are not, at most once in ten seconds.
struct HeadingLog {
  private static let interval = Duration.seconds(10)

  private let limit: HeadingLimit
  private var wasAllowed: Bool?
  private var next = ContinuousClock.now

  init(limit: HeadingLimit) { self.limit = limit }

  /// Takes a reading that is sent or not.
  mutating func take(_ reading: Reading) {
    let isAllowed = limit.allows(reading)
    guard isAllowed != wasAllowed, next <= .now else { return }
    wasAllowed = isAllowed
    next = .now + Self.interval
    complain(isAllowed ? "headings are sent" : "no heading is sent: \(reason(reading))")
  }

  /// Why this reading has no heading that is sent, with what to do about it.
  func reason(_ reading: Reading) -> String {
    let advice = reading.why.first.map { "; \($0.sentence) \($0.advice)" } ?? ""
    guard reading.status != .unavailable, reading.status != .calibrating,
      let error = reading.error68Degrees
    else { return "the status is \(reading.status.rawValue)\(advice)" }
    guard error <= limit.error68Degrees else {
      return "its error is \(error)°, over --max-error \(limit.error68Degrees)\(advice)"
    }
    // The reason that counts need not be the first one: another may add more to the error.
    let why = Why.calibrationUnconfirmed
    guard reading.why.contains(why) else { return "there is none\(advice)" }
    return "\(why.sentence) \(why.advice)"
  }
}
