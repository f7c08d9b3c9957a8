import CZlib
import Glibc
import JSON
import Quantities
import Testing

@testable import Trace

/// Recordings by others, beside the package where they were put there; most may not be distributed
/// with it. Without them these tests are reported as skipped.
enum Recordings {
  static let directory =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    + "/../shared/data/traces"

  static let paths: [String] = {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".jsonl") || name.hasSuffix(".jsonl.gz") { names.append(name) }
    }
    return names.sorted().map { "\(directory)/\($0)" }
  }()

  /// The line feeds of a file, unpacked.
  static func lineFeeds(_ path: String) throws -> Int {
    let file = try #require(gzopen(path, "rb"))
    defer { gzclose(file) }
    var line = [CChar](repeating: 0, count: 1 << 16)
    var count = 0
    while gzgets(file, &line, Int32(line.count)) != nil {
      if strchr(line, Int32(UInt8(ascii: "\n"))) != nil { count += 1 }
    }
    return count
  }
}

@Suite(.enabled(if: !Recordings.paths.isEmpty, "no recordings in ../shared/data/traces"))
struct RecordingsTests {
  @Test(arguments: Recordings.paths)
  func everyRecordingIsReadToItsEndWithoutABadLine(path: String) throws {
    let lines = try Recordings.lineFeeds(path)
    var reader = try TraceReader(path: path)
    var samples = 0
    var fields = 0
    var notLater = 0
    var last = Timestamp(microseconds: -1)
    while let sample = try reader.nextSample() {
      samples += 1
      fields += sample.magneticField == nil ? 0 : 1
      notLater += sample.time > last ? 0 : 1
      last = sample.time
    }
    #expect("\(reader.skipped)" == "no bad lines")
    #expect(reader.lines == lines)
    #expect(samples == lines - 1 && reader.linesWithoutInput == 0)
    #expect(notLater == 0)
    #expect(fields > samples / 3)
    #expect(reader.header.name.map { path.contains($0) } == true)
    #expect(reader.header.mount.magnetometer.row2 == Vector3(0, 0, -1))
  }

  // the phones' declination and the units are printed in the headers
  @Test(.enabled(if: Recordings.paths.contains { $0.contains("phone_jakob_n5_dist_ar") }))
  func aPhonesHeaderIsUnderstood() throws {
    let path = try #require(Recordings.paths.first { $0.contains("phone_jakob_n5_dist_ar") })
    let header = try TraceReader(path: path).header
    #expect(header.declination?.degrees == 1.473)
    #expect(header.rateHz == 100)
    #expect(header.isFieldInMicrotesla && !header.isMagnetometerCalibrated && !header.isSimulated)
    #expect(
      header.others.first { $0.key == "calibration_trace" }?.value == .string("cal_nexus5_d2"))
    let counts = try #require(Recordings.paths.first { $0.contains("cal_qmc5883l") })
    #expect(try !TraceReader(path: counts).header.isFieldInMicrotesla)
  }
}
