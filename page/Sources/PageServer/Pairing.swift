private import Synchronization

/// The code that allows another browser to change the device, and the browsers that were allowed.
///
/// The six digits are shown on the device's own screen. Five wrong ones end the code. Allowed browsers are
/// known by a token of 256 random bits, until the server ends.
package final class Pairing: Sendable {
  /// What became of a code that was entered.
  package enum Result: Equatable, Sendable {
    /// This browser is allowed; the token goes into its cookie.
    case paired(token: String)
    case wrong
    /// There is no code: none was asked for, it is too old, or there were too many wrong ones.
    case over
  }

  private struct Code {
    let digits: String
    let end: ContinuousClock.Instant
    var tries = 5
  }

  private struct State {
    var code: Code?
    /// Oldest first.
    var tokens: [String] = []
  }

  private static let lifetime = Duration.seconds(120)
  /// A house has fewer browsers; the oldest one is forgotten.
  private static let mostTokens = 32
  private let state = Mutex(State())

  package init() {}

  /// Makes a new code, which replaces the one before; the tries that are left stay.
  ///
  /// - Returns: the digits to show.
  package func start(now: ContinuousClock.Instant = .now) -> String {
    let number = Int.random(in: 0...999_999)
    let digits = String(String(1_000_000 + number).dropFirst())
    state.withLock { state in
      // A new code does not give new tries within the lifetime of the last one.
      let left = state.code.flatMap { $0.end > now ? $0.tries : nil } ?? 5
      state.code = Code(digits: digits, end: now + Self.lifetime, tries: left)
    }
    return digits
  }

  /// - Parameter entered: what a user typed.
  package func enter(_ entered: String, now: ContinuousClock.Instant = .now) -> Result {
    state.withLock { state in
      guard var code = state.code, now < code.end, code.tries > 0 else { return .over }
      guard entered == code.digits else {
        code.tries -= 1
        state.code = code
        return code.tries > 0 ? .wrong : .over
      }
      state.code = nil
      let token = Self.randomToken()
      state.tokens = Array((state.tokens + [token]).suffix(Self.mostTokens))
      return .paired(token: token)
    }
  }

  /// Whether this token was given to a browser.
  package func allows(_ token: String?) -> Bool {
    guard let token else { return false }
    return state.withLock { $0.tokens.contains(token) }
  }

  /// Takes the permission of a browser back.
  package func forget(_ token: String) {
    state.withLock { state in state.tokens.removeAll { $0 == token } }
  }

  private static func randomToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let hex = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - hex.count) + hex
    }.joined()
  }
}
