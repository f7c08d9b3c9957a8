/// How it stands with gpsd.
package enum GPSDStatus: Equatable, Sendable {
  /// No connection; `reason` says why.
  case unreachable(reason: String, obstacle: Obstacle = .other)
  /// Connected, and gpsd does not answer any more.
  case hangs
  /// gpsd answers, and no receiver speaks.
  case noReceiver
  /// A receiver speaks, and has no fix.
  case noFix
  /// A receiver has a fix.
  case fix

  /// What stands between us and gpsd, as far as the remedy depends on it.
  package enum Obstacle: Equatable, Sendable {
    /// The host's name has no address.
    case unknownHost
    /// The host is there, and nothing listens on the port.
    case refused
    /// Nothing came back: the host is off, or elsewhere, or a firewall is silent.
    case noAnswer
    /// Something else listens on the port.
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
    case .noReceiver: "gpsd runs, and no receiver speaks"
    case .noFix: "the receiver has no fix yet"
    case .fix: "the receiver has a fix"
    }
  }

  /// What to do on this machine.
  private var localRemedy: String? {
    switch self {
    case .unreachable(_, .unknownHost): "write [gpsd] host = \"127.0.0.1\""
    case .unreachable(_, .notGPSD): "see what listens there: ss -ltnp"
    case .unreachable: "start it: systemctl start gpsd.socket"
    case .hangs: "to restart it: systemctl restart gpsd"
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
