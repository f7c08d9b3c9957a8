import Pipeline
import Quantities
import Session
import Trace

/// A recording.
// Sendable: made by the main task, handed to the pipeline's thread, and used by that one alone.
final class TraceSource: InputSource, @unchecked Sendable {
  let origin: SampleOrigin
  let header: TraceHeader
  let settings: PipelineSettings
  private var reader: TraceReader

  init(path: String, options: RunOptions) throws(TraceError) {
    let reader = try TraceReader(path: path)
    origin = .recording(isSimulated: reader.header.isSimulated)
    header = reader.header
    settings = options.settings(for: header)
    self.reader = reader
  }

  func next(before _: Timestamp?) throws -> Input? { try reader.next()?.input }

  func rewind() throws { try reader.rewind() }

  var complaint: String? {
    let complaints = [reader.header.chipsComplaint].compactMap(\.self) + reader.complaints
    return complaints.isEmpty ? nil : "\(reader.name): \(complaints.joined(separator: "; "))"
  }
}
