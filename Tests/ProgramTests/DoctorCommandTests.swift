import Glibc
import JSON
import TestFiles
import TestReceiver
import Testing

/// `qiblactl devices` and `qiblactl doctor` on a machine without sensors; with them they are tested
/// against a kernel.
@Suite(.timeLimit(.minutes(5))) struct DoctorCommandTests {
  /// A configuration whose bus is not there, and whose gpsd nobody is.
  private func configuration(_ more: String = "") throws -> (TemporaryDirectory, path: String) {
    let directory = try TemporaryDirectory()
    let port = try RealGPSD.freePort()
    let text = "[sensors]\nbus = \"no such adapter\"\n[gpsd]\nport = \(port)\n\(more)"
    return (directory, try directory.file("q.toml", text))
  }

  @Test func doctorAndDevicesReportAMissingBus() async throws {
    let (directory, path) = try configuration()
    let place = ["--config", path, "--socket-dir", directory.path]
    let devices = try await finished("qiblactl", ["devices"] + place)
    #expect(devices.status == 1)
    #expect(devices.output.contains("there is no I2C bus no such adapter"))
    #expect(devices.errors.contains("qiblactl doctor shows what to do"))
    let doctor = try await finished("qiblactl", ["doctor"] + place)
    #expect(doctor.status == 1 && doctor.errors.isEmpty)
    // What it says of this machine's service and clock is the machine's.
    let lines = doctor.output.split(separator: "\n").filter { $0.hasPrefix("FAULT") }
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("FAULT    bus: there is no I2C bus no such adapter; fix: "))
    #expect(lines[1].hasPrefix("FAULT    gpsd: gpsd cannot be reached (localhost port "))
  }

  @Test func theJSONHasTheSameFindings() async throws {
    let (directory, path) = try configuration()
    let place = ["--config", path, "--socket-dir", directory.path, "--json"]
    let devices = try await finished("qiblactl", ["devices"] + place)
    let list = try JSONValue(parsing: Array(devices.output.utf8)[...])
    #expect(list["type"]?.string == "devices")
    #expect(list["buses"]?.array?.first?["bus"]?.string == "no such adapter")
    #expect(list["buses"]?.array?.first?["error"]?.string?.contains("there is no") == true)
    let doctor = try await finished("qiblactl", ["doctor"] + place)
    let report = try JSONValue(parsing: Array(doctor.output.utf8)[...])
    #expect(report["healthy"]?.bool == false)
    let findings = (report["findings"]?.array ?? []).filter { $0["grade"]?.string == "fault" }
    #expect(findings.map { $0["check"]?.string } == ["bus", "gpsd"])
    #expect(findings.allSatisfy { $0["remedy"]?.string?.isEmpty == false })
  }

  @Test func withAPlaceAMissingGPSDIsOnlyAWarning() async throws {
    let (directory, path) = try configuration()
    let run = try await finished(
      "qiblactl",
      ["doctor", "--config", path, "--socket-dir", directory.path, "--position", "-33.87,151.21"])
    #expect(run.output.contains("warning  gpsd: "))
  }

  @Test func aDaemonWithSensorsIsReportedAndASimulatingOneIsNot() async throws {
    let (directory, path) = try configuration()
    let live = try await RunningDaemon.start(["--config", path], in: directory)
    let place = ["--config", path, "--socket-dir", directory.path]
    let run = try await finished("qiblactl", ["doctor"] + place)
    #expect(run.output.hasPrefix("ok       daemon: a daemon runs and uses the sensors"))
    #expect(run.output.contains("\nFAULT    position: the position is not known"))
    #expect(run.output.contains("\nwarning  calibration: the magnetometer has no calibration"))
    let devices = try await finished("qiblactl", ["devices"] + place)
    #expect(devices.output.hasPrefix("A daemon runs (\(directory.path)/stream.sock)"))
    live.program.send(SIGTERM)
    #expect(try await live.program.ended() == 0)
    let simulated = try await RunningDaemon.start(["--simulate"])
    let other = try await finished(
      "qiblactl", ["doctor", "--config", path, "--socket-dir", simulated.directory.path])
    #expect(other.output.hasPrefix("ok       daemon: a daemon plays a recording or a simulation"))
    #expect(!other.output.contains("uses the sensors"))
    let own = try await finished(
      "qiblactl", ["devices", "--config", path, "--socket-dir", simulated.directory.path])
    #expect(own.errors.contains("plays a recording or a simulation and uses no sensor"))
  }
}
