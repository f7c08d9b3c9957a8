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

      Example: qiblactl fit tumble.jsonl --output calibration.json
      """)

  @Argument(help: "The recording: a file, plain or gzip, or - for standard input.")
  var trace: String

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(help: ArgumentHelp("Also write the calibration to a file.", valueName: "file"))
  var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The strength of the Earth's field at the place, as a check: the total of `qiblactl field`, in µT.",
      valueName: "µT"))
  var strength: Double?

  func validate() throws {
    if output == "-" {
      throw ValidationError("--output needs the name of a file; use --json to print")
    }
    if let strength, !(15...95).contains(strength) {
      let given = strength / 1000
      let hint =
        (15...95).contains(given)
        ? "; for \(strength.text(decimals: 0)) nT give \(given.text(decimals: 1))" : ""
      throw ValidationError(
        "--strength must be 15 to 95 µT; the Earth's field has 22 to 67 µT\(hint)")
    }
  }

  func run() throws {
    try qiblactl.run {
      let fit: TraceFit
      do { fit = try TraceFit(trace, expectedStrength: strength) } catch {
        throw CommandFailure("\(error)")
      }
      let report = FitReport(fit, expectedStrength: strength)
      // Before the table: if its reader ends early (`| head -1`), the file is already written.
      let file = fit.report.calibration == nil ? nil : output
      if let file {
        try writeCalibration(report.line, to: file, madeFrom: trace, toPrint: "use --json")
      }
      var standardOutput = StandardOutput()
      try standardOutput.write(json ? report.line : Array(report.table.utf8))
      if let file, !json {
        try standardOutput.write(
          Array("The calibration is in \(file): --calibration \(file)\n".utf8))
      }
      try standardOutput.flush()
      guard fit.report.calibration != nil else {
        throw CommandFailure("\(trace): \(fit.report.refusal)")
      }
    }
  }
}
