package import Logging
private import QiblaClient
package import Quantities
private import Synchronization
private import Wire

/// Where the device is, from a connection to the daemon of its own: for the times of prayer and for the bell.
package final class PlaceWatcher: Sendable {
  private static let request = #"{"do":"watch","topics":{"position":{}}}"# + "\n"
  /// Between two attempts to reach the daemon.
  private static let pause = Duration.seconds(1)

  private let socketDirectory: String?
  private let logger: Logger
  private let newest: Mutex<Coordinates?>

  /// - Parameters:
  ///   - socketDirectory: of the daemon's sockets; `nil` for the usual ones.
  ///   - place: where the device is known to be before the daemon has said so.
  package init(socketDirectory: String?, place: Coordinates? = nil, logger: Logger) {
    self.socketDirectory = socketDirectory
    self.logger = logger
    newest = Mutex(place)
  }

  /// `nil` where the daemon knows no position, or none has come yet. The last one holds while there is no daemon.
  package var place: Coordinates? { newest.withLock { $0 } }

  /// Runs until its task is cancelled.
  package func run() async throws {
    var last = ""
    while true {
      do {
        try await follow()
        last = ""
      } catch is ConnectionError {
        // Usual while the daemon is away.
      } catch {
        try Task.checkCancellation()
        let sentence = "the daemon's position cannot be read: \(error)"
        if sentence != last { logger.warning("\(sentence)") }
        last = sentence
      }
      try await Task.sleep(for: Self.pause)
    }
  }

  /// Takes positions until the daemon ends the connection.
  private func follow() async throws {
    var splitter = LineSplitter()
    try await DaemonLink(Self.request, socketDirectory: socketDirectory).withBytes { bytes in
      try splitter.split(bytes) { first, second in take(first + second) }
    }
  }

  private func take(_ line: [UInt8]) {
    // A line of a newer daemon that is not understood is none of its position.
    guard case .position(let message) = try? Message(parsing: line) else { return }
    newest.withLock { $0 = message.position?.coordinates }
  }
}
