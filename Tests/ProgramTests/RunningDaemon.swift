import TestFiles
import Testing

/// A `qiblad` with its socket in a directory of its own.
struct RunningDaemon {
  let directory: TemporaryDirectory
  let program: Program

  /// Starts it and waits until it listens.
  static func start(
    _ arguments: [String], input: SpawnEnd = .nothing, in directory: TemporaryDirectory? = nil,
    environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> RunningDaemon {
    let directory = try directory ?? TemporaryDirectory()
    let program = try Program(
      "qiblad", ["--socket-dir", directory.path] + arguments, input: input,
      environment: environment)
    try await eventually("the daemon's socket", sourceLocation: sourceLocation) {
      let status = program.status  // first: what it printed is there before its status
      if program.errors.contains("listening on ") { return true }
      if let status { throw EndedEarly(status: status, errors: program.errors) }
      return false
    }
    return RunningDaemon(directory: directory, program: program)
  }

  var socket: String { directory.path + "/stream.sock" }

  func client(_ appetite: StreamClient.Appetite = .everything) throws -> StreamClient {
    try StreamClient(socket, appetite)
  }

  /// A client that watches all topics.
  func watcher(_ appetite: StreamClient.Appetite = .everything) throws -> StreamClient {
    let client = try client(appetite)
    try client.watch()
    return client
  }
}

struct EndedEarly: Error {
  let status: Int32
  let errors: String
}
