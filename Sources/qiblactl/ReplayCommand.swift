import ArgumentParser
import Heading
import Pipeline
import Quantities
import Session
import Trace
import Wire
import SensorCalibration

/// `qiblactl replay`: runs a recording through the pipeline, as fast as possible, without a daemon.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Print the messages that a client would receive from a recording.",
    discussion: """
      Runs a recorded trace through the daemon's pipeline, as fast as possible, and prints the lines \
      that a client would receive at 60 Hz. Bad lines are skipped and counted on standard error.
      """)

  @Argument(help: "The recording: a file, plain or gzip, or - for standard input.")
  var trace: String

  @Option(help: "The topics to print, separated by commas: \(Topic.recordedList).")
  var topics = "reading,event"

  @OptionGroup var place: PlaceOptions

  @OptionGroup var coefficients: CoefficientOptions

  @Option(
    help: ArgumentHelp(
      "A calibration file; fit: a fit to this recording itself, so not causal; none: the calibration "
        + "in the recording.",
      valueName: "file"))
  var calibration = "none"

  @Option(help: "The sensors to use: mag, mag+accel or mag+gyro.")
  var use: SensorUse = .all

  func validate() throws { _ = try chosenTopics() }

  func run() throws {
    try qiblactl.run {
      let options = try options()
      do {
        try replay(options)
      } catch let error as TraceError {
        throw CommandFailure("\(error)")
      }
    }
  }

  private func replay(_ options: RunOptions) throws {
    var output = StandardOutput()
    var reader = try TraceReader(path: trace)
    var session = Session(options.settings(for: reader.header), topics: try chosenTopics())
    var samples = 0
    defer { report(reader.skipped) }
    var lines: [UInt8] = []
    do {
      while let item = try reader.next() {
        if item.sample.hasMeasurement { samples += 1 }
        _ = session.feed(item.sample) { lines += $0.bytes }
        try output.write(lines)
        lines.removeAll(keepingCapacity: true)
      }
    } catch let error as TraceError {
      try output.flush()  // the lines before the damage are good
      throw error
    }
    session.finish { lines += $0.bytes }
    try output.write(lines)
    try output.flush()
    if samples == 0 {
      throw CommandFailure(
        "\(reader.name): no measurement in \(reader.lines) lines; nothing to replay")
    }
  }

  private func report(_ skipped: SkippedLines) {
    if skipped.total > 0 { complain("\(trace): \(skipped)") }
  }

  private func options() throws -> RunOptions {
    var options = RunOptions()
    options.position = place.position
    options.declination = place.declination
    options.date = place.date
    options.model = try coefficients.model()
    options.use = use
    options.calibration = try chosenCalibration()
    return options
  }

  private func chosenCalibration() throws -> Calibration? {
    switch calibration {
    case "none": return nil
    case "fit": return try calibrationFittedToTrace()
    default: return try readCalibration(path: calibration)
    }
  }

  /// The calibration of a first pass over the trace itself.
  private func calibrationFittedToTrace() throws -> Calibration {
    guard trace != "-" else {
      throw CommandFailure(
        "--calibration fit reads the recording twice, which standard input does not allow; "
          + "save it to a file first")
    }
    do {
      let report = try TraceFit(trace).report
      guard let calibration = report.calibration else {
        throw CommandFailure("\(trace): --calibration fit: \(report.refusal)")
      }
      complain(
        "\(trace): the calibration is a fit to this same recording (grade "
          + "\(report.grade.rawValue)): do not publish accuracies from it")
      return calibration
    } catch let error as TraceError {
      throw CommandFailure("\(error)")
    }
  }

  private func chosenTopics() throws -> Set<Topic> {
    let names = topics.split(separator: ",", omittingEmptySubsequences: false)
    return Set(try names.map { try Topic(recorded: $0) })
  }
}

extension SensorUse: ExpressibleByArgument {}
