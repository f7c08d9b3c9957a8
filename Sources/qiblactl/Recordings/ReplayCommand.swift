import ArgumentParser
import Heading
import Pipeline
import ProgramOptions
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

      With --explain, prints the terms of the heading error instead, once a second: each term in \
      degrees, the largest first. Terms add as squares, unless the line shows otherwise.

      Examples:
        qiblactl replay walk.jsonl.gz --position 51.5074,-0.1278
        qiblactl replay walk.jsonl.gz --explain --every 5
      """)

  @Argument(help: "The recording: a file, plain or gzip, or - for standard input.")
  var trace: String

  @Option(
    help: "The topics to print, separated by commas: \(Topic.recordedList).",
    completion: .list(Topic.recordedNames))
  var topics = "reading,event"

  @OptionGroup var place: PlaceOptions

  @OptionGroup var coefficients: CoefficientOptions

  @Option(
    help: ArgumentHelp(
      "A calibration file; fit: a fit to this recording itself, so not causal; recorded: the "
        + "calibration in the recording.",
      valueName: "file"))
  var calibration = "recorded"

  @Option(help: "The sensors to use: mag, mag+accel or mag+gyro.")
  var use: SensorUse = .all

  @Flag(help: "Print the terms of each heading's error in place of the topics.")
  var explain = false

  @Option(help: "With --explain: seconds between two readings; 0 for each of them.")
  var every = 1.0

  @Flag(help: "With --explain: print JSON lines.")
  var json = false

  func validate() throws {
    _ = try chosenTopics()
    if json, !explain { throw ValidationError("--json is for --explain; topics are always JSON") }
    guard (0...86_400).contains(every) else {
      throw ValidationError("--every: \(every) is not from 0 to 86400 seconds")
    }
  }

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
    if let complaint = reader.header.chipsComplaint { complain("\(trace): \(complaint)") }
    var settings = options.settings(for: reader.header)
    if explain { settings.headingErrorInterval = Int64((every * 1e6).rounded()) }
    var session = Session(settings, topics: explain ? [] : try chosenTopics())
    var samples = 0
    defer { for complaint in reader.complaints { complain("\(trace): \(complaint)") } }
    var lines: [UInt8] = []
    do {
      while let item = try reader.next() {
        if item.input.hasMeasurement { samples += 1 }
        _ = session.feed(item.input) { lines += $0.bytes }
        for message in session.takeHeadingErrors() { lines += bytes(of: message) }
        try output.write(lines)
        lines.removeAll(keepingCapacity: true)
      }
    } catch let error as TraceError {
      try output.flush()  // the lines before the damage are good
      throw error
    }
    session.finish { lines += $0.bytes }
    for message in session.takeHeadingErrors() { lines += bytes(of: message) }
    try output.write(lines)
    try output.flush()
    if samples == 0 {
      throw CommandFailure(reader.withoutMeasurement)
    }
  }

  private func bytes(of message: HeadingErrorMessage) -> [UInt8] {
    json ? message.line : Array(ErrorReport(message).text.utf8)
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
    case "recorded": return nil
    case "fit": return try calibrationFittedToTrace()
    default: return try CalibrationFile(path: calibration).calibration
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
