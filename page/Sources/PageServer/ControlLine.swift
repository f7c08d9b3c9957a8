private import FoundationEssentials
private import NIOPosix
private import QiblaClient

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
    try await NIOThreadPool.singleton.runIfActive { try exchange(socketDirectory) }
  }

  /// A daemon that fits a calibration takes some seconds.
  private static let timeout = Duration.seconds(20)

  private func exchange(_ socketDirectory: String?) throws(ControlFailure) -> String {
    let answer: [UInt8]?
    do throws(ConnectionError) {
      let connection = try Connection(controlIn: socketDirectory)
      try connection.send(line: Array(line.utf8))
      // The daemon's hello comes first.
      _ = try connection.nextLine(timeout: Self.timeout)
      answer = try connection.nextLine(timeout: Self.timeout).value
    } catch { throw ControlFailure(sentence: "\(error)") }
    guard let answer else { throw ControlFailure(sentence: "the daemon does not answer") }
    return String(decoding: answer.dropLast(), as: UTF8.self)
  }
}

/// Why the daemon could not be asked, as a sentence.
struct ControlFailure: Error {
  var sentence: String
}
