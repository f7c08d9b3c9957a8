import Glibc
import JSON
import Logging
import Publisher
import QiblaClient
import Quantities
import TestFiles
import Testing
import Wire

/// A publisher in a directory of its own, with the clients of one test.
final class Server: Sendable {
  static let hello = Hello(version: "0.1.0", runID: "b3f0", replay: true, simulated: false)

  let directory: TemporaryDirectory
  let publisher: Publisher
  let path: String

  init(
    lossless: Bool = false, limits: PublisherLimits = PublisherLimits(),
    control: ControlSocket? = nil
  ) async throws {
    directory = try TemporaryDirectory()
    publisher = Publisher(
      hello: Self.hello, socket: Self.place(directory.path), control: control, lossless: lossless,
      logger: .quiet, limits: limits)
    path = try await publisher.start()
  }

  var controlPath: String { directory.path + "/control.sock" }

  static func place(_ path: String) -> SocketLocation {
    SocketLocation(candidates: [SocketDirectory(path: path, origin: .option)], uid: getuid())
  }

  /// A client that has read its `hello`.
  func connect() throws -> Connection {
    let connection = try Connection(paths: [path])
    try #require(try connection.message() == .hello(Self.hello))
    return connection
  }

  func stop() async { await publisher.stop(reason: "shutting_down") }

  func publishReading(_ sequence: UInt64) {
    publish(reading(sequence))
  }

  func publish(_ reading: Reading) {
    publisher.publish(reading)
  }

  func publishState(_ sequence: UInt64) {
    publisher.publish(topic: .state, sequence: sequence, line: state(sequence).line)
  }

  func publishQibla(_ sequence: UInt64) throws {
    publisher.publish(topic: .qibla, sequence: sequence, line: try qibla(sequence).line)
  }

  func publishEvent(_ sequence: UInt64) {
    publisher.publish(topic: .event, sequence: sequence, line: event(sequence).line)
  }

  /// Waits until so many clients are connected.
  func waitForClients(_ count: Int) async throws {
    for _ in 0..<2000 where publisher.clientCount != count {
      try await Task.sleep(for: .milliseconds(5))
    }
    try #require(publisher.clientCount == count)
  }
}

private func time(_ sequence: UInt64) -> Timestamp {
  Timestamp(microseconds: Int64(sequence) * 1_000_000 / 60)
}

func reading(_ sequence: UInt64) -> Reading {
  var reading = Reading(sequence: sequence, time: time(sequence))
  reading.headingMagnetic = Azimuth(degrees: Double(sequence % 360))
  return reading
}

func state(_ sequence: UInt64) -> StateMessage {
  StateMessage(
    sequence: sequence, time: time(sequence), status: .accurate, why: [],
    calibration: .init(status: .ok), interference: .init(status: .undisturbed),
    position: .init(status: .none), declination: .init(model: nil, valid: false), sensors: [])
}

func event(_ sequence: UInt64) -> Event {
  Event(sequence: sequence, time: time(sequence), name: .passed)
}

func qibla(_ sequence: UInt64) throws -> QiblaMessage {
  QiblaMessage(
    sequence: sequence, time: time(sequence), bearing: Azimuth(degrees: 119),
    distanceKilometres: 100, error68Degrees: nil, note: .none,
    target: .init(name: "Kaaba", coordinates: try Coordinates(latitude: 21.4, longitude: 39.8)))
}

extension Logger {
  static var quiet: Logger {
    Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
  }
}

extension Connection {
  /// The next message, which has to come.
  func message() throws -> Message? { try nextMessage(timeout: .seconds(20)).value }

  /// The next line as a tree.
  func object() throws -> JSONValue? {
    try nextLine(timeout: .seconds(20)).value.map { try JSONValue(parsing: $0[...]) }
  }

  func send(text: String) throws { try send(line: Array(text.utf8)) }

  /// Subscribes and reads the reply.
  func watch(_ topics: [Topic: WatchOptions]) throws {
    let number = try send(.watch(topics))
    let effective = topics.map { ($0.key, $0.value.effective(for: $0.key)) }
    let answer = try message()
    let expected = Dictionary(uniqueKeysWithValues: effective)
    guard case .reply(let reply) = answer, reply.number == number,
      reply.outcome == .watching(expected)
    else {
      Issue.record("instead of the reply: \(String(describing: answer))")
      return
    }
  }

  /// Whatever was written for this client so far has arrived when this returns, if the client
  /// keeps up: the answer to a `ping` stands behind it.
  func ping() throws -> Message? {
    try send(.ping)
    return try message()
  }
}
