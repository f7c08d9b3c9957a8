private import Glibc
internal import NIOCore

/// Who is at the other end of a connection, as the kernel reports it: unix(7), SO_PEERCRED. They
/// are those of the moment when the client connected.
package struct PeerCredentials: Equatable, Sendable, CustomStringConvertible {
  /// The process; 0 where it is not visible from here.
  package var pid: Int32
  /// Its effective user.
  package var uid: UInt32
  /// Its effective group.
  package var gid: UInt32

  package init(pid: Int32, uid: UInt32, gid: UInt32) {
    (self.pid, self.uid, self.gid) = (pid, uid, gid)
  }

  /// For a line of the log.
  package var description: String { "user \(uid), process \(pid)" }

  /// As the kernel writes it: `struct ucred`, which does not import.
  private struct Raw: Sendable {
    var pid: Int32
    var uid: UInt32
    var gid: UInt32
  }

  /// Asks the kernel; done at once on the channel's event loop.
  static func read(of channel: any Channel) -> EventLoopFuture<PeerCredentials> {
    guard let provider = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
    }
    let raw: EventLoopFuture<Raw> = provider.unsafeGetSocketOption(
      level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
    return raw.map { PeerCredentials(pid: $0.pid, uid: $0.uid, gid: $0.gid) }
  }
}
