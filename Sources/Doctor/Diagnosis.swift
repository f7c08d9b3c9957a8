import Sensors

/// What an observation means, most basic things first.
package struct Diagnosis: Equatable, Sendable {
  package let findings: [Finding]

  package init(of seen: Observation) {
    var findings: [Finding] = []
    if let socket = seen.daemonSocket {
      let then = seen.daemonDevices == nil ? "they are not sampled" : "it says how they do"
      findings.append(
        Finding(.daemon, .ok, "a daemon runs and has the sensors (\(socket)); \(then)"))
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

  /// Whether nothing is missing.
  package var isHealthy: Bool { !findings.contains { $0.grade == .fault } }
}
