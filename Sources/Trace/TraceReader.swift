package import Pipeline
package import Quantities

/// An input of a trace, and its line.
package struct TraceItem: Equatable, Sendable {
  package let input: Input
  /// Counted from 1, the header being line 1.
  package let line: Int

  package init(input: Input, line: Int) { (self.input, self.line) = (input, line) }

  /// The sample, where the line is a measurement or a fix.
  package var sample: Sample? { input.sample }
}

/// Reads a trace as a stream, in memory that does not depend on its length.
///
/// - `next` returns the good lines in the order of the file; bad lines are counted in `skipped`.
/// - Time may run backwards or jump: the pipeline judges that.
/// - Labels for scoring (`truth_…`) and unknown keys are skipped without being interpreted.
///
/// `@unchecked Sendable`: `init` takes the source away from its caller (`sending`), and only this
/// non-copyable value reaches it, so that a reader may move to another thread; zlib's streams belong to
/// no thread.
package struct TraceReader: ~Copyable, @unchecked Sendable {
  /// What errors call the trace: its path, or `standard input`.
  package let name: String
  /// What the first line says.
  package let header: TraceHeader
  /// The bad lines so far.
  package private(set) var skipped = SkippedLines()
  /// Lines read so far, with the header and the bad ones.
  package private(set) var lines = 1
  /// Good lines so far that hold no input: notes, labels.
  package private(set) var linesWithoutInput = 0

  private var reader: LineReader
  private var units: UnitCheck
  private var unknownKeys = UnknownKeys()
  private var lastTimes: [SensorSourceID: LastTimes] = [:]
  /// For `nextSample`.
  private var isBlanking = false

  /// Opens a trace, plain or gzip, and reads its header.
  ///
  /// - Parameter path: a file, or `-` for standard input.
  package init(path: String) throws(TraceError) {
    if path == "-" {
      try self.init(source: try GzipFile.standardInput(), name: GzipFile.standardInputName)
    } else {
      try self.init(source: try GzipFile(path: path), name: path)
    }
  }

  /// Reads a trace's header from a source of bytes.
  ///
  /// - Parameter name: what errors call it.
  package init(source: sending any ByteSource, name: String) throws(TraceError) {
    var reader = LineReader(source)
    header = try Self.header(&reader, name)
    self.name = name
    self.reader = reader
    units = UnitCheck(isFieldInMicrotesla: header.isFieldInMicrotesla, rateHz: header.rateHz)
  }

  /// What is wrong with the lines so far, a sentence each: bad lines, numbers in other units, keys that look like
  /// others.
  package var complaints: [String] {
    (skipped.total > 0 ? ["\(skipped)"] : []) + units.warnings + unknownKeys.warnings
  }

  /// What a trace without any measurement has, for its error.
  package var withoutMeasurement: String {
    let keys = unknownKeys.list.map {
      "; \($0) is not a key of a measurement: these are \"mag\", \"accel\" and \"gyro\""
    }
    return "\(name): no measurement in \(lines) lines; nothing to replay\(keys ?? "")"
  }

  /// The next input, or `nil` at the end.
  ///
  /// - Throws: when the source fails. What was returned before stays good.
  package mutating func next() throws(TraceError) -> TraceItem? {
    while let line = try Self.line(&reader, name, lines) {
      lines += 1
      do throws(BadLine) {
        guard let input = try input(line) else {
          linesWithoutInput += 1
          continue
        }
        return TraceItem(input: input, line: lines)
      } catch {
        skipped.add(error, line: lines)
      }
    }
    return nil
  }

  /// The next sample, or `nil` at the end, for what is learned from samples alone: other inputs are
  /// skipped, and fields that were measured while a motor ran are left out.
  ///
  /// - Throws: when the source fails.
  package mutating func nextSample() throws(TraceError) -> Sample? {
    while let item = try next() {
      if case .blanking(let isOn, _) = item.input { isBlanking = isOn }
      guard var sample = item.sample else { continue }
      if isBlanking { sample.magneticField = nil }
      return sample
    }
    return nil
  }

  /// Goes back to the first sample and forgets what was counted, as if the trace were just opened.
  ///
  /// - Throws: `cannotRewind` where the trace is not a file.
  package mutating func rewind() throws(TraceError) {
    do { try reader.rewind() } catch { throw .cannotRewind(trace: name) }
    _ = try Self.line(&reader, name, 0)  // the header
    skipped = SkippedLines()
    lines = 1
    linesWithoutInput = 0
    lastTimes = [:]
    isBlanking = false
    units = UnitCheck(isFieldInMicrotesla: header.isFieldInMicrotesla, rateHz: header.rateHz)
    unknownKeys = UnknownKeys()
  }

  private mutating func input(_ line: LineReader.Line) throws(BadLine) -> Input? {
    guard case .text(let text, let terminated) = line else { throw .tooLong }
    do throws(BadLine) {
      let input = try InputLine.input(text, unknown: &unknownKeys)
      // A daemon moves samples that come late to one instant.
      if !header.isLive, let sample = input?.sample {
        try lastTimes[sample.source, default: LastTimes()].check(sample)
      }
      if let sample = input?.sample { units.take(sample) }
      let start = header.start.microseconds
      return start == 0 ? input : input.map { $0.at($0.time.advanced(byMicroseconds: start)) }
    } catch .notJSON(let error) {
      throw terminated ? .notJSON(error) : .cutOff
    }
  }

  private static func header(
    _ reader: inout LineReader, _ name: String
  ) throws(TraceError) -> TraceHeader {
    guard let line = try line(&reader, name, 0) else { throw .empty(trace: name) }
    do throws(TraceHeaderError) {
      guard case .text(let text, _) = line else {
        throw .tooLong(limit: LineReader.maximumLineBytes)
      }
      // Some editors write a byte order mark before the first line.
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      return try TraceHeader(parsing: text.starts(with: mark) ? text.dropFirst(3) : text[...])
    } catch {
      throw .badHeader(trace: name, error)
    }
  }

  private static func line(
    _ reader: inout LineReader, _ name: String, _ lines: Int
  ) throws(TraceError) -> LineReader.Line? {
    do {
      return try reader.next()
    } catch {
      switch error {
      case .endedEarly: throw .compressedDataEnded(trace: name, lines: lines)
      case .corrupt: throw .compressedDataCorrupt(trace: name, lines: lines)
      case .system(let errno): throw .cannotRead(trace: name, lines: lines, errno: errno)
      case .notRewindable: throw .cannotRewind(trace: name)
      }
    }
  }
}

/// When each sensor of one chip measured last: a sensor cannot measure twice at one instant.
private struct LastTimes {
  private var magneticField: Timestamp?
  private var acceleration: Timestamp?
  private var angularRate: Timestamp?
  private var fix: Timestamp?

  mutating func check(_ sample: Sample) throws(BadLine) {
    let time = sample.time
    if sample.magneticField != nil, magneticField == time { throw .duplicateTime(.magneticField) }
    if sample.acceleration != nil, acceleration == time { throw .duplicateTime(.acceleration) }
    if sample.angularRate != nil, angularRate == time { throw .duplicateTime(.angularRate) }
    if sample.fix != nil, fix == time { throw .duplicateTime(.fix) }
    if sample.magneticField != nil { magneticField = time }
    if sample.acceleration != nil { acceleration = time }
    if sample.angularRate != nil { angularRate = time }
    if sample.fix != nil { fix = time }
  }
}
