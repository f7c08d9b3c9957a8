private import Synchronization

/// The code that allows another browser to change the device, and the browsers that were allowed.
///
/// The six digits are shown on the device's own screen for two minutes. Five wrong ones end the code, and there is no
/// other one for two minutes. Allowed browsers are known by a token of 256 random bits, until the server ends.
package final class Pairing: Sendable {
  /// The result of entering a code.
  package enum Result: Equatable, Sendable {
    /// This browser is allowed; the token goes into its cookie.
    case paired(token: String)
    case wrong
    /// There is no code: none was asked for, or it is too old.
    case over
    /// There is no code, and for two minutes no other one: there were too many wrong ones.
    case locked
  }

  private struct Code {
    let digits: String
    let end: ContinuousClock.Instant
    var tries: Int
  }

  private enum Asked {
    case nothing
    case code(Code)
    /// There were too many wrong codes.
    case locked(until: ContinuousClock.Instant)
  }

  private struct State {
    var asked = Asked.nothing
    /// Oldest first.
    var tokens: [String] = []
  }

  private static let lifetime = Duration.seconds(120)
  private static let mostTries = 5
  /// A house has fewer browsers; the oldest one is forgotten.
  private static let mostTokens = 32
  private let state = Mutex(State())

  package init() {}

  /// Makes a new code, which replaces the one before; the tries that are left stay.
  ///
  /// - Returns: the digits to show; `nil` in the two minutes after too many wrong codes.
  package func start(now: ContinuousClock.Instant = .now) -> String? {
    let number = Int.random(in: 0...999_999)
    let digits = String(String(1_000_000 + number).dropFirst())
    return state.withLock { state -> String? in
      var tries = Self.mostTries
      switch state.asked {
      case .locked(let end) where now < end: return nil
      // A new code does not give new tries within the lifetime of the last one.
      case .code(let code) where now < code.end: tries = code.tries
      case .nothing, .code, .locked: break
      }
      state.asked = .code(Code(digits: digits, end: now + Self.lifetime, tries: tries))
      return digits
    }
  }

  /// - Parameter entered: what a user typed.
  package func enter(_ entered: String, now: ContinuousClock.Instant = .now) -> Result {
    state.withLock { state -> Result in
      if case .locked(let end) = state.asked, now < end { return .locked }
      guard case .code(var code) = state.asked, now < code.end else { return .over }
      guard entered == code.digits else {
        code.tries -= 1
        state.asked = code.tries > 0 ? .code(code) : .locked(until: now + Self.lifetime)
        return code.tries > 0 ? .wrong : .locked
      }
      state.asked = .nothing
      let token = Self.randomToken()
      state.tokens = Array((state.tokens + [token]).suffix(Self.mostTokens))
      return .paired(token: token)
    }
  }

  /// Ends the code that was not entered in its lifetime.
  ///
  /// - Returns: whether it has ended now.
  package func endOldCode(now: ContinuousClock.Instant = .now) -> Bool {
    state.withLock { state -> Bool in
      guard case .code(let code) = state.asked, now >= code.end else { return false }
      state.asked = .nothing
      return true
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
