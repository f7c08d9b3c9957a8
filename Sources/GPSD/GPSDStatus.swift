/// How it stands with gpsd; the description is a line for the journal, with what to do.
package enum GPSDStatus: Equatable, Sendable, CustomStringConvertible {
  /// No connection; `reason` says why.
  case unreachable(reason: String)
  /// Connected, and gpsd does not answer any more.
  case hangs
  /// gpsd answers, and no receiver speaks.
  case noReceiver
  /// A receiver speaks, and has no fix.
  case noFix
  /// A receiver has a fix.
  case fix

  package var description: String {
    switch self {
    case .unreachable(let reason):
      "gpsd cannot be reached (\(reason)); start it: systemctl start gpsd.socket"
    case .hangs: "gpsd does not answer; it is tried again; to restart it: systemctl restart gpsd"
    case .noReceiver:
      "gpsd runs, and no receiver speaks; see that it is plugged in and named in /etc/default/gpsd"
    case .noFix: "the receiver has no fix yet; it needs a view of the sky"
    case .fix: "the receiver has a fix"
    }
  }
}
