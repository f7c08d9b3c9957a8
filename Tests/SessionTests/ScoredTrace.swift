import Foundation
import JSON
import Pipeline
import Quantities
import TestSamples
import Testing
import Wire

@testable import Trace

/// A recording with the truth about it, and what the pipeline says of it.
struct ScoredTrace {
  /// One line's truth.
  struct Truth {
    var time = 0.0
    /// Degrees clockwise of x; `nil` where the cameras saw nothing.
    var heading: Double?
    /// Degrees, x above the horizontal.
    var pitch: Double?
    var isMoving = true
  }

  let header: TraceHeader
  var truth: [Truth] = []
  var readings: [Reading] = []

  init(path: String) throws {
    let bytes = try Self.unpacked(path)
    for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
      truth.append(try Self.truth(line))
    }
    var reader = try TraceReader(source: MemorySource(bytes), name: path)
    header = reader.header
    var settings = PipelineSettings()
    settings.mount = header.mount
    settings.calibration = header.isMagnetometerCalibrated ? .given : nil
    var pipeline = Pipeline(settings)
    var timeline = Timeline()
    func process(_ input: Input) {
      pipeline.process(input) {
        if case .reading(let reading) = copy $0 { readings.append(reading) }
      }
    }
    while let item = try reader.next() {
      while let tick = timeline.tick(before: item.input.time) { process(.tick(tick)) }
      if let gap = timeline.accept(item.input) { process(gap) }
      process(item.input)
    }
    while let tick = timeline.tickAtEnd() { process(.tick(tick)) }
  }

  private static func unpacked(_ path: String) throws -> [UInt8] {
    let file = try GzipFile(path: path)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  private static func truth(_ line: ArraySlice<UInt8>) throws -> Truth {
    var truth = Truth()
    var scanner = JSONScanner(line)
    try scanner.beginObject()
    var first = true
    while let key = try scanner.nextKey(first: first) {
      first = false
      switch key {
      case "t": truth.time = try scanner.number()
      case "truth_heading": truth.heading = try scanner.numberIfThere()
      case "moving": truth.isMoving = try scanner.bool()
      case "truth_q": truth.pitch = try pitch(&scanner)
      default: try scanner.skipValue()
      }
    }
    return truth
  }

  /// [w, x, y, z], sensor → east, north, up: x's height is the last row's first element.
  private static func pitch(_ scanner: inout JSONScanner) throws -> Double? {
    try scanner.beginArray()
    var q: [Double] = []
    while try scanner.nextElement(first: q.isEmpty) { q.append(try scanner.number()) }
    guard q.count == 4 else { return nil }
    return asin(min(max(2 * (q[1] * q[3] - q[0] * q[2]), -1), 1)).inDegrees
  }
}
