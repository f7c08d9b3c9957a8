/// Which gpsd is asked.
package struct GPSDSettings: Equatable, Sendable {
  /// Where gpsd listens, unless it is told otherwise: gpsd(8).
  package static let defaultPort: UInt16 = 2947

  /// A host's name or address.
  package var host: String
  /// Its TCP port.
  package var port: UInt16
  /// How long it waits for an answer and between two attempts.
  package var patience: Patience

  package init(
    host: String = "localhost", port: UInt16 = defaultPort, patience: Patience = Patience()
  ) {
    self.host = host
    self.port = port
    self.patience = patience
  }

  /// The host, where that is another machine; `nil` for the loopback's names and addresses.
  package var remoteHost: String? {
    let isLocal =
      host == "::1" || ["localhost", "ip6-localhost"].contains(host.lowercased())
      || host.hasPrefix("127.")
    return isLocal ? nil : host
  }

  /// The client's times, s.
  package struct Patience: Equatable, Sendable {
    /// Without a word from gpsd: then it is asked whether it is there.
    package var silence = 5.0
    /// For its answer; then it hangs, and the connection is given up. gpsd 3.22 answers nothing for its
    /// first 3 s where the receiver is silent.
    package var answer = 5.0
    /// Before the second attempt to connect; each one after waits twice as long.
    package var firstPause = 0.5
    /// The longest wait between two attempts.
    package var longestPause = 30.0

    package init() {}
  }
}
