import ArgumentParser
import HeadingCheck
import JSON
import ProgramOptions
import Quantities
import Storage
import Wire

/// `qiblactl check turn`: the deviation curve of the heading from eight marks.
struct CheckTurnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "turn",
    abstract: "Measure the deviation curve of the heading with eight marks, 45 degrees apart.",
    discussion: """
      Draw eight marks 45 degrees apart on a table, away from iron. Point the device level along the first, press \
      Enter, and turn it clockwise to the next. --first is the direction of the first mark where you know it, \
      by the sun or a map; without it a constant error stays unknown. Prints the coefficients A to E and the \
      worst error; --svg writes a certificate to print. The daemon keeps the worst error with its calibration.

      Example: qiblactl check turn --first 90 --svg certificate.svg
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The direction of the first mark, degrees clockwise from true north.", valueName: "degrees"))
  var first: Double?

  @Option(help: ArgumentHelp("Write a certificate as a picture.", valueName: "file"))
  var svg: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var socket: SocketOption

  func validate() throws {
    if let first, !(first >= 0 && first < 360) {
      throw ValidationError("--first: \(first) is not 0 to 360 degrees")
    }
  }

  func run() throws {
    try qiblactl.run {
      let report = try measured()
      if let svg {
        do throws(StorageError) {
          try replaceFile(path: svg, contents: Array(report.picture.utf8))
        } catch { throw CommandFailure("\(error)") }
      }
      var output = StandardOutput()
      try output.write(json ? report.line : Array(report.text.utf8))
      try output.flush()
      keepCheck(report.check.result, socket.directory)
    }
  }

  private func measured() throws -> TurnCheckReport {
    let device = try CheckedDevice(socketDirectory: socket.directory)
    var sights: [HeadingSight] = []
    for number in 1...DeviationCurve.marks {
      let what = number == 1 ? "Point the device level along the first mark" : "Turn it to the next"
      try ask("\(number) of \(DeviationCurve.marks): \(what), press Enter, hold it still.")
      let sight = try takeSight(socket.directory)
      if first != nil, !sight.isTrue {
        throw CommandFailure("there is no true heading to compare with --first")
      }
      sights.append(sight)
    }
    do throws(DeviationRefusal) {
      return TurnCheckReport(
        check: try TurnCheck(sights, first: first), device: device,
        unixSeconds: LocalTime.believed)
    } catch { throw CommandFailure("\(error)") }
  }
}
