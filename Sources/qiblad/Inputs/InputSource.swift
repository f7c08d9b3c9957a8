import Pipeline
import Quantities
import Trace

/// Where the daemon's inputs come from.
protocol InputSource: Sendable {
  var origin: SampleOrigin { get }

  /// The first line of a trace of these inputs.
  var header: TraceHeader { get }

  /// The pipeline's settings for these inputs.
  var settings: PipelineSettings { get }

  /// The next input, or `nil` at the end.
  ///
  /// - Parameter tick: the next tick; where sensors are read, an input comes in time for it.
  mutating func next(before tick: Timestamp?) throws -> Input?

  /// Goes back to the first input of a recording.
  mutating func rewind() throws

  /// What was wrong with the inputs so far, for the log; `nil` where nothing was.
  var complaint: String? { get }
}

/// What kind of source it is.
enum SampleOrigin: Equatable, Sendable {
  /// The sensors of this device, now: time goes on without them.
  case sensors
  case recording(isSimulated: Bool)
  case simulation

  /// Whether no sensor measured the samples.
  var isSimulated: Bool {
    switch self {
    case .sensors: false
    case .recording(let isSimulated): isSimulated
    case .simulation: true
    }
  }
}
