package import Hummingbird
private import Logging
private import NIOCore

/// What is known of a request, with the connection that it came through.
package struct PageContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  private let channel: any Channel

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// Whether the connection comes from this device.
  var isLoopback: Bool {
    switch channel.remoteAddress {
    case .v4(let address): address.address.sin_addr.s_addr.bigEndian >> 24 == 127
    case .v6: channel.remoteAddress?.ipAddress == "::1"
    case .unixDomainSocket, nil: false
    }
  }

  /// Bytes that the kernel may hold for a browser that does not read: less than a second of readings.
  private static let unsentBytes: SocketOptionValue = 8192

  /// Makes the kernel refuse what the browser does not read: the daemon drops old readings then, and
  /// the browser that reads again gets new ones.
  func keepLittleUnsent() {
    let logger = self.logger
    channel.setOption(.socketOption(.so_sndbuf), value: Self.unsentBytes).whenFailure { error in
      logger.warning("a browser that sleeps will get old readings first: \(error)")
    }
  }
}
