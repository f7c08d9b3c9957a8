import Glibc
import TestFiles
import Testing

/// `qiblactl profile` with a running daemon of simulated sensors, whose calibrations have no chip.
@Suite(.timeLimit(.minutes(5))) struct ProfileCommandTests {
  private static let calibration = #"""
    {"offset_ut":[18,-25,11],"matrix":[[1,0,0],[0,1,0],[0,0,1]],"grade":"B"}
    """#

  private let directory: TemporaryDirectory
  private let file: String

  init() throws {
    directory = try TemporaryDirectory()
    file = try directory.file("boat.json", Self.calibration + "\n")
  }

  private func profile(
    _ daemon: RunningDaemon, _ words: [String]
  ) async throws -> (status: Int32, output: String, errors: String) {
    try await finished("qiblactl", ["profile"] + words + ["--socket-dir", daemon.directory.path])
  }

  @Test func anImportedCalibrationIsListedExportedAndImportedAgain() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    let imported = try await profile(daemon, ["import", "boat", file])
    #expect(imported.output == "the calibration of grade B is in use as \"boat\"\n", "\(imported)")
    let list = try await profile(daemon, [])
    let rows = Line.split(list.output)
    #expect(rows.count == 2, "\(list)")
    #expect(
      rows.last?.text.hasPrefix("*  boat") == true && rows.last?.text.contains("  B  ") == true)

    let exported = directory.path + "/exported.json"
    let export = try await profile(daemon, ["export", "boat", "--output", exported])
    #expect(export.output == "The calibration is in \(exported)\n")
    let printed = try await profile(daemon, ["export"])
    #expect(printed.output.hasPrefix(#"{"offset_ut":[18,-25,11],"#), "\(printed)")
    let again = try await profile(daemon, ["import", "bench", exported, "--json"])
    #expect(again.output.contains(#""grade":"B""#), "\(again)")
    let boat = try await profile(daemon, ["use", "boat"])
    #expect(boat.output == "\"boat\" is in use\n")
  }

  @Test func aLockedProfileRefusesAnImport() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    #expect(try await profile(daemon, ["import", "boat", file]).status == 0)
    #expect(try await profile(daemon, ["lock"]).output == "\"boat\" is locked\n")
    #expect(try await profile(daemon, ["list"]).output.contains("locked"))
    let refused = try await profile(daemon, ["import", "boat", file])
    #expect(refused.status == 1 && refused.errors.contains("the calibration \"boat\" is locked"))
    #expect(try await profile(daemon, ["unlock", "boat"]).output == "\"boat\" is not locked\n")
    #expect(try await profile(daemon, ["import", "boat", file]).status == 0)
  }

  // As where the disk is full or read-only.
  @Test func aCalibrationThatTheDaemonCannotWriteIsNamed() async throws {
    let daemon = try FakeDaemon("control.sock")
    let hello =
      #"{"type":"hello","protocol":{"major":1,"minor":0},"version":"1","run_id":"a","control":true}"#
    func reply(_ id: Int, _ members: String) -> String {
      #"{"type":"reply","id":\#(id),"ok":true,"do":"calibration","profile":"boat",\#(members)}"#
    }
    let list = #""profiles":[{"profile":"boat","in_use":true,"kept":false}]"#
    // It asks for the list again for a while.
    let lines = [hello, reply(1, #""locked":true"#)] + (2...100).map { reply($0, list) }
    let program = try Program(
      "qiblactl", ["profile", "lock", "--socket-dir", daemon.directory.path])
    try await eventually("a connection") { daemon.serve(Array(lines.text.utf8)) > 0 }
    #expect(try await program.ended() == 0)
    #expect(program.output == Array("\"boat\" is locked\n".utf8))
    #expect(
      program.errors.hasPrefix("qiblactl: not kept, and lost when the daemon ends: \"boat\"; "),
      "\(program.errors)")
  }

  @Test func whatCannotBeDoneIsOneLineWithTheReason() async throws {
    let daemon = try await RunningDaemon.start(["--simulate"])
    #expect(
      try await profile(daemon, []).output
        == "no calibration is kept; qiblactl calibrate makes one\n")
    _ = try directory.file("future.json", #"{"calibration_profile":2}"# + "\n")
    _ = try directory.file("short.json", #"{"grade":"A"}"# + "\n")
    _ = try directory.file("damaged.json", "\u{1F}")
    let cases: [([String], String)] = [
      (["use", "harbour"], "there is no calibration \"harbour\"; qiblactl profile list names all"),
      (["export", "harbour"], "there is no calibration \"harbour\""),
      (["lock"], "there is no calibration \"default\""),
      (["import", "boat", directory.path + "/none.json"], "no such file"),
      (["import", "boat", directory.path + "/future.json"], "another version"),
      (["import", "boat", directory.path + "/short.json"], "offset_ut"),
      (["import", "boat", directory.path + "/damaged.json"], "not a JSON object"),
      (["import", "../boat", file], "profile"),
    ]
    for (words, reason) in cases {
      let run = try await profile(daemon, words)
      #expect(run.status == 1 && run.output.isEmpty, "\(words)")
      #expect(Line.split(run.errors).count == 1 && run.errors.contains(reason), "\(run.errors)")
    }
    let output = try await profile(daemon, ["import", "boat", file])
    #expect(output.status == 0)
    let device = try await profile(daemon, ["export", "--output", "/dev/null"])
    #expect(device.status == 1 && device.errors.contains("/dev/null: not a file"))
  }
}
