import GPSD

/// Findings about gpsd: whether it runs and its receiver has a fix.
///
/// Without gpsd there is a heading. Where the position is known otherwise, that is a remark; where it is not, true heading
/// and Qibla are missing, which is a fault.
func gpsdFindings(_ gpsd: GPSDObservation, _ seen: Observation) -> [Finding] {
  let isNeeded = !seen.hasPlace
  let status = statusFinding(gpsd, isNeeded: isNeeded)
  guard let fault = gpsd.fault else { return [status] }
  return [
    status, Finding(.gpsd, .warning, "\(fault)", remedy: "see the receiver's messages with gpsmon"),
  ]
}

/// - Parameter isNeeded: whether the position is not known without gpsd.
private func statusFinding(_ gpsd: GPSDObservation, isNeeded: Bool) -> Finding {
  let (grade, text) = facts(gpsd.status, lack: isNeeded ? .fault : .warning)
  let remedy =
    gpsd.remoteHost.map { gpsd.status.remedy(onRemote: $0) } ?? localRemedy(gpsd)
  guard isNeeded, case .unreachable = gpsd.status else {
    return Finding(.gpsd, grade, text, remedy: remedy)
  }
  let byHand = "without a receiver, give the place: sudo qiblactl setup"
  return Finding(.gpsd, grade, text, remedy: remedy.map { "\($0); \(byHand)" } ?? byHand)
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
