import Foundation
import Pipeline
import Quantities
import TestSamples
import Testing
import Wire

@testable import Trace

/// A recording with the truth about it, and what the pipeline says of it.
struct ScoredTrace {
  let header: TraceHeader
  var truth: [RecordedTruth] = []
  var readings: [Reading] = []

  init(path: String) throws {
    let bytes = try Self.unpacked(path)
    for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
      truth.append(try RecordedTruth(line: line))
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
}
