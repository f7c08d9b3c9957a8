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
      Record while you turn the device slowly through every direction, away from iron. What is \
      printed with --json, or written with --output, is what `replay --calibration FILE` reads. A \
      recording that does not determine a calibration is refused: grade F, exit status 1.
      """)

  @Argument(help: "The recording: a file, plain or gzip, or - for standard input.")
  var trace: String

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(help: ArgumentHelp("Also write the calibration to a file, whole.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The strength of the Earth's field there, to check against (see `field`).",
      valueName: "µT"))
  var strength: Double?

  func validate() throws {
    if output == "-" { throw ValidationError("--output takes a file's name; --json prints") }
    if let strength, !(15...95).contains(strength) {
      throw ValidationError("--strength is a field of 15 to 95 µT; the Earth's has 22 to 67")
    }
  }

  func run() throws {
    try qiblactl.run {
      let fit: TraceFit
      do { fit = try TraceFit(trace, expectedStrength: strength) } catch {
        throw CommandFailure("\(error)")
      }
      let report = FitReport(fit)
      // Before the table: a reader of that who goes (`| head -1`) must not cost the file.
      if let output, fit.report.calibration != nil { try save(report.line, to: output) }
      var standardOutput = StandardOutput()
      try standardOutput.write(json ? report.line : Array(report.table.utf8))
      try standardOutput.flush()
      guard fit.report.calibration != nil else {
        throw CommandFailure("\(trace): \(fit.report.refusal)")
      }
    }
  }

  /// Writes a file, in place of an old one but of nothing else: what is renamed over a device, a pipe or the
  /// recording itself would replace it.
  private func save(_ bytes: [UInt8], to path: String) throws {
    var old = stat()
    if stat(path, &old) == 0 {
      guard old.st_mode & S_IFMT == S_IFREG else {
        throw CommandFailure("\(path): not a file; --output takes a file's name, --json prints")
      }
      var own = stat()
      if stat(trace, &own) == 0, own.st_dev == old.st_dev, own.st_ino == old.st_ino {
        throw CommandFailure("\(path): that is the recording itself; give --output another name")
      }
    }
    do { try replaceFile(path: path, contents: bytes, mode: 0o644) } catch {
      throw CommandFailure("\(error)")
    }
  }
}
