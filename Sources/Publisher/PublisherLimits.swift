/// The limits of what clients may use; smaller ones in tests.
package struct PublisherLimits: Equatable, Sendable {
  /// Connections at one time.
  package var clients: Int
  /// Connections of the control socket at one time, beside those.
  package var controlClients: Int
  /// How long a client may read nothing while lines wait for it.
  package var stall: Duration
  /// How long the last lines may take when the daemon stops.
  package var closeTimeout: Duration
  /// How many requests over the limit end a connection.
  package var tooLongRequests: Int

  package init(
    clients: Int = 1024, controlClients: Int = 16, stall: Duration = .seconds(30),
    closeTimeout: Duration = .milliseconds(500), tooLongRequests: Int = 3
  ) {
    self.clients = clients
    self.controlClients = controlClients
    self.stall = stall
    self.closeTimeout = closeTimeout
    self.tooLongRequests = tooLongRequests
  }

  /// Descriptors that the daemon needs with all its clients.
  package var openFiles: Int { clients + Self.others }

  /// What the rest of the daemon and clients of the control socket may have open.
  private static let others = 64

  /// Raises the process's limit of open files as far as `clients` needs and the system grants;
  /// where that is less, there are fewer clients: without a descriptor to accept a connection the
  /// client would hang instead of getting an error.
  mutating func fitToOpenFiles() {
    guard let limit = OpenFiles.raiseLimit(to: openFiles), limit < openFiles else { return }
    clients = max(1, limit - Self.others)
  }
}
