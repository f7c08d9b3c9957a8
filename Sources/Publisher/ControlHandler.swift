package import Wire

/// What carries out control requests.
package protocol ControlHandler: Sendable {
  /// Carries out a request. Called on the publisher's event loop, which serves every client: it
  /// must not wait.
  ///
  /// The client's next request is taken once this one is answered, so that the answers come in the
  /// order of the requests; other clients are served meanwhile. The answer of a client that has gone
  /// is ignored.
  ///
  /// - Parameters:
  ///   - peer: who asks, for the log.
  ///   - answer: to be called once, from any thread, now or later; another call is ignored. The
  ///     `id` of an error is set by the publisher.
  func perform(
    _ request: ControlRequest, by peer: PeerCredentials,
    answer: @escaping @Sendable (Result<ControlReply, RequestError>) -> Void)
}

/// The control socket: `control.sock`, beside `stream.sock`.
package struct ControlSocket: Sendable {
  /// The group that may connect, beside the daemon's own user; `nil` for none.
  package var group: UInt32?
  package var handler: any ControlHandler

  package init(group: UInt32?, handler: any ControlHandler) {
    (self.group, self.handler) = (group, handler)
  }

  /// The permissions of the file. Without a group that was chosen, the group that the file gets may
  /// be one of many users.
  var mode: UInt32 { group == nil ? 0o600 : 0o660 }
}

/// Which of the two sockets a client is connected to.
enum SocketKind: Sendable {
  /// `stream.sock`: requests that only read.
  case stream
  /// `control.sock`: every request.
  case control
}
