/// The state of the connection to gpsd and of its receiver.
package enum GPSDStatus: Equatable, Sendable {
  /// No connection, and the reason.
  case unreachable(reason: String, obstacle: Obstacle = .other)
  /// Connected, and gpsd does not answer any more.
  case hangs
  /// gpsd answers, and no receiver sends reports.
  case noReceiver
  /// A receiver sends reports, and has no fix.
  case noFix
  /// A receiver has a fix.
  case fix

  /// Why gpsd cannot be reached, as far as the remedy depends on it.
  package enum Obstacle: Equatable, Sendable {
    /// The host's name has no address.
    case unknownHost
    /// The host answers, and no program listens on the port.
    case refused
    /// No answer: the host is off or in another network, or a firewall drops packets.
    case noAnswer
    /// Another program listens on the port.
    case notGPSD
    /// Anything else.
    case other
  }

  /// A line for the journal, with what to do.
  ///
  /// - Parameter remoteHost: where gpsd runs; `nil` for this machine.
  package func journalLine(remoteHost: String?) -> String {
    let remedy = remoteHost.map { self.remedy(onRemote: $0) } ?? localRemedy
    return facts + (remedy.map { "; \($0)" } ?? "")
  }

  private var facts: String {
    switch self {
    case .unreachable(let reason, _): "gpsd cannot be reached (\(reason))"
    case .hangs: "gpsd does not answer; it is tried again"
    case .noReceiver: "gpsd runs, and no receiver sends data"
    case .noFix: "the receiver has no fix yet"
    case .fix: "the receiver has a fix"
    }
  }

  /// What to do on this machine.
  private var localRemedy: String? {
    switch self {
    case .unreachable(_, .unknownHost): "write [gpsd] host = \"127.0.0.1\""
    case .unreachable(_, .notGPSD): "see what listens there: ss -ltnp"
    case .unreachable: "start it: sudo systemctl enable --now gpsd.socket"
    case .hangs: "to restart it: sudo systemctl restart gpsd"
    case .noReceiver: "see that it is plugged in and named in /etc/default/gpsd"
    case .noFix: "it needs a view of the sky"
    case .fix: nil
    }
  }

  /// What to do where gpsd runs on another machine; `nil` where nothing has to be done.
  package func remedy(onRemote host: String) -> String? {
    switch self {
    case .unreachable(_, .unknownHost):
      "write an address in [gpsd] host, or a name that this machine knows: getent hosts \(host)"
    case .unreachable(_, .refused):
      "on \(host) let gpsd listen to the network: gpsd -G, and with systemd ListenStream=0.0.0.0:2947"
        + " in gpsd.socket (docs/position.md)"
    case .unreachable(_, .noAnswer):
      "see that \(host) is on and in this network, and that its firewall lets gpsd's TCP port in"
    case .unreachable(_, .notGPSD): "see on \(host) what listens there: ss -ltnp"
    case .unreachable: "see on \(host): systemctl status gpsd"
    case .hangs: "on \(host): systemctl restart gpsd"
    case .noReceiver: "see on \(host) that it is plugged in and named in /etc/default/gpsd"
    case .noFix: "it needs a view of the sky"
    case .fix: nil
    }
  }
}
