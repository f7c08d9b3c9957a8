import GPSD

/// Whether there is a position from a receiver.
///
/// - Parameter isPlaceGiven: then gpsd is not needed.
func gpsdFindings(_ gpsd: GPSDObservation, isPlaceGiven: Bool) -> [Finding] {
  let status = statusFinding(gpsd, lack: isPlaceGiven ? .warning : .fault)
  guard let fault = gpsd.fault else { return [status] }
  return [
    status, Finding(.gpsd, .warning, "\(fault)", remedy: "gpsmon shows what the receiver says"),
  ]
}

/// - Parameter lack: how bad it is where there can be no position.
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
  case .noReceiver: (lack, "gpsd runs, and no receiver speaks")
  case .noFix: (.warning, "the receiver has no fix yet")
  case .fix: (.ok, "the receiver has a fix")
  }
}

/// What to do on this machine, as a command where there is one.
private func localRemedy(_ gpsd: GPSDObservation) -> String? {
  switch gpsd.status {
  case .unreachable(_, .notGPSD): "see what listens there: sudo ss -ltnp"
  case .unreachable:
    gpsd.isInstalled == false
      ? "sudo apt-get install gpsd" : "sudo systemctl enable --now gpsd.socket"
  case .hangs: "sudo systemctl restart gpsd"
  case .noReceiver:
    "name it, as in DEVICES=\"/dev/ttyACM0\", in /etc/default/gpsd; then"
      + " sudo systemctl restart gpsd"
  case .noFix: "give it a view of the sky, or say where it is: [place] in the configuration"
  case .fix: nil
  }
}
