private import Glibc
internal import NIOCore
private import NIOPosix
internal import QiblaClient
private import Synchronization

/// A connection to the daemon's stream that has sent one request.
struct DaemonLink: ~Copyable {
  private let descriptor: Int32

  deinit { close(descriptor) }

  /// Connects and sends the request.
  ///
  /// - Parameters:
  ///   - request: one line, with LF.
  ///   - socketDirectory: of the daemon's sockets; `nil` for the usual ones.
  /// - Throws: `ConnectionError` where there is no daemon.
  init(_ request: String, socketDirectory: String?) throws(ConnectionError) {
    let connection = try Connection(socketDirectory: socketDirectory)
    try connection.send(line: Array(request.utf8))
    // A player of sounds must not inherit it.
    let own = fcntl(connection.fileDescriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0 else { throw .broken(call: "fcntl", errno: errno) }
    descriptor = own
  }

  /// Hands over what the daemon sends until it ends the connection; then closes it.
  ///
  /// After each second without bytes it hands over an empty buffer, so that what does not come from the daemon need not
  /// wait for it.
  ///
  /// - Throws: what `body` throws.
  consuming func withBytes(_ body: (ByteBuffer) async throws -> Void) async throws {
    let descriptor = descriptor
    let silence = SilenceHandler()
    // The channel closes it from here on.
    discard self
    // One chunk ahead: what is read early is old when the browser gets it.
    let ahead = NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark(
      lowWatermark: 1, highWatermark: 2)
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.maxMessagesPerRead, value: 1)
      .withConnectedSocket(descriptor) { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(IdleStateHandler(readTimeout: .seconds(1)))
          try pipeline.addHandler(silence)
          return try NIOAsyncChannel<ByteBuffer, Never>(
            wrappingChannelSynchronously: channel,
            configuration: .init(backPressureStrategy: ahead))
        }
      }
    var failure: (any Error)?
    try await channel.executeThenClose { inbound in
      do {
        for try await bytes in inbound {
          if bytes.readableBytes == 0 { silence.isWaiting.store(false, ordering: .relaxed) }
          try await body(bytes)
        }
      } catch let error as IOError where error.errnoCode == ECONNRESET {
        // The daemon was killed: the same as its end.
      } catch { failure = error }
    }
    if let failure { throw failure }
  }
}

/// Hands on an empty buffer where nothing has come for a while, unless the last one has not been taken yet: of a browser
/// that reads slowly they would add up.
private final class SilenceHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  let isWaiting = Atomic(false)

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is IdleStateHandler.IdleStateEvent else {
      context.fireUserInboundEventTriggered(event)
      return
    }
    guard !isWaiting.exchange(true, ordering: .relaxed) else { return }
    context.fireChannelRead(wrapInboundOut(ByteBuffer()))
    context.fireChannelReadComplete()
  }
}
