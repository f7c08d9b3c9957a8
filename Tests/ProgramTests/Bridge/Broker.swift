import Glibc
import TestFiles
import TestReceiver
import Testing

/// A real mosquitto on the loopback, and its own subscriber.
struct Broker {
  static let isThere =
    access("/usr/sbin/mosquitto", X_OK) == 0 && access("/usr/bin/mosquitto_sub", X_OK) == 0

  let directory: TemporaryDirectory
  let port: UInt16
  private let settings: String

  /// - Parameter settings: lines of its configuration; without any it is open to everyone.
  init(settings: [String] = ["allow_anonymous true"]) throws {
    directory = try TemporaryDirectory()
    port = try RealGPSD.freePort()
    // `user root`: the files of the test are not for another user.
    let lines = ["user root", "listener \(port) 127.0.0.1"] + settings
    self.settings = try directory.file("mosquitto.conf", lines.joined(separator: "\n") + "\n")
  }

  var address: String { "127.0.0.1:\(port)" }

  /// Starts it and waits until it listens.
  func start(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Program {
    let program = try Program("/usr/sbin/mosquitto", ["-c", settings])
    try await eventually("the broker", sourceLocation: sourceLocation) {
      try #require(program.status == nil, "\(program.errors)")
      return LoopbackSocket.client(port: port) != nil
    }
    return program
  }

  /// A subscriber that prints `R TOPIC PAYLOAD`; R is 1 for what was retained.
  func subscriber(_ topic: String = "#", _ arguments: [String] = []) async throws -> Subscriber {
    let words = ["-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic, "-F", "%r %t %p"]
    // By lines: it would keep "Subscribed" until the first message.
    let program = try Program(
      "/usr/bin/stdbuf", ["-oL", "/usr/bin/mosquitto_sub", "-d"] + words + arguments)
    try await eventually("the subscription") {
      String(decoding: program.output, as: UTF8.self).contains("Subscribed")
    }
    return Subscriber(program: program)
  }
}

/// What a subscriber has received.
struct Subscriber {
  struct Received {
    let isRetained: Bool
    let topic: String
    let payload: Line
  }

  let program: Program

  var messages: [Received] {
    String(decoding: program.output, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[0] == "0" || words[0] == "1" else { return nil }
      return Received(
        isRetained: words[0] == "1", topic: String(words[1]), payload: Line(text: String(words[2])))
    }
  }

  /// The first message that fits, also one that is here already.
  func message(
    _ topic: String, sourceLocation: SourceLocation = #_sourceLocation,
    where fits: (Received) -> Bool = { _ in true }
  ) async throws -> Received {
    try await eventually("a message of \(topic)", sourceLocation: sourceLocation) {
      messages.first { $0.topic == topic && fits($0) }
    }
  }
}
