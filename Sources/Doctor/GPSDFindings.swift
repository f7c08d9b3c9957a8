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
  switch gpsd.status {
  case .unreachable(let reason):
    Finding(
      .gpsd, lack, "gpsd cannot be reached (\(reason))", remedy: remedyForNoGPSD(gpsd.isInstalled))
  case .hangs:
    Finding(.gpsd, lack, "gpsd does not answer", remedy: "sudo systemctl restart gpsd")
  case .noReceiver:
    Finding(
      .gpsd, lack, "gpsd runs, and no receiver speaks",
      remedy: "name it, as in DEVICES=\"/dev/ttyACM0\", in /etc/default/gpsd; then"
        + " sudo systemctl restart gpsd")
  case .noFix:
    Finding(
      .gpsd, .warning, "the receiver has no fix yet",
      remedy: "give it a view of the sky, or say where it is: [place] in the configuration")
  case .fix: Finding(.gpsd, .ok, "the receiver has a fix")
  }
}

private func remedyForNoGPSD(_ isInstalled: Bool?) -> String {
  switch isInstalled {
  case false?: "sudo apt-get install gpsd"
  case true?: "sudo systemctl enable --now gpsd.socket"
  case nil: "start it there with -G, or set [gpsd] host and port"
  }
}
