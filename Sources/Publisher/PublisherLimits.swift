private import Glibc
internal import Wire

/// The limits of what clients may use; smaller ones in tests.
package struct PublisherLimits: Equatable, Sendable {
  /// Connections at one time.
  package var clients: Int
  /// Connections of one user at one time.
  package var clientsPerUser: Int
  /// The users without that limit: root and the daemon's own, who can stop the daemon anyway.
  package var unlimitedUsers: Set<UInt32>
  /// Connections of the control socket at one time, beside those.
  package var controlClients: Int
  /// Requests that a client may send at once.
  package var requestBurst: Int
  /// Requests a second that it may send for ever.
  package var requestsPerSecond: Int
  /// How long the next request waits after one too many.
  package var requestPause: Duration
  /// How long a client may read nothing while lines wait for it.
  package var stall: Duration
  /// How long a client that is not let in may go on sending, so that it reads why.
  package var refusal: Duration
  /// How long the last lines may take when the daemon stops.
  package var closeTimeout: Duration
  /// How many requests over the limit end a connection.
  package var tooLongRequests: Int

  package init(
    clients: Int = 1024, clientsPerUser: Int = 256, unlimitedUsers: Set<UInt32> = [0, geteuid()],
    controlClients: Int = 16, requestBurst: Int = 500, requestsPerSecond: Int = 100,
    requestPause: Duration = .milliseconds(100), stall: Duration = .seconds(120),
    refusal: Duration = .seconds(2), closeTimeout: Duration = .milliseconds(500),
    tooLongRequests: Int = 3
  ) {
    self.clients = clients
    self.clientsPerUser = clientsPerUser
    self.unlimitedUsers = unlimitedUsers
    self.controlClients = controlClients
    self.requestBurst = requestBurst
    self.requestsPerSecond = requestsPerSecond
    self.requestPause = requestPause
    self.stall = stall
    self.refusal = refusal
    self.closeTimeout = closeTimeout
    self.tooLongRequests = tooLongRequests
  }

  /// Descriptors that the daemon needs with all its clients.
  package var openFiles: Int { clients + Self.others }

  /// What the rest of the daemon, clients of the control socket and refused clients may have open.
  private static let others = 64
  /// Refused clients that may go on sending at one time; the connection of the next one is closed at once.
  static let refusedAtOnce = 16

  /// Raises the process's limit of open files as far as `clients` needs and the system grants;
  /// where that is less, there are fewer clients: without a descriptor to accept a connection the
  /// client would hang instead of getting an error.
  mutating func fitToOpenFiles() {
    guard let limit = OpenFiles.raiseLimit(to: openFiles), limit < openFiles else { return }
    clients = max(1, limit - Self.others)
  }
}
