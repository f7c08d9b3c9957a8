import ArgumentParser
import Geomagnetism
import Heading
import Quantities
import Trace
import Wire
import Mounting

/// `qiblactl mount guess`: the mount, from a recording in which the device was turned.
struct MountGuessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guess",
    abstract: "Guess from a recording how the chips sit in the device.",
    discussion: """
      The device is to be turned about all of its axes for 10 s or more, away from magnets. How the \
      chips sit in the device is seen from two poses: level on the table, and with the nose raised. \
      What cannot be told is refused with a reason and status 1.
      """)

  @Argument(help: "The recording: a file, plain or gzip, or - for standard input.")
  var trace: String

  @Option(
    help: ArgumentHelp(
      "When the device lay level, seconds of the recording.", valueName: "from..to"),
    transform: { try Span(parsing: $0) })
  var level: Span?

  @Option(
    help: ArgumentHelp("When its nose was raised by 20 to 90 degrees.", valueName: "from..to"),
    transform: { try Span(parsing: $0) })
  var noseUp: Span?

  // `.unconditional`: a place south of the equator begins with a minus and is no option.
  @Option(
    parsing: .unconditional,
    help: "Where this was, LAT,LON: without it a mirrored magnetometer may go unseen.",
    transform: { try Position(parsing: $0) })
  var position: Position?

  @Option(
    help: ArgumentHelp(
      "A calibration file; none: what the recording says.", valueName: "file"))
  var calibration = "none"

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var coefficients: CoefficientOptions

  func validate() throws {
    if noseUp != nil, level == nil { throw ValidationError("--nose-up needs --level as well") }
  }

  func run() throws {
    try qiblactl.run {
      let report: MountReport
      do { report = try guess() } catch let refusal as MountRefusal {
        throw CommandFailure("\(trace): \(refusal)")
      } catch let error as TraceError {
        throw CommandFailure("\(error)")
      }
      var output = StandardOutput()
      try output.write(json ? report.line : Array(report.text.utf8))
      try output.flush()
    }
  }

  private func guess() throws -> MountReport {
    var reader = try TraceReader(path: trace)
    var samples: [Sample] = []
    var sensors = FirstSensors()
    while let sample = try reader.nextSample() { samples.append(sensors.restrict(sample)) }
    if reader.skipped.total > 0 { complain("\(trace): \(reader.skipped)") }
    let header = reader.header
    let known = calibration == "none" ? nil : try readCalibration(path: calibration)
    let place =
      position ?? samples.lazy.compactMap { $0.fix?.position }.first
      ?? header.initialState?.position
    let relative = try guessMount(
      of: samples,
      calibration: known ?? header.initialState?.calibration
        ?? (header.isMagnetometerCalibrated ? .given : nil),
      inclination: try place.map { try inclination(at: $0) }
    ).get()
    return MountReport(relative: relative, inertial: try inertialMount(samples))
  }

  private func inertialMount(_ samples: [Sample]) throws -> InertialMount? {
    guard let level else { return nil }
    let flat = try level.meanForce(samples, option: "--level")
    guard let noseUp else { return try Mounting.inertialMount(level: flat, noseUp: nil).get() }
    let raised = try noseUp.meanForce(samples, option: "--nose-up")
    return try Mounting.inertialMount(level: flat, noseUp: raised).get()
  }

  /// Radians, down positive; in the middle of the model's years, since a few move it by a degree.
  private func inclination(at place: Position) throws -> Double {
    let model = try coefficients.model()
    let field = model.evaluate(
      at: place.coordinates, altitudeMetres: 0, decimalYear: model.epoch + 2.5
    ).field
    return field.inclinationDegrees.inRadians
  }

  /// A part of the recording.
  struct Span {
    /// Seconds since its start.
    let seconds: ClosedRange<Double>

    /// - Throws: `ValidationError` where it is not FROM..TO.
    init(parsing text: String) throws {
      let ends = text.split(separator: "..", omittingEmptySubsequences: false)
        .map { Double($0) }
      guard ends.count == 2, let from = ends[0], let to = ends[1], from >= 0, to > from else {
        throw ValidationError("'\(text)' is not FROM..TO in seconds, such as 0..3.5")
      }
      seconds = from...to
    }

    /// m/s². What hands that hold a pose add to gravity.
    private static let largestUnrest = 1.0

    /// m/s², inertial chip's axes.
    ///
    /// - Throws: `CommandFailure` where nothing was measured then; `MountRefusal` where it was not still.
    func meanForce(_ samples: [Sample], option: String) throws -> Vector3 {
      let start = Timestamp(microseconds: 0)
      let forces = samples.lazy.filter { seconds.contains($0.time.seconds(since: start)) }
        .compactMap { $0.acceleration?.metresPerSecondSquared }
      guard !forces.isEmpty else {
        let end = samples.last?.time.seconds(since: start) ?? 0
        throw CommandFailure(
          "\(option) \(seconds.lowerBound)..\(seconds.upperBound): no acceleration was recorded then; "
            + "the recording ends after \((end * 10).rounded() / 10) s")
      }
      let mean = forces.reduce(.zero, +) / Double(forces.count)
      let square = forces.reduce(0) { $0 + ($1 - mean).dot($1 - mean) } / Double(forces.count)
      guard square.squareRoot() < Self.largestUnrest else { throw MountRefusal.noGravity }
      return mean
    }
  }
}
