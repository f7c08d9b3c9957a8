import GPSD

/// Findings about gpsd: whether it runs and its receiver has a fix.
///
/// - Parameter isPlaceGiven: whether the user has set a position, so that gpsd is not needed.
func gpsdFindings(_ gpsd: GPSDObservation, isPlaceGiven: Bool) -> [Finding] {
  let status = statusFinding(gpsd, lack: isPlaceGiven ? .warning : .fault)
  guard let fault = gpsd.fault else { return [status] }
  return [
    status, Finding(.gpsd, .warning, "\(fault)", remedy: "see the receiver's messages with gpsmon"),
  ]
}

/// - Parameter lack: the grade of a gpsd that cannot provide a position.
private func statusFinding(_ gpsd: GPSDObservation, lack: Finding.Grade) -> Finding {
  let (grade, text) = facts(gpsd.status, lack: lack)
  let remedy =
    gpsd.remoteHost.map { gpsd.status.remedy(onRemote: $0) } ?? localRemedy(gpsd)
  return Finding(.gpsd, grade, text, remedy: remedy)
}

private func facts(_ status: GPSDStatus, lack: Finding.Grade) -> (Finding.Grade, String) {
  switch status {
  case .unreachable(let reason, _): (lack, "gpsd cannot be reached (\(reason))")
  case .hangs: (lack, "gpsd does not answer")
  case .noReceiver: (lack, "gpsd runs, but no receiver sends data")
  case .noFix: (.warning, "the receiver has no fix yet")
  case .fix: (.ok, "the receiver has a fix")
  }
}

/// How to fix gpsd on this machine, if possible a command.
private func localRemedy(_ gpsd: GPSDObservation) -> String? {
  switch gpsd.status {
  case .unreachable(_, .notGPSD): "find the program that uses this port: sudo ss -ltnp"
  case .unreachable:
    gpsd.isInstalled == false
      ? "sudo apt-get install gpsd" : "sudo systemctl enable --now gpsd.socket"
  case .hangs: "sudo systemctl restart gpsd"
  case .noReceiver:
    "name the receiver in /etc/default/gpsd, for example DEVICES=\"/dev/ttyACM0\"; then"
      + " sudo systemctl restart gpsd"
  case .noFix:
    "place its antenna in view of the sky, or set a position: [place] in the configuration"
  case .fix: nil
  }
}
