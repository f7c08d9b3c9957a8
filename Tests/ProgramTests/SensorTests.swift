import Glibc
import TestFiles
import Testing

/// The daemon with sensors that are not there; with sensors it is tested against a kernel.
@Suite(.timeLimit(.minutes(5))) struct SensorTests {
  @Test func withoutASensorItRunsOnAndSaysSo() async throws {
    let directory = try TemporaryDirectory()
    let config = try directory.file("q.toml", "[sensors]\nbus = \"no such adapter\"\n")
    let daemon = try await RunningDaemon.start(["--config", config])
    let client = try daemon.watcher()
    let lines = try await client.lines("some readings") { lines in
      lines.count { $0.type == "reading" } > 30
    }
    for reading in lines where reading.type == "reading" {
      #expect(reading.string("status") == "unavailable")
      #expect(reading["heading_magnetic_deg"] == nil)
    }
    #expect(lines.last { $0.type == "reading" }?.why.contains("sensor_missing") == true)
    try await eventually("the line in the log") {
      daemon.program.errors.contains("there is no I2C bus no such adapter")
    }
    daemon.program.send(SIGTERM)
    #expect(try await daemon.program.ended() == 0)
  }

  @Test func aBusWithoutANameIsABadConfiguration() async throws {
    let directory = try TemporaryDirectory()
    let config = try directory.file("q.toml", "[sensors]\nbus = \"\"\n")
    let run = try await finished("qiblad", ["--config", config, "--socket-dir", directory.path])
    #expect(run.status == 78)
    #expect(run.errors.contains("sensors.bus"))
  }
}
