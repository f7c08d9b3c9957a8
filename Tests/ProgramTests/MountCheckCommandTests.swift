import Foundation
import JSON
import TestFiles
import Testing

/// `qiblactl mount check` with the field of a recording.
@Suite(.timeLimit(.minutes(5))) struct MountCheckCommandTests {
  private let spans = ["--at", "0..1,1.1..2,2.1..3,3.1..4"]

  /// A level device that is turned right by quarters; `chip` makes the chip's axes of the body's.
  ///
  /// - Parameter start: the instant of `t` 0 on the daemon's clock, s.
  private func recording(
    _ directory: TemporaryDirectory, quarters: [Double] = [0, 90, 180, 270], start: Int = 0,
    chip: (Double, Double, Double) -> [Double]
  ) throws -> String {
    var lines = [
      #"{"trace":1,"name":"quarters","mag_calibrated":false,"start_us":\#(start * 1_000_000)}"#
    ]
    for index in 0..<200 {
      let heading = quarters[index / 50] * .pi / 180
      let field = chip(20 * cos(heading), -20 * sin(heading), 40)
      lines.append(#"{"t":\#(Double(index) / 50),"mag":\#(field)}"#)
    }
    return try directory.file("quarters.jsonl", lines.text)
  }

  private func check(_ path: String, _ config: String, _ options: [String] = []) async throws
    -> (status: Int32, output: String, errors: String)
  {
    try await finished(
      "qiblactl", ["mount", "check", "--recording", path, "--config", config] + spans + options)
  }

  // x forward, y left, z up is the default; the iron of the device is as strong as the field.
  @Test func aRightMountIsConfirmed() async throws {
    let directory = try TemporaryDirectory()
    let path = try recording(directory) { [$0 + 30, -$1 - 40, -$2 + 5] }
    let run = try await check(path, try directory.file("q.toml", ""))
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(
      run.output.hasPrefix(
        "The mount is right. Write this to record the result of the check:"))
    #expect(run.output.contains("magnetometer = \"x -y -z\""))
  }

  // A second magnetometer, as the daemon records it, measures along other axes.
  @Test func aDaemonsRecordingIsReadFromItsStartAndOfItsFirstMagnetometer() async throws {
    let directory = try TemporaryDirectory()
    let path = try recording(directory, start: 500) { [$0 + 30, -$1 - 40, -$2 + 5] }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let second = (0..<200).map { #"{"t":\#((Double($0) + 0.5) / 50),"id":1,"mag":[9,9,9]}"# }
    let lines = text.split(separator: "\n").map(String.init)
    let both = [lines[0]] + zip(lines.dropFirst(), second).flatMap { [$0, $1] }
    let two = try directory.file("two.jsonl", both.text)
    let run = try await check(two, try directory.file("q.toml", ""))
    #expect(run.status == 0 && run.output.contains("magnetometer = \"x -y -z\""), "\(run.errors)")
  }

  // It holds the sensors, also where it hangs.
  @Test func theSensorsOfADaemonThatDoesNotAnswerAreLeftToIt() async throws {
    let silent = try FakeDaemon()
    let run = try await finished(
      "qiblactl", ["mount", "check", "--socket-dir", silent.directory.path])
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.contains("a daemon runs and uses the sensors"), "\(run.errors)")
    #expect(silent.serve([]) == 1)
  }

  @Test func theRightMountIsWrittenAndTheRestOfTheFileKept() async throws {
    let directory = try TemporaryDirectory()
    let path = try recording(directory) { [$1, $0, -$2 + 50] }  // y forward, x right
    let text = "# my compass\n[mount]\nboard = \"x -y -z\"  # as it lies\n[log]\nlevel = \"info\"\n"
    let config = try directory.file("q.toml", text)
    let shown = try await check(path, config, ["--json"])
    let report = try JSONValue(parsing: Array(shown.output.utf8)[...])
    #expect(report["right"]?.bool == false && report["value"]?.string == "y x -z")
    #expect(try String(contentsOfFile: config, encoding: .utf8) == text)
    let written = try await check(path, config, ["--write", config, "--yes"])
    #expect(written.status == 0, "\(written.errors)")
    #expect(
      try String(contentsOfFile: config, encoding: .utf8)
        == text.replacing("x -y -z", with: "y x -z"))
    #expect(try await check(path, config).output.hasPrefix("The mount is right"))
  }

  @Test func withoutConfirmationNothingIsWritten() async throws {
    let directory = try TemporaryDirectory()
    let path = try recording(directory) { [$0, $1, $2] }  // components down
    let config = try directory.file("q.toml", "")
    let run = try await check(path, config, ["--write", config])
    #expect(run.status == 1 && run.errors.contains("was not changed"))
    #expect(try String(contentsOfFile: config, encoding: .utf8).isEmpty)
  }

  @Test func anUndeterminedMountIsRefusedInOneLine() async throws {
    let directory = try TemporaryDirectory()
    let config = try directory.file("q.toml", "")
    let still = try recording(directory, quarters: [0, 0, 0, 0]) { [$0, -$1, -$2] }
    let run = try await check(still, config)
    #expect(run.status == 1 && run.output.isEmpty && run.errors.contains("was not turned"))
    #expect(run.errors.split(separator: "\n").count == 1)
    let alone = try await finished("qiblactl", ["mount", "check", "--recording", still])
    #expect(alone.status != 0 && alone.errors.contains("--recording and --at need each other"))
    let bus = try directory.file("bus.toml", "[sensors]\nbus = \"no such adapter\"\n")
    let nothing = try await finished(
      "qiblactl", ["mount", "check", "--config", bus, "--socket-dir", directory.path])
    #expect(nothing.status == 1 && nothing.errors.contains("Point it north"))
  }
}
