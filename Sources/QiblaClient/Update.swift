public import Wire

/// What a `ReconnectingConnection` reports.
public enum Update: Equatable, Sendable {
  /// The daemon answered, and the topics were asked for.
  ///
  /// With `isNewRun` it is another run than the one before: discard `seq`, `t_us` and every message that was received.
  /// `hello` tells whether the data come from a recording (`replay`) or from no sensor at all (`simulated`).
  case connected(Hello, isNewRun: Bool)
  /// A message.
  ///
  /// `skipped` is the number of messages of its topic just before it that this client was too slow for. Lost events
  /// are a message of their own, `resync`.
  case message(Message, skipped: Int)
  /// A line of a newer daemon that this client cannot decode; the next one follows.
  case notUnderstood(MessageError)
  /// There is no connection; show no old reading any more. The next attempt begins after `pause`.
  ///
  /// - Parameter reason: `nil` where the daemon closed the connection.
  case disconnected(ConnectionError?, pause: Duration)
}

extension Update {
  /// The member `skipped` of a line, which is its last one; 0 without it.
  ///
  /// Only the outermost object of a line can end with a digit before one brace, so no text inside the line is
  /// mistaken for it.
  static func skipped(of line: [UInt8]) -> Int {
    guard let brace = line.lastIndex(of: UInt8(ascii: "}")) else { return 0 }
    let digits = line[..<brace].reversed().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let key = Array(#","skipped":"#.utf8)
    guard !digits.isEmpty, line[..<(brace - digits.count)].suffix(key.count).elementsEqual(key)
    else { return 0 }
    return Int(String(decoding: digits.reversed(), as: UTF8.self)) ?? 0
  }
}
