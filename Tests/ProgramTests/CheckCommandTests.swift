import Foundation
import JSON
import TestFiles
import Testing

/// `qiblactl check` with a daemon that replays a device that lies still.
@Suite(.timeLimit(.minutes(5))) struct CheckCommandTests {
  private let directory: TemporaryDirectory
  private let place = ["51.5074", "-0.1278"]
  /// The sun stands at about 28° in the west of London.
  private let evening = "2026-06-21T17:00:00Z"

  init() throws { directory = try TemporaryDirectory() }

  /// A daemon whose device points in a direction of magnetic north for a minute.
  private func daemon(heading: Double, _ arguments: [String] = []) async throws -> RunningDaemon {
    let angle = heading * .pi / 180
    // 19.5 µT north and 45 µT down, along forward, right and down
    let field = "[\(19.5 * cos(angle)),\(-19.5 * sin(angle)),45]"
    let lines =
      [#"{"trace":1,"name":"still","mag_calibrated":true,"inertial_calibrated":true}"#]
      + (0..<3000).map {
        #"{"t":\#(Double($0) / 50),"mag":\#(field),"accel":[0,0,-9.8],"gyro":[0,0,0]}"#
      }
    let trace = try directory.file("still.jsonl", lines.text)
    let daemon = try await RunningDaemon.start(["--replay", trace, "--loop"] + arguments)
    let client = try daemon.watcher()
    _ = try await client.lines("a heading") { lines in
      lines.contains { $0.type == "reading" && $0.number("error68_deg") != nil }
    }
    client.close()
    return daemon
  }

  /// Runs `qiblactl check` and presses Enter as often as it asks.
  private func check(
    _ arguments: [String], _ daemon: RunningDaemon
  ) async throws -> (status: Int32, output: String, errors: String) {
    let enters = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: directory.file("enters", "\n\n\n\n\n\n\n\n")))
    return try await finished(
      "qiblactl", ["check"] + arguments + ["--socket-dir", daemon.directory.path],
      input: .descriptor(enters.fileDescriptor))
  }

  private func sunAzimuth() async throws -> Double {
    let run = try await finished("qiblactl", ["sun"] + place + [evening, "--json"])
    return try #require(
      try JSONValue(parsing: Array(run.output.utf8)[...])["azimuth_deg"]?.number)
  }

  @Test(arguments: [5.0, -5, 0]) func theSunFindsAnInjectedErrorWithinItsUncertainty(
    injected: Double
  ) async throws {
    // The device points at the sun; the declination is wrong, and so is the heading.
    let daemon = try await daemon(
      heading: try await sunAzimuth(),
      ["--position", place.joined(separator: ","), "--declination", "\(injected)"])
    let run = try await check(["sun", "--time", evening, "--json"], daemon)
    let report = try JSONValue(parsing: Array(run.output.utf8)[...])
    let error = try #require(report["error_deg"]?.number, "\(run.errors)")
    let uncertainty = try #require(report["error68_deg"]?.number)
    #expect(abs(error - injected) < uncertainty && uncertainty < 1.5)
    #expect(run.status == (report["agrees"]?.bool == true ? 0 : 1))
    #expect(report["device"]?["replay"]?.bool == true)
    #expect(run.errors.contains("3 of 3: point the device"))
  }

  @Test func withoutSunClockOrPlaceNothingIsChecked() async throws {
    let daemon = try await daemon(
      heading: 260, ["--position", place.joined(separator: ","), "--declination", "0"])
    let now = try await check(["sun"], daemon)
    #expect(now.status == 1 && now.errors.contains("the daemon's data are not of now"))
    let night = try await check(["sun", "--time", "2026-06-21T23:30:00Z"], daemon)
    #expect(night.status == 1 && night.errors.contains("the sun is below the horizon"))
    let nowhere = try await self.daemon(heading: 260)
    let run = try await check(["sun", "--time", evening], nowhere)
    #expect(run.status == 1 && run.errors.contains("the position is not known"))
  }

  @Test func aDeviceThatIsNotTurnedHasNoDeviationCurve() async throws {
    let daemon = try await daemon(heading: 359.7)
    let run = try await check(["turn"], daemon)
    #expect(run.status == 1)
    #expect(run.errors.contains("8 of 8: Turn it to the next"))
    #expect(run.errors.contains("turn clockwise by 45° from mark to mark"))
  }
}
