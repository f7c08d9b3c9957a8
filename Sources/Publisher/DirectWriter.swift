private import Glibc
internal import NIOCore
internal import NIOPosix

/// Writes to a channel's socket without a way through the channel, which costs more than the system
/// call itself. What the kernel does not take at once goes through the channel, and so does
/// everything after it until the kernel has taken that. Used on the event loop only.
final class DirectWriter {
  private let channel: any Channel
  /// The channel's descriptor; `nil` where it has none.
  ///
  /// It is the channel's as long as the channel is active: on the event loop the channel ceases to be
  /// active in the same call that closes the descriptor, before any other code runs.
  private let descriptor: CInt?
  /// Writes that the channel has not finished.
  private var unfinished = 0

  init(_ channel: any Channel) {
    self.channel = channel
    let handle = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
      of: NIOBSDSocket.Handle.self
    ) { $0 }
    // Without it every line goes through the channel.
    descriptor = handle ?? nil
  }

  /// What the client has not read of what the kernel took, with what the kernel adds to each write; 0 where the
  /// kernel does not say. Source: unix(7), SIOCOUTQ, which has the number of TIOCOUTQ.
  var unreadBytes: Int {
    var count: CInt = 0
    guard let descriptor, channel.isActive, ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 else {
      return 0
    }
    return Int(count)
  }

  /// Writes all of `bytes`, now or when the kernel takes them.
  func write(_ bytes: ByteBuffer) {
    let rest = unfinished == 0 ? sendNow(bytes) : bytes
    guard rest.readableBytes > 0 else { return }
    unfinished += 1
    channel.writeAndFlush(rest).assumeIsolated().whenComplete { [self] _ in unfinished -= 1 }
  }

  /// What the kernel does not take now. An error is left to the channel, which meets it too.
  private func sendNow(_ bytes: ByteBuffer) -> ByteBuffer {
    guard let descriptor, channel.isActive else { return bytes }
    let sent = bytes.withUnsafeReadableBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
    guard sent > 0 else { return bytes }
    var rest = bytes
    rest.moveReaderIndex(forwardBy: sent)
    return rest
  }
}
