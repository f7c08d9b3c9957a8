internal import Glibc
import JSON
import Quantities
import SensorCalibration
import TestSamples
import Trace

/// A recording in memory: its samples and, where it has one, its truth.
struct Recording {
  let header: TraceHeader
  var samples: [Sample] = []
  private(set) var truths: [RecordedTruth] = []

  /// - Parameter path: of a plain trace.
  init(path: String) throws {
    let bytes = try Self.bytes(of: path)
    var reader = try TraceReader(path: path)
    header = reader.header
    while let item = try reader.next() {
      if let sample = item.sample { samples.append(sample) }
    }
    guard let north = magneticNorth else { return }
    for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
      var truth = try RecordedTruth(line: line)
      truth.heading = truth.heading.map { $0 - north }
      truths.append(truth)
    }
  }

  /// As the header has it; empty where it has none.
  var name: String { header.name ?? "" }

  /// Whether headings can be scored.
  var hasTruth: Bool { truths.contains { $0.heading != nil && $0.pitch != nil } }

  /// The log that calibrates this recording, by its name; `nil` where none is needed.
  var calibrationTrace: String? {
    guard case .string(let name) = other("calibration_trace") else { return nil }
    return name
  }

  /// A calibration log of all samples.
  var log: CalibrationLog {
    var log = CalibrationLog(isMicrotesla: header.isFieldInMicrotesla)
    for sample in samples { log.add(sample, mount: header.mount) }
    return log
  }

  /// Degrees from north in the truth's frame.
  private var magneticNorth: Double? {
    let field = other("mag_ref_enu_ut")?.array?.compactMap(\.number)
    guard let field, field.count == 3 else { return nil }
    return atan2(field[0], field[1]).inDegrees
  }

  private func other(_ key: String) -> JSONValue? {
    header.others.first { $0.key == key }?.value
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Missing(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// A file that cannot be read.
  struct Missing: Error { var path: String }
}
