import Heading
import Pipeline
import Quantities
import Session
import Simulation
import Storage
import Trace
import Wire

/// Where the daemon's samples come from.
protocol SampleSource: Sendable {
  /// The pipeline's settings for these samples.
  var settings: PipelineSettings { get }

  /// Whether no sensor measured them.
  var isSimulated: Bool { get }

  /// Whether they are measured now, and time goes on without them.
  var isLive: Bool { get }

  /// The next sample, or `nil` at the end.
  ///
  /// - Parameter tick: what waits for a later sample; where samples are live, one is made up in time.
  mutating func next(before tick: Timestamp?) throws -> Sample?

  /// What is known to be wrong with the magnetometer, or `nil`.
  var fieldFault: Why? { get }

  /// The sensor that is known to be lost since the newest sample, by its `source`; once for each loss.
  mutating func takeLoss() -> Int?

  /// Whether what the magnetometer measures is withheld for a moment, as while a motor runs beside it.
  var isFieldWithheld: Bool { get }

  /// The suspend of the machine before the newest sample; once for each.
  mutating func takeSuspend() -> SuspendWatch.Suspend?

  /// What the log calls the sensor of the samples with that `source`.
  func name(ofSource source: Int) -> String

  /// Takes note of which sensors make the heading.
  func note(_ primary: PrimarySources)

  /// Goes back to the first sample.
  mutating func rewind() throws

  /// What was not good about the samples so far, or `nil`.
  var complaint: String? { get }
}

extension SampleSource {
  var isLive: Bool { false }
  var fieldFault: Why? { nil }
  mutating func takeLoss() -> Int? { nil }
  var isFieldWithheld: Bool { false }
  mutating func takeSuspend() -> SuspendWatch.Suspend? { nil }
  func name(ofSource source: Int) -> String { "magnetometer \(source)" }
  func note(_ primary: PrimarySources) {}
}

/// A recording.
// Sendable: made by the main task, handed to the pipeline's thread, and used by that one alone.
final class TraceSource: SampleSource, @unchecked Sendable {
  let settings: PipelineSettings
  let isSimulated: Bool
  private var reader: TraceReader

  init(path: String, options: RunOptions) throws(TraceError) {
    let reader = try TraceReader(path: path)
    settings = options.settings(for: reader.header)
    isSimulated = reader.header.isSimulated
    self.reader = reader
  }

  func next(before _: Timestamp?) throws -> Sample? { try reader.next()?.sample }

  func rewind() throws { try reader.rewind() }

  var complaint: String? {
    reader.skipped.total > 0 ? "\(reader.name): \(reader.skipped)" : nil
  }
}

/// A device that is not there.
struct SimulationSource: SampleSource {
  let settings: PipelineSettings
  let isSimulated = true
  private var simulator: Simulator

  init(seed: UInt64, options: RunOptions) {
    // To the day, so that the same seed gives the same samples all day long.
    let today = options.clockDate.map { $0 - $0 % UTCTime.microsecondsPerDay }
    let start = options.start(utcMicroseconds: options.date ?? options.clockDate)
    let setting = Scene.Setting(
      position: options.position ?? start?.position,
      utcMicroseconds: options.date ?? today,
      declination: options.declination ?? options.configuredDeclination,
      target: options.target?.coordinates, model: options.model)
    var header = TraceHeader(isMagnetometerCalibrated: true, isSimulated: true)
    // Where nobody said where the device is, it is where the scene is.
    header.initialState = InitialState(
      position: start == nil ? setting.position : nil,
      utcMicroseconds: options.date ?? options.clockDate)
    settings = options.settings(for: header)
    simulator = Simulator(scene: .turnThroughQibla(in: setting), seed: seed)
  }

  mutating func next(before _: Timestamp?) -> Sample? { simulator.next()?.sample }

  func rewind() {}

  var complaint: String? { nil }
}
