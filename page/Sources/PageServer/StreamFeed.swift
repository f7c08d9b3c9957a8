private import Glibc
package import Hummingbird
private import NIOCore
private import NIOPosix
private import QiblaClient

/// The stream of one browser: the daemon's own lines, as server-sent events.
///
/// Each browser has a connection to the daemon of its own. Where the browser reads slowly, nothing is
/// read from the daemon either, which then drops old readings and counts them in `skipped`.
package struct StreamFeed: Sendable {
  let request: StreamRequest
  let socketDirectory: String?
  let notices: Notices
  /// Whether the device's own screen asks.
  let isOwnScreen: Bool
  /// Between two attempts to reach the daemon, and two messages `web` meanwhile.
  private static let pause = Duration.seconds(1)

  package init(
    _ request: StreamRequest, socketDirectory: String?, notices: Notices = Notices(),
    isOwnScreen: Bool = false
  ) {
    self.request = request
    self.socketDirectory = socketDirectory
    self.notices = notices
    self.isOwnScreen = isOwnScreen
  }

  /// Writes until the browser leaves, which is an error of `writer`.
  package func write(to writer: inout any ResponseBodyWriter) async throws {
    var sent = 0
    while true {
      switch connect() {
      case .success(let descriptor):
        try await writer.write(WebMessage.present.event)
        try await forward(descriptor, to: &writer, after: &sent)
      case .failure(let error):
        try await writer.write(WebMessage.absent("\(error)").event)
        try await writeNotices(after: &sent, to: &writer)
      }
      try await Task.sleep(for: Self.pause)
    }
  }

  /// A connection that has asked for the stream; the descriptor is the caller's.
  private func connect() -> Result<Int32, ConnectionError> {
    do throws(ConnectionError) {
      let connection = try Connection(socketDirectory: socketDirectory)
      try connection.send(line: Array(request.line.utf8))
      let descriptor = dup(connection.fileDescriptor)
      guard descriptor >= 0 else { throw ConnectionError.broken(call: "dup", errno: errno) }
      return .success(descriptor)
    } catch { return .failure(error) }
  }

  /// Writes the server's own notices that this browser has not got yet.
  private func writeNotices(after sent: inout Int, to writer: inout any ResponseBodyWriter)
    async throws
  {
    for notice in notices.behind(sent, isOwnScreen: isOwnScreen) {
      try await writer.write(notice.event)
      sent = notice.number
    }
  }

  /// Writes the daemon's lines, and notices between them, until the daemon ends the connection.
  private func forward(
    _ descriptor: Int32, to writer: inout any ResponseBodyWriter, after sent: inout Int
  ) async throws {
    // One chunk ahead: what is read early is old when the browser gets it.
    let ahead = NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark(
      lowWatermark: 1, highWatermark: 2)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.maxMessagesPerRead, value: 1)
      .withConnectedSocket(descriptor) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, Never>(
            wrappingChannelSynchronously: channel,
            configuration: .init(backPressureStrategy: ahead))
        }
      }
    var failure: (any Error)?
    try await channel.executeThenClose { inbound in
      var framer = EventFramer()
      do {
        for try await bytes in inbound {
          let events = try framer.events(of: bytes)
          if events.readableBytes > 0 { try await writer.write(events) }
          try await writeNotices(after: &sent, to: &writer)
        }
      } catch let error as IOError where error.errnoCode == ECONNRESET {
        // The daemon was killed: the same as its end.
      } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
