import ArgumentParser
import JSON
import ProgramOptions
import Wire

/// `qiblactl profile export [NAME]`.
struct ProfileExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print a calibration, or write it to a file.",
    discussion: """
      `qiblactl profile import` and `qiblactl replay --calibration` read such a file. It names the chip that it is for.

      Example: qiblactl profile export boat --output boat.json
      """)

  @Argument(help: "The profile's name; without it, the profile in use.")
  var name: String?

  @Option(help: ArgumentHelp("Write it to a file.", valueName: "file"))
  var output: String?

  @OptionGroup var socket: SocketOption

  func validate() throws {
    if output == "-" {
      throw ValidationError(
        "--output needs the name of a file; without it the calibration is printed")
    }
  }

  func run() throws {
    try qiblactl.run {
      let reply = try ControlConnection(socket.directory).perform(
        .calibration(.exporting(profile: name)))
      guard let calibration = reply["calibration"] else {
        throw CommandFailure("the daemon answered without a calibration")
      }
      var writer = JSONWriter()
      writer.value(calibration)
      writer.newline()
      var standardOutput = StandardOutput()
      if let output {
        try writeCalibration(writer.bytes, to: output, toPrint: "leave it out")
        try standardOutput.write(Array("The calibration is in \(output)\n".utf8))
      } else {
        try standardOutput.write(writer.bytes)
      }
      try standardOutput.flush()
    }
  }
}

/// `qiblactl profile import NAME FILE`.
struct ProfileImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Keep a calibration from a file under a name, and use it.",
    discussion: """
      The file is one of `qiblactl profile export` or `qiblactl fit --output`. A file that names another chip than the \
      one that measures is refused, and so is a profile that is locked. `qiblactl calibrate rollback` brings the \
      calibration before back.

      Example: qiblactl profile import boat boat.json
      """)

  @Argument(help: "The profile's name.")
  var name: String

  @Argument(help: "The calibration file.", completion: .file(extensions: ["json"]))
  var file: String

  @OptionGroup var options: ControlOptions

  func run() throws {
    try qiblactl.run {
      let calibration = try CalibrationFile(path: file).encoded
      try control(.calibration(.importing(profile: name, calibration: calibration)), options) {
        "the calibration of grade \($0["grade"]?.string ?? "?") is in use as \"\(name)\""
      }
    }
  }
}
