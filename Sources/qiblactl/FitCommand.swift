import ArgumentParser
import Glibc
import Heading
import Storage
import Trace
import SensorCalibration

/// `qiblactl fit`: a calibration of the magnetometer from a recording.
struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Fit a magnetometer's calibration to a recording.",
    discussion: """
      Record while you turn the device slowly through every direction, away from iron. The output of \
      --json and --output is a file for `replay --calibration FILE`. A recording that does not \
      determine a calibration is refused: grade F, exit status 1.
      """)

  @Argument(help: "The recording: a file, plain or gzip, or - for standard input.")
  var trace: String

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(help: ArgumentHelp("Also write the calibration to a file.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The strength of the Earth's field at the place, as a check (see `qiblactl field`).",
      valueName: "µT"))
  var strength: Double?

  func validate() throws {
    if output == "-" {
      throw ValidationError("--output needs the name of a file; use --json to print")
    }
    if let strength, !(15...95).contains(strength) {
      throw ValidationError("--strength must be 15 to 95 µT; the Earth's field has 22 to 67")
    }
  }

  func run() throws {
    try qiblactl.run {
      let fit: TraceFit
      do { fit = try TraceFit(trace, expectedStrength: strength) } catch {
        throw CommandFailure("\(error)")
      }
      let report = FitReport(fit)
      // Before the table: if its reader ends early (`| head -1`), the file is already written.
      if let output, fit.report.calibration != nil { try save(report.line, to: output) }
      var standardOutput = StandardOutput()
      try standardOutput.write(json ? report.line : Array(report.table.utf8))
      try standardOutput.flush()
      guard fit.report.calibration != nil else {
        throw CommandFailure("\(trace): \(fit.report.refusal)")
      }
    }
  }

  /// Writes a new file or replaces an old one. Refuses a device, a pipe and the recording itself,
  /// because the rename at the end would replace them.
  private func save(_ bytes: [UInt8], to path: String) throws {
    var old = stat()
    if stat(path, &old) == 0 {
      guard old.st_mode & S_IFMT == S_IFREG else {
        throw CommandFailure(
          "\(path): not a file; --output needs the name of a file; use --json to print")
      }
      var own = stat()
      if stat(trace, &own) == 0, own.st_dev == old.st_dev, own.st_ino == old.st_ino {
        throw CommandFailure("\(path): this is the recording itself; give --output another name")
      }
    }
    do { try replaceFile(path: path, contents: bytes, mode: 0o644) } catch {
      throw CommandFailure("\(error)")
    }
  }
}
