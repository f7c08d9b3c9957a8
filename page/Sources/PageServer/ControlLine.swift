private import FoundationEssentials
private import NIOPosix
private import QiblaClient
internal import Wire

/// A request to the daemon's control socket that a browser may send.
package struct ControlLine: Equatable, Sendable {
  /// One line, with LF.
  package let line: String

  /// What a page may ask for. Recordings, files and the configuration are not for a browser.
  private static let allowed: [String: Set<String>] = [
    "calibrate": ["start", "cancel", "accept", "discard", "rollback"],
    "calibration": ["list", "use", "lock", "unlock", "check"],
    "mount": ["show"], "position": ["set", "forget"], "target": ["set", "reset"],
    "haptic": ["play", "mute", "unmute"],
  ]

  private struct Head: Decodable {
    var `do`: String
    var action: String
  }

  /// - Parameter body: one JSON object; the daemon checks its other members.
  /// - Returns: `nil` where it is none of the requests that a page may send.
  package init?(body: [UInt8]) {
    guard body.count < 4096, !body.contains(where: { $0 < 0x20 }),
      let head = try? JSONDecoder().decode(Head.self, from: Data(body)),
      Self.allowed[head.do]?.contains(head.action) == true
    else { return nil }
    line = String(decoding: body, as: UTF8.self) + "\n"
  }

  /// Sends it and waits for the answer.
  ///
  /// - Returns: the daemon's reply or error, one line without LF.
  /// - Throws: `ControlFailure` where no daemon can be asked.
  func answer(socketDirectory: String?) async throws -> String {
    try await exchange(socketDirectory) { [line] connection throws(ConnectionError) in
      try connection.send(line: Array(line.utf8))
    }
  }
}

/// Has the daemon do something for the server itself.
///
/// - Returns: the daemon's reply or error, one line without LF.
/// - Throws: `ControlFailure` where no daemon can be asked.
func askDaemon(_ request: ControlRequest, _ socketDirectory: String?) async throws -> String {
  try await exchange(socketDirectory) { connection throws(ConnectionError) in
    try connection.send(.control(request))
  }
}

/// A daemon that fits a calibration takes some seconds.
private let timeout = Duration.seconds(20)

private func exchange(
  _ socketDirectory: String?, send: @escaping @Sendable (Connection) throws(ConnectionError) -> Void
) async throws -> String {
  try await NIOThreadPool.singleton.runIfActive {
    let answer: [UInt8]?
    do throws(ConnectionError) {
      let connection = try Connection(controlIn: socketDirectory)
      try send(connection)
      // The daemon's hello comes first.
      _ = try connection.nextLine(timeout: timeout)
      answer = try connection.nextLine(timeout: timeout).value
    } catch { throw ControlFailure(sentence: "\(error)") }
    guard let answer else { throw ControlFailure(sentence: "the daemon does not answer") }
    return String(decoding: answer.dropLast(), as: UTF8.self)
  }
}

/// Why the daemon could not be asked, as a sentence.
struct ControlFailure: Error {
  var sentence: String
}
