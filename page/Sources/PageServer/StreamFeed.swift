package import Hummingbird
private import NIOCore
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
      do {
        let link = try DaemonLink(request.line, socketDirectory: socketDirectory)
        try await writer.write(WebMessage.present.event)
        try await forward(link, to: &writer, after: &sent)
      } catch let error as ConnectionError {
        try await writer.write(WebMessage.absent("\(error)").event)
        try await writeNotices(after: &sent, to: &writer)
      }
      try await Task.sleep(for: Self.pause)
    }
  }

  /// Writes the server's own notices that this browser has not got yet.
  private func writeNotices(after sent: inout Int, to writer: inout any ResponseBodyWriter)
    async throws
  {
    for notice in notices.after(sent, isOwnScreen: isOwnScreen) {
      try await writer.write(notice.event)
      sent = notice.number
    }
  }

  /// Writes the daemon's lines, and notices between them, until the daemon ends the connection.
  ///
  /// While the daemon sends nothing, notices are written each second: by them a browser knows that its connection holds,
  /// and the server learns that a browser has left.
  private func forward(
    _ link: consuming DaemonLink, to writer: inout any ResponseBodyWriter, after sent: inout Int
  ) async throws {
    var framer = EventFramer()
    try await link.withBytes { bytes in
      let events = try framer.events(of: bytes)
      if events.readableBytes > 0 { try await writer.write(events) }
      try await writeNotices(after: &sent, to: &writer)
    }
  }
}
