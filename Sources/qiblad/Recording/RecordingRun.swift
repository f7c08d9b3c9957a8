import Glibc
import Logging
import Pipeline
import Quantities
import Trace
import Wire

/// A recording as the recorder's thread writes it: one file, or one after the other.
struct RecordingRun {
  /// Bytes of a file where the client gives no limit. Source: some hours of four sensors (docs/traces.md).
  static let usualLimit: Int64 = 100_000_000
  /// µs of inputs in one member at the most: what a kill can take.
  private static let memberMicroseconds: Int64 = 5_000_000
  /// µs from one sync to the next: what a power cut can take. Source: chosen; each sync wears a memory card.
  private static let syncMicroseconds: Int64 = 60_000_000

  private let beginning: RecordingBeginning
  private let disk: RecordingDisk
  private let logger: Logger
  private var known: KnownInputs
  private var file: RecordingFile
  private var writer: TraceWriter
  /// The time of the newest input.
  private var newest: Timestamp
  private var memberStart: Timestamp
  /// When the newest file was synced or made, by the disk's clock.
  private var synced: Int64
  private var number = 1
  private(set) var status: RecordingStatus

  init(_ beginning: RecordingBeginning, disk: RecordingDisk, logger: Logger) {
    (self.beginning, self.disk, self.logger) = (beginning, disk, logger)
    known = beginning.known
    (newest, memberStart, fileStart) = (beginning.start, beginning.start, beginning.start)
    synced = disk.now()
    status = RecordingStatus(path: beginning.opened.place.path(1))
    file = Self.file(beginning, beginning.opened.descriptor, disk)
    writer = TraceWriter(origin: beginning.start, precision: .exact)
  }

  private static func file(
    _ beginning: RecordingBeginning, _ descriptor: Int32, _ disk: RecordingDisk
  ) -> RecordingFile {
    let limit = beginning.opened.options.limitBytes ?? usualLimit
    return RecordingFile(descriptor, limitBytes: limit, disk: disk)
  }

  private var place: RecordingPlace { beginning.opened.place }
  private var redacts: Bool { beginning.opened.options.redactsPosition }

  /// The newest file's name.
  var fileName: String { place.name(number) }

  /// Writes inputs.
  ///
  /// - Returns: why the recording has to end; `nil` where it goes on.
  mutating func append(_ inputs: [Input]) -> Event.RecordingEnd? {
    do throws(Event.RecordingEnd) {
      for input in inputs { try append(input) }
      if newest.microseconds(since: memberStart) >= Self.memberMicroseconds {
        memberStart = newest
        try file.writeMember()
      }
      status.bytes = file.bytes
      if disk.now() - synced >= Self.syncMicroseconds {
        try file.sync()
        synced = disk.now()
      }
      if file.isFull { try rotate(or: .sizeLimit) }
      return nil
    } catch { return error }
  }

  private mutating func append(_ input: Input) throws(Event.RecordingEnd) {
    if !needsHeader, input.time.seconds(since: fileStart) > TraceKey.times.upperBound {
      try rotate(or: .timeLimit)
    }
    if needsHeader { try begin() }
    if newest < input.time {
      status.seconds += Double(input.time.microseconds(since: newest)) / 1e6
      newest = input.time
    }
    try write(input)
    known.note(input)
  }

  /// Nothing is in the file yet: the header comes with the first input, when chips may be known.
  private var needsHeader = true
  /// The time of `t` 0 in the newest file.
  private var fileStart: Timestamp

  /// Writes the header, and what is known from before.
  private mutating func begin() throws(Event.RecordingEnd) {
    needsHeader = false
    var header = beginning.header(name: fileName, start: newest, known: known)
    if redacts { header = header.withoutPosition }
    var line: [UInt8] = []
    fileStart = newest
    writer = TraceWriter(origin: newest, precision: .exact)
    writer.write(header, to: &line)
    try file.append { $0 += line }
    for input in known.inputs(at: newest) { try write(input) }
  }

  private mutating func write(_ input: Input) throws(Event.RecordingEnd) {
    guard let input = redacts ? input.withoutPosition : input else { return }
    var failure: UnwritableInput?
    try file.append { lines in
      do throws(UnwritableInput) { try writer.write(input, to: &lines) } catch { failure = error }
    }
    guard let failure else { return }
    if status.unwritable == 0 { logger.warning("\(place.path(number)): \(failure)") }
    status.unwritable += 1
  }

  /// Goes on in the next file; the oldest that is too many is removed.
  ///
  /// - Parameter end: the limit that the file has come to, and the recording where it has one file.
  private mutating func rotate(or end: Event.RecordingEnd) throws(Event.RecordingEnd) {
    guard place.files > 1 else { throw end }
    let descriptor: Int32
    do throws(RecordingProblem) { descriptor = try place.create(number + 1, disk: disk) } catch {
      logger.warning("\(error)")
      if case .noRoom = error { throw .diskFull }
      throw .diskFailed
    }
    if let failure = file.close() {
      Glibc.close(descriptor)
      place.remove(number + 1)
      throw failure
    }
    number += 1
    if number > place.files { place.remove(number - place.files) }
    file = Self.file(beginning, descriptor, disk)
    (status.path, status.files, status.bytes) = (place.path(number), number, 0)
    (needsHeader, memberStart, synced) = (true, newest, disk.now())
  }

  /// Closes the file.
  mutating func end(_ reason: Event.RecordingEnd) -> RecordingStatus {
    let failure = file.close()
    status.bytes = file.bytes
    status.end = failure ?? reason
    if file.bytes == 0 { place.remove(number) }
    return status
  }
}
