import ArgumentParser
import Glibc
import ProgramOptions
import Session
import Storage
import Trace

/// `qiblactl report`: packs what a bug report needs.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Pack what a bug report needs into one file.",
    discussion: """
      Sensors, rates, state, a recording of ten seconds, configuration, log and versions, without positions and \
      names. Without a daemon it packs what can be had and says what is missing. Look into it before you send \
      it: tar tzf FILE.

      Example: qiblactl report compass-jumps.tar.gz
      """)

  @Argument(help: "The file; qiblad-report.tar.gz unless given.")
  var file = "qiblad-report.tar.gz"

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long to record.", valueName: "time"),
    transform: { try RecordingUnits.seconds($0) })
  var seconds = 10.0

  @Flag(help: "Replace the file, if it is there.")
  var force = false

  @OptionGroup var configuration: ConfigurationOption

  @OptionGroup var socket: SocketOption

  func validate() throws {
    guard file.hasSuffix(".tar.gz") else {
      throw ValidationError("\(file): give a name that ends in .tar.gz")
    }
    if seconds > 600 { throw ValidationError("--for: at most 10m") }
  }

  func run() throws {
    try qiblactl.run {
      if !force, access(file, F_OK) == 0 {
        throw CommandFailure("\(file): this file is there already; choose another name, or --force")
      }
      try checkDirectory()
      var output = StandardOutput()
      let plan = ReportContents.plan.map { "  \($0.name): \($0.note)\n" }.joined()
      try output.write(
        Array("The report will have:\n\(plan)Recording for \(Int(seconds)) s …\n".utf8))
      try output.flush()
      let contents = ReportContents(
        socket: socket.directory(configuration: configuration.config), seconds: seconds,
        configuration: configuration.config)
      let list = Self.list(contents)
      try save(contents, list)
      try output.write(Array("\(file) has:\n\(list)".utf8))
      try output.flush()
    }
  }

  /// Better now than after the recording.
  private func checkDirectory() throws {
    let directory = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    guard access(directory, W_OK | X_OK) == 0 else {
      throw CommandFailure(
        "\(directory): \(String(cString: strerror(errno))); name a file in a directory that you may write to"
      )
    }
  }

  /// What is in the report, and what is missing.
  private static func list(_ contents: ReportContents) -> String {
    let files = contents.files.map {
      "  \($0.name), \(RecordingUnits.text(bytes: Int64($0.bytes.count))): \($0.note)\n"
    }
    let missing = contents.missing.map { "  \($0.name) is missing: \($0.reason)\n" }
    return (files + missing).joined()
  }

  private func save(_ contents: ReportContents, _ list: String) throws {
    let seconds = (MachineClock.now().checked() ?? 0) / 1_000_000
    var archive = TarArchive(time: seconds)
    archive.add("report/README.txt", Array("A report of qiblad.\n\n\(list)".utf8))
    for file in contents.files { archive.add("report/\(file.name)", file.bytes) }
    guard let packed = gzipMember(archive.bytes, level: 6) else {
      throw CommandFailure("\(file): there is no memory to pack it")
    }
    do throws(StorageError) {
      try replaceFile(path: file, contents: packed, mode: 0o600)
    } catch { throw CommandFailure("\(error)") }
  }
}
