import Sensors

/// The findings that follow from an observation, the most basic ones first.
package struct Diagnosis: Equatable, Sendable {
  package let findings: [Finding]

  package init(of seen: Observation) {
    var findings: [Finding] = []
    if let socket = seen.daemonSocket {
      let then =
        seen.daemonDevices == nil ? "doctor does not sample them" : "what follows is its report"
      findings.append(
        Finding(.daemon, .ok, "a daemon runs and uses the sensors (\(socket)); \(then)"))
    }
    findings += seen.daemonDevices.map { DaemonFindings($0, seen).all } ?? BusFindings(seen).all
    if let mount = seen.daemonMount { findings += MountFindings(mount, seen).all }
    for bus in seen.buses {
      for chip in bus.sampled { findings += SamplingFindings(chip, on: bus.adapter, seen).all }
    }
    for chip in seen.kernelSampled { findings += SamplingFindings(chip, on: nil, seen).all }
    if let gpsd = seen.gpsd { findings += gpsdFindings(gpsd, isPlaceGiven: seen.isPlaceGiven) }
    self.findings = findings
  }

  /// Whether there is no fault.
  package var isHealthy: Bool { !findings.contains { $0.grade == .fault } }
}
