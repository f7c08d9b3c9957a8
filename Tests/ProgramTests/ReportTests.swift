import Glibc
import JSON
import TestFiles
import Testing

/// `qiblactl report`: what is in a bug report, and what is not.
///
/// One after the other: the folders of reports in /tmp are counted.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ReportTests {
  private static let secrets = """
    # Ahmet's boat
    [place]
    latitude_deg = 41.00824  # at home
    longitude_deg = 28.97836
    [target]
    name = "Grandmother"
    latitude_deg = 39.92077
    longitude_deg = 32.85411
    method = "geodesic"
    [gpsd]
    host = "ahmets-phone"
    port = 2948  # not the usual one
    [control]
    group = ""
    [haptics]
    muted = true
    """

  /// Unpacks a report and gives its files by name.
  private func files(_ path: String, in directory: TemporaryDirectory) async throws -> [String:
    [UInt8]]
  {
    let tar = try await finished("/usr/bin/tar", ["xzf", path, "-C", directory.path])
    #expect(tar.status == 0 && tar.errors.isEmpty, "\(tar)")
    var files: [String: [UInt8]] = [:]
    for name in entries(of: directory.path + "/report") {
      files[name] = try contents(of: directory.path + "/report/" + name)
    }
    return files
  }

  /// Where recordings for reports are made.
  private static func folders() -> Set<String> {
    Set(entries(of: "/tmp").filter { $0.hasPrefix("qiblactl-report-") })
  }

  private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

  @Test func aReportOfARunningDaemonHasEverythingAndNoPlace() async throws {
    let directory = try TemporaryDirectory()
    let settings = try directory.file("qiblad.toml", Self.secrets)
    let daemon = try await RunningDaemon.start(["--simulate", "--config", settings])
    _ = try await daemon.watcher().lines("a state") { $0.contains { $0.type == "state" } }
    let path = directory.path + "/report.tar.gz"
    let before = Self.folders()
    let words = ["report", path, "--for", "1s", "--config", settings]
    let run = try await finished("qiblactl", words + ["--socket-dir", daemon.directory.path])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(mode(of: path).map { $0 & 0o777 } == 0o600)
    let files = try await files(path, in: directory)
    for name in ["README.txt", "versions.txt", "stats.json", "state.json", "qiblad.toml"] {
      #expect(files[name]?.isEmpty == false, "\(name) of \(files.keys)")
    }
    // Before and after, what is in it and what is missing.
    #expect(run.output.contains("The report will have:") && run.output.contains("\(path) has:"))
    #expect(run.output.contains("devices.json is missing: a replay or a simulation has no devices"))
    #expect(text(files["README.txt"]).contains("recording.jsonl.gz, "))
    #expect(text(files["versions.txt"]).contains("simulated"))
    // The recording is whole, a second long, and replays.
    let recording = try directory.file("r.jsonl.gz", files["recording.jsonl.gz"] ?? [])
    let replay = try await finished("qiblactl", ["replay", recording])
    #expect(replay.status == 0 && Line.split(replay.output).count > 40, "\(replay.errors)")
    let unpacked = try await finished("/bin/zcat", [recording])
    for secret in ["41.00824", "28.97836", "39.92077", "Grandmother", "Ahmet", "ahmet", "latitude"]
    {
      for (name, bytes) in files where name != "recording.jsonl.gz" {
        let isThere =
          text(bytes).contains(secret) && !(secret == "latitude" && name == "qiblad.toml")
        #expect(!isThere, "\(secret) in \(name)")
      }
      let isRecorded = unpacked.output.contains(secret)
      #expect(!isRecorded, "\(secret) in the recording")
    }
    #expect(
      text(files["qiblad.toml"]) == """
        [place]
        latitude_deg = … # left out
        longitude_deg = … # left out
        [target]
        name = … # left out
        latitude_deg = … # left out
        longitude_deg = … # left out
        method = "geodesic"
        [gpsd]
        host = … # left out
        port = 2948
        [control]
        group = … # left out
        [haptics]
        muted = true

        """)
    // Nothing of it stays on the device. Others may make a report at the same time.
    try await eventually("an end without a folder of the recording") {
      Self.folders().isSubset(of: before)
    }
  }

  @Test func withoutADaemonItSaysWhatIsMissing() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/report.tar.gz"
    let words = ["report", path, "--socket-dir", directory.path, "--config", "/no/such/file"]
    let run = try await finished("qiblactl", words)
    #expect(run.status == 0, "\(run)")
    for name in ["devices.json", "stats.json", "state.json", "recording.jsonl.gz"] {
      #expect(run.output.contains("\(name) is missing: no daemon answers"), "\(run.output)")
    }
    #expect(run.output.contains("qiblad.toml is missing: /no/such/file"))
    let files = try await files(path, in: directory)
    #expect(text(files["versions.txt"]).contains("qiblad: no daemon answers"))
    let again = try await finished("qiblactl", words)
    #expect(again.status == 1 && again.errors.contains("--force"))
    #expect(try await finished("qiblactl", words + ["--force"]).status == 0)
    let name = try await finished("qiblactl", ["report", "report.zip"])
    #expect(name.status == 64 && name.errors.contains(".tar.gz"))
    let nowhere = try await finished(
      "qiblactl", ["report", "/no/such/r.tar.gz", "--socket-dir", directory.path])
    #expect(nowhere.status == 1 && nowhere.errors.contains("/no/such/: No such file"), "\(nowhere)")
  }
}
