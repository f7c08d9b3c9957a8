package import Threads

/// Which gpsd the client connects to.
package struct GPSDSettings: Equatable, Sendable {
  /// The port on which gpsd listens by default: gpsd(8).
  package static let defaultPort: UInt16 = 2947

  /// A host's name or address.
  package var host: String
  /// Its TCP port.
  package var port: UInt16
  /// How long the client waits for an answer and between two attempts to connect.
  package var timing: Timing

  package init(
    host: String = "localhost", port: UInt16 = defaultPort, timing: Timing = Timing()
  ) {
    self.host = host
    self.port = port
    self.timing = timing
  }

  /// The host, where that is another machine; `nil` for the loopback's names and addresses.
  package var remoteHost: String? {
    let isLocal =
      host == "::1" || ["localhost", "ip6-localhost"].contains(host.lowercased())
      || host.hasPrefix("127.")
    return isLocal ? nil : host
  }

  /// The client's times.
  package struct Timing: Equatable, Sendable {
    /// s without a line from gpsd, after which the client asks it for its version.
    package var silence = 5.0
    /// s without an answer, after which the client closes the connection: gpsd hangs. gpsd 3.22
    /// answers nothing for its first 3 s where the receiver is silent.
    package var answer = 5.0
    /// The waits between attempts to connect.
    package var retryDelay = RetryDelay(first: 500_000, longest: 30_000_000)

    package init() {}
  }
}
