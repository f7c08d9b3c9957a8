import Sensors
import Wire

/// The findings that follow from an observation, the most basic ones first.
package struct Diagnosis: Equatable, Sendable {
  package let findings: [Finding]

  package init(of seen: Observation) {
    var findings: [Finding] = []
    if let socket = seen.daemonSocket { findings.append(Self.daemon(socket, seen)) }
    if let socket = seen.playingSocket {
      findings.append(
        Finding(
          .daemon, .ok,
          "a daemon plays a recording or a simulation and uses no sensor (\(socket)); what follows is of this machine"
        ))
    }
    if let finding = Self.otherVersion(seen) { findings.append(finding) }
    let machine = MachineFindings(seen)
    findings += machine.service + machine.readers
    findings += seen.daemonDevices.map { DaemonFindings($0, seen).all } ?? BusFindings(seen).all
    if let state = seen.daemonState {
      if let mount = state.mount { findings += MountFindings(mount, seen).all }
      findings += StateFindings(state, field: seen.daemonField).all
    }
    for bus in seen.buses {
      for chip in bus.sampled { findings += SamplingFindings(chip, on: bus.adapter, seen).all }
    }
    for chip in seen.kernelSampled { findings += SamplingFindings(chip, on: nil, seen).all }
    findings += machine.storage + machine.clock
    if let gpsd = seen.gpsd { findings += gpsdFindings(gpsd, seen) }
    self.findings = findings
  }

  private static func daemon(_ socket: String, _ seen: Observation) -> Finding {
    guard !seen.isDaemonSilent else {
      return Finding(
        .daemon, .fault,
        "the daemon does not answer (\(socket)); doctor does not sample its sensors",
        remedy: seen.machine.hasService
          ? "sudo systemctl restart qiblad" : "end it with SIGKILL, and start qiblad again")
    }
    let then =
      seen.daemonDevices == nil ? "doctor does not sample them" : "what follows is its report"
    return Finding(.daemon, .ok, "a daemon runs and uses the sensors (\(socket)); \(then)")
  }

  /// A daemon that was started before an update, or another installation.
  private static func otherVersion(_ seen: Observation) -> Finding? {
    guard let daemon = seen.daemonVersion, let own = seen.ownVersion, daemon != own else {
      return nil
    }
    return Finding(
      .daemon, .warning, "the daemon has version \(daemon), and this program has version \(own)",
      remedy:
        "sudo systemctl restart qiblad; if it stays so, find the other one: type -a qiblad qiblactl"
    )
  }

  /// Whether there is no fault.
  package var isHealthy: Bool { !findings.contains { $0.grade == .fault } }
}
