import ArgumentParser
import DaemonConfiguration
import Geomagnetism
import Heading
import Quantities
import Trace
import Wire
import Mounting

/// `qiblactl mount guess`: finds the mounts while the user turns the device, or from a recording of that.
struct MountGuessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guess",
    abstract:
      "Find how the chips are mounted: follow the guide, or give a recording.",
    usage: """
      qiblactl mount guess [--yes] [--json]
      qiblactl mount guess RECORDING [--level A..B [--nose-up A..B]] [--json]
      """,
    discussion: """
      Needs accelerometer, gyro and magnetometer. Without a recording it asks for two poses, level and \
      with the nose raised, and for turns about all axes, takes what the running daemon measures, and \
      offers to use the mount at once. A recording should have 10 s or more of such turns, away from \
      magnets. If the turns do not determine a mount, the reason is printed and the exit status is 1.

      Examples:
        qiblactl mount guess
        qiblactl mount guess turns.jsonl --level 0..2 --nose-up 3..5
      """)

  @Argument(help: "The recording: a file, plain or gzip, or - for standard input.")
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "The seconds of the recording in which the device lay level.", valueName: "from..to"),
    transform: { try Span(parsing: $0) })
  var level: Span?

  @Option(
    help: ArgumentHelp(
      "The seconds in which its nose was raised by 20 to 90 degrees.", valueName: "from..to"),
    transform: { try Span(parsing: $0) })
  var noseUp: Span?

  // `.unconditional`: a latitude south of the equator begins with a minus, like an option.
  @Option(
    parsing: .unconditional,
    help: "The place of the recording, LAT,LON; shows whether the magnetometer is mirrored.",
    transform: { try Position(parsing: $0) })
  var position: Position?

  @Option(
    help: ArgumentHelp(
      "A calibration file; recorded: the calibration in the recording.", valueName: "file"))
  var calibration = "recorded"

  @Flag(help: "Use what is found at once, without asking; only without a recording.")
  var yes = false

  @OptionGroup var options: ControlOptions

  @OptionGroup var coefficients: CoefficientOptions

  func validate() throws {
    if noseUp != nil, level == nil { throw ValidationError("--nose-up needs --level as well") }
    if trace == nil, level != nil { throw ValidationError("--level needs a recording") }
    if trace != nil, yes { throw ValidationError("--yes is for the running daemon's sensors") }
  }

  func run() throws {
    try qiblactl.run {
      do {
        if let trace {
          try print(guess(from: trace))
        } else {
          try guide()
        }
      } catch let refusal as MountRefusal {
        throw CommandFailure(trace.map { "\($0): \(refusal)" } ?? "\(refusal)")
      } catch let error as TraceError {
        throw CommandFailure("\(error)")
      }
    }
  }

  private func print(_ report: MountReport) throws {
    var output = StandardOutput()
    try output.write(options.json ? report.line : Array(report.text.utf8))
    try output.flush()
  }

  /// Finds the mount with the running daemon's sensors, and sets it where the user wants that.
  private func guide() throws {
    let socket = options.socket.directory
    let daemon = try ControlConnection(socket)
    // A recording and a simulation have their own mounts, which cannot be set.
    let boards = daemon.isLive ? try daemon.perform(.mount(.show)) : nil
    let turns = try GuidedTurns(socketDirectory: socket)
    let known = try chosenCalibration()
    let place = position ?? turns.position
    let relative = try guessMount(
      of: turns.samples, calibration: known, inclination: try place.map { try inclination(at: $0) }
    ).get()
    let report = MountReport(
      relative: relative,
      inertial: try Mounting.inertialMount(level: turns.level, noseUp: turns.noseUp).get(),
      boards: boards.map {
        MountReport.BoardNames(
          magnetometer: $0.boardPrefix("magnetometer"), inertial: $0.boardPrefix("inertial"))
      })
    try print(report)
    guard daemon.isLive, let mount = report.mount, yes || confirmed("Use it now?") else { return }
    _ = try daemon.perform(
      .mount(.set(board: nil, magnetometer: mount.magnetometer, inertial: mount.inertial)))
    tell(
      "The daemon uses it until it stops. To keep it: sudo qiblactl mount set --magnetometer "
        + "\"\(mount.magnetometer)\" --inertial \"\(mount.inertial)\" --write \(Configuration.defaultPath)"
    )
  }

  /// The calibration that the user names; `nil`: that of the daemon or of the recording.
  private func chosenCalibration() throws -> Calibration? {
    calibration == "recorded" ? nil : try CalibrationFile(path: calibration).calibration
  }

  private func guess(from trace: String) throws -> MountReport {
    var reader = try TraceReader(path: trace)
    var samples: [Sample] = []
    var sensors = FirstSensors()
    while let sample = try reader.nextSample() { samples.append(sensors.restrict(sample)) }
    for complaint in reader.complaints { complain("\(trace): \(complaint)") }
    let header = reader.header
    let known = try chosenCalibration()
    let place =
      position ?? samples.lazy.compactMap { $0.fix?.position }.first
      ?? header.initialState?.position
    let relative = try guessMount(
      of: samples,
      calibration: known ?? header.initialState?.calibration
        ?? (header.isMagnetometerCalibrated ? .given : nil),
      inclination: try place.map { try inclination(at: $0) }
    ).get()
    return MountReport(
      relative: relative, inertial: try inertialMount(samples, since: header.start))
  }

  private func inertialMount(
    _ samples: [Sample], since start: Timestamp
  ) throws -> InertialMount? {
    guard let level else { return nil }
    let flat = try level.meanForce(samples, since: start, option: "--level")
    guard let noseUp else { return try Mounting.inertialMount(level: flat, noseUp: nil).get() }
    let raised = try noseUp.meanForce(samples, since: start, option: "--nose-up")
    return try Mounting.inertialMount(level: flat, noseUp: raised).get()
  }

  /// The inclination, radians, for the middle of the model's years. It changes by about 1° in a few
  /// years, which is accurate enough here.
  private func inclination(at place: Position) throws -> Double {
    let model = try coefficients.model()
    let field = model.evaluate(
      at: place.coordinates, altitudeMetres: 0, decimalYear: model.epoch + 2.5
    ).field
    return field.inclinationDegrees.inRadians
  }

  /// A time span of the recording.
  struct Span {
    /// Seconds since the start of the recording.
    let seconds: ClosedRange<Double>

    /// - Throws: `ValidationError` if the text is not FROM..TO.
    init(parsing text: String) throws {
      let ends = text.split(separator: "..", omittingEmptySubsequences: false)
        .map { Double($0) }
      guard ends.count == 2, let from = ends[0], let to = ends[1], from >= 0, to > from else {
        throw ValidationError("'\(text)' is not FROM..TO in seconds, such as 0..3.5")
      }
      seconds = from...to
    }

    /// The mean acceleration of the span, m/s² in the inertial chip's axes.
    ///
    /// - Parameter start: the recording's instant 0.
    /// - Throws: `CommandFailure` without samples in the span; `MountRefusal` if the device moved.
    func meanForce(
      _ samples: [Sample], since start: Timestamp, option: String
    ) throws -> Vector3 {
      let forces = samples.lazy.filter { seconds.contains($0.time.seconds(since: start)) }
        .compactMap { $0.acceleration?.metresPerSecondSquared }
      guard !forces.isEmpty else {
        let end = samples.last?.time.seconds(since: start) ?? 0
        throw CommandFailure(
          "\(option) \(seconds.lowerBound)..\(seconds.upperBound): the recording has no acceleration "
            + "in this span; it ends after \((end * 10).rounded() / 10) s")
      }
      guard let mean = steadyMean(Array(forces)) else { throw MountRefusal.noGravity }
      return mean
    }
  }
}
