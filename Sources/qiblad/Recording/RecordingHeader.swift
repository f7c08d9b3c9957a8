import Geomagnetism
import JSON
import Pipeline
import Quantities
import Session
import Trace
import Wire

/// Makes the headers of recordings: what the source says of itself, and every setting on which the output of its
/// pipeline depends.
struct RecordingHeader: Sendable {
  /// The header of a trace of the source's inputs.
  let source: TraceHeader
  let settings: PipelineSettings
  /// The chips that are read, in words; `nil` where none is known yet. For readers: the recording's lines say it, too.
  let sensors: @Sendable () -> String?

  /// - Parameters:
  ///   - start: the time of the first input.
  ///   - known: what was known before it.
  func callAsFunction(name: String, start: Timestamp, known: KnownInputs) -> TraceHeader {
    var header = source
    (header.name, header.source) = (name, "qiblad \(programVersion)")
    header.sensor = sensors() ?? source.sensor
    header.start = start
    header.declination = settings.declination
    header.initialState = state(at: start, known)
    return header
  }

  private func state(at start: Timestamp, _ known: KnownInputs) -> InitialState {
    var state = source.initialState ?? InitialState()
    state.declination = nil
    state.mountErrorDegrees = settings.mountErrorDegrees == 0 ? nil : settings.mountErrorDegrees
    state.isPositionByHand = settings.position != nil
    state.position = settings.position ?? settings.startingPosition
    state.isPositionConfigured = settings.isStartingPositionConfigured
    state.lastKnown = settings.lastKnown
    if let former = known.formerPlace(at: start) {
      state.lastKnown = former
      if !state.isPositionByHand { (state.position, state.isPositionConfigured) = (nil, false) }
    }
    state.isTimeByHand = settings.date != nil
    state.isTimeUncertain = settings.date == nil && !settings.isAssumedDateCertain
    let elapsed = known.first.map { start.microseconds(since: $0) } ?? 0
    state.utcMicroseconds = (settings.date ?? settings.assumedDate).map { $0 + elapsed }
    if settings.date == nil, let received = known.receivedDate(at: start) {
      (state.utcMicroseconds, state.isTimeUncertain) = (received, false)
    }
    (state.target, state.method) = (settings.target, settings.method)
    state.alignment = settings.alignment
    state.others.removeAll { $0.key == "magnetic_model" }
    state.others.append(
      JSONValue.Member(key: "magnetic_model", value: .string(settings.model.name)))
    return state
  }
}
