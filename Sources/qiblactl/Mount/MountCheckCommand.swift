import ArgumentParser
import DaemonConfiguration
import Glibc
import Heading
import ProgramOptions
import Quantities
import Trace
import Wire
import Mounting

/// `qiblactl mount check`: measures the magnetometer's mount while the user points the device
/// north, east, south and west.
struct MountCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the magnetometer's mount: point the device north, east, south and west.",
    discussion: """
      Needs only a magnetometer and no calibration. Find north within 30 degrees with a map, the sun \
      or another compass. Stay away from iron and magnets. Stop the daemon first, because it uses the \
      chip. Prints the lines for the configuration; --write puts them into the file and keeps \
      everything else there.

      Example: qiblactl mount check --write /etc/qiblad/qiblad.toml
      """)

  @OptionGroup var sensors: SensorOptions

  @Option(
    help: ArgumentHelp(
      "Write the mount into this configuration file, after a confirmation.", valueName: "file"))
  var write: String?

  @Flag(help: "Write without asking.")
  var yes = false

  @Option(help: ArgumentHelp("Take the field from a recording instead.", valueName: "file"))
  var recording: String?

  @Option(
    help: ArgumentHelp(
      "The seconds of the recording in which the device pointed north, east, south and west.",
      valueName: "a..b,c..d,e..f,g..h"),
    transform: { text in
      let spans = try text.split(separator: ",").map {
        try MountGuessCommand.Span(parsing: "\($0)")
      }
      guard spans.count == 4 else { throw ValidationError("'\(text)' is not four of FROM..TO") }
      return spans
    })
  var at: [MountGuessCommand.Span] = []

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if (recording == nil) != at.isEmpty {
      throw ValidationError("--recording and --at need each other")
    }
    if yes, write == nil { throw ValidationError("--yes needs --write") }
  }

  func run() throws {
    try qiblactl.run {
      let (found, driver) = try found()
      let report = MountCheckReport(found: found, driver: driver, present: try present())
      var output = StandardOutput()
      try output.write(json ? report.line : Array(report.text.utf8))
      try output.flush()
      if let write, !report.isConfigured { try self.write(report, to: write) }
    }
  }

  /// The present mounts, from the file of `--config` or of `--write`.
  private func present() throws -> Configuration.Mount {
    var options = sensors
    if options.file.config == nil, let write, access(write, F_OK) == 0 {
      options.file.config = write
    }
    return try options.configuration().mount
  }

  private func found() throws -> (QuarterTurns.Found, driver: String?) {
    let (turns, driver) = try turns()
    switch turns.mount() {
    case .success(let found): return (found, driver)
    case .failure(let refusal): throw CommandFailure("\(refusal)")
    }
  }

  /// The field in the four directions, and the driver of the chip; `nil` for a recording.
  private func turns() throws -> (QuarterTurns, driver: String?) {
    if let recording { return (try turns(of: recording), nil) }
    let chip = try FieldProbe(sensors)
    var driver: String?
    let intro = "Lay the device flat, away from iron and magnets, and keep it flat."
    tell(intro)
    func field(_ what: String) throws -> Vector3 {
      try ask("\(what), then press Enter and hold it still for a moment.")
      let seen = try chip.field()
      driver = seen.driver
      return seen.microtesla
    }
    let turns = QuarterTurns(
      north: try field("Point it north (within 30 degrees)"),
      east: try field("Turn it right by a quarter, to the east"),
      south: try field("Turn it right by a quarter again, to the south"),
      west: try field("And once more, to the west"))
    return (turns, driver)
  }

  private func turns(of path: String) throws -> QuarterTurns {
    var samples: [Sample] = []
    var start = Timestamp(microseconds: 0)
    var sensors = FirstSensors()
    do {
      var reader = try TraceReader(path: path)
      start = reader.header.start
      while let sample = try reader.nextSample() { samples.append(sensors.restrict(sample)) }
      for complaint in reader.complaints { complain("\(path): \(complaint)") }
    } catch { throw CommandFailure("\(error)") }
    let fields = try at.map { try $0.meanField(samples, since: start, of: path) }
    return QuarterTurns(north: fields[0], east: fields[1], south: fields[2], west: fields[3])
  }

  private func write(_ report: MountCheckReport, to path: String) throws {
    if !yes {
      guard confirmed("Write \(report.assignment) into \(path)?") else {
        throw CommandFailure("\(path) was not changed")
      }
    }
    do {
      try Configuration.writeMount(report.key, to: report.value, path: path)
    } catch { throw CommandFailure("\(error)") }
    tell(
      "\(path) now has \(report.assignment); start the daemon, or, where one runs: sudo qiblactl reload"
    )
  }
}

extension MountGuessCommand.Span {
  /// The mean field of the span, µT in the chip's axes.
  ///
  /// - Parameter start: the recording's instant 0.
  fileprivate func meanField(
    _ samples: [Sample], since start: Timestamp, of path: String
  ) throws -> Vector3 {
    let fields = samples.lazy.filter { seconds.contains($0.time.seconds(since: start)) }
      .compactMap { $0.magneticField?.microtesla }
    return try FieldProbe.mean(
      Array(fields), at: "\(path), \(seconds.lowerBound)..\(seconds.upperBound) s")
  }
}
