import Foundation
import Pipeline
import Quantities
import Session
import Simulation
import TestSamples
import Testing
import Trace
import Wire

/// Where the traces of this package are.
let tracesFolder =
  "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Traces"

/// The bytes of a trace of this package.
func trace(_ name: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: "\(tracesFolder)/\(name).jsonl")))
}

/// What a trace gives: the protocol's lines, all topics, in order.
struct Replayed {
  var lines: [LineEncoder.Line] = []
  var bytes: [UInt8] = []

  /// - Parameter chunk: how many bytes one read gives.
  init(
    _ trace: [UInt8], _ options: RunOptions = RunOptions(), chunk: Int = .max
  ) throws {
    var reader = try TraceReader(source: MemorySource(trace, chunk: chunk), name: "trace")
    var session = Session(options.settings(for: reader.header))
    while let item = try reader.next() { _ = session.feed(item.input) { add($0) } }
    session.finish { add($0) }
  }

  mutating func add(_ line: LineEncoder.Line) {
    lines.append(line)
    bytes += line.bytes
  }

  /// The instant of the last reading, read back from its line.
  func lastReading() throws -> Timestamp {
    let line = try #require(lines.last { $0.topic == .reading })
    guard case .reading(let reading) = try Message(parsing: line.bytes) else {
      throw MessageError.notJSON(reason: "it is no reading")
    }
    return reading.time
  }
}

/// Options with a place and a declination, so that everything that can be said is said.
func london() throws -> RunOptions {
  var options = RunOptions()
  options.position = try Position(parsing: "51.5074,-0.1278")
  options.declination = try Declination(degrees: 1.2)
  return options
}

/// The bytes of a simulated trace.
func simulatedTrace(seed: UInt64, samples: Int, model: SensorModel = SensorModel()) throws
  -> [UInt8]
{
  let trace = SimulatedTrace(setting: Scene.Setting())
  var writer = TraceWriter()
  var bytes: [UInt8] = []
  writer.write(trace.header(seed: seed, model: model), to: &bytes)
  for step in Simulator(scene: trace.scene, model: model, seed: seed).prefix(samples) {
    try writer.write(step.sample, truth: trace.truth(of: step, mount: model.mount), to: &bytes)
  }
  return bytes
}

/// Whether `part` is the beginning of `whole`; `memcmp`, because there are hundreds of megabytes to
/// compare and a debug build compares a byte at a time.
func isBeginning(_ part: [UInt8], of whole: [UInt8]) -> Bool {
  guard part.count <= whole.count else { return false }
  return part.withUnsafeBytes { part in
    whole.withUnsafeBytes { whole in
      guard let start = part.baseAddress, let other = whole.baseAddress else { return true }
      return memcmp(start, other, part.count) == 0
    }
  }
}

extension Replayed {
  /// The readings, read back from their lines; slow for many.
  func readings() throws -> [Reading] {
    try lines.filter { $0.topic == .reading }.compactMap {
      guard case .reading(let reading) = try Message(parsing: $0.bytes) else { return nil }
      return reading
    }
  }
}
