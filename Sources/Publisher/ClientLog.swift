internal import Logging
internal import NIOCore

/// Log lines that clients can cause: of each reason a few at once, then one every `interval`, so
/// that no client fills the log. Lines that were left out are counted, and one line says how many
/// there were.
struct ClientLog {
  /// Why a line is logged; each reason has an allowance of its own.
  enum Reason: Int, CaseIterable {
    /// A client sent too many requests over the limit.
    case tooLong
    /// A client did not read.
    case stalled
    /// The number of clients reached its limit.
    case full
    /// A connection failed.
    case failed
    /// A client sent more requests than it may.
    case tooMany
    /// Accepting connections was paused or resumed.
    case accepting
    /// A client came or left.
    case visit
  }

  /// Lines of one reason that may come at once.
  static let burst = 5
  /// After a burst one more line is allowed for each of these.
  static let interval = TimeAmount.seconds(60)

  private struct Account {
    /// When the allowance is a whole burst again.
    var full: NIODeadline
    /// Lines left out since the last one that was logged, and the text of the first of these.
    var leftOut = 0
    var first: (level: Logger.Level, text: String)?

    /// Spends one line of the allowance: false where none is left at `now`.
    mutating func spend(at now: NIODeadline) -> Bool {
      let start = max(full, now)
      let next = start + ClientLog.interval
      guard next <= now + ClientLog.interval * ClientLog.burst else { return false }
      full = next
      return true
    }
  }

  private let logger: Logger
  private var accounts: [Account]

  init(_ logger: Logger) {
    self.logger = logger
    accounts = Reason.allCases.map { _ in Account(full: .distantPast) }
  }

  /// Logs a line, or counts it where its reason has none left.
  mutating func log(
    _ reason: Reason, _ level: Logger.Level, at now: NIODeadline = .now(),
    _ text: @autoclosure () -> String
  ) {
    guard level >= logger.logLevel else { return }
    guard accounts[reason.rawValue].spend(at: now) else {
      if accounts[reason.rawValue].leftOut == 0 {
        accounts[reason.rawValue].first = (level, text())
      }
      accounts[reason.rawValue].leftOut += 1
      return
    }
    let text = text()
    logger.log(level: level, "\(text)")
  }

  /// Logs how many lines were left out, of each reason that has a line left; to be called now and
  /// then.
  mutating func logLeftOut(at now: NIODeadline) {
    for index in accounts.indices {
      guard let first = accounts[index].first, accounts[index].spend(at: now) else { continue }
      let more = accounts[index].leftOut - 1
      accounts[index].first = nil
      accounts[index].leftOut = 0
      let others = more > 0 ? "; and \(more) more like it" : ""
      logger.log(level: first.level, "\(first.text)\(others)")
    }
  }
}
