import Randomness
import JSON
import Quantities
import Testing

@testable import Trace

@Suite struct TraceFuzzTests {
  private static let lines = [
    #"{"t":0.0105,"mag":[-1.23,15.4,-40.46],"accel":[0.044,0.047,9.809],"gyro":[0.0032,0.00142,-0.00462],"#
      + #""truth_q":[0.9999,0.00327,-0.00188,-0.01338],"truth_heading":91.53,"moving":false}"#,
    #"{"t":1.98,"accel":[-9.125,-3.427,2.194],"gyro":[-1.80571,0.14962,1.19668],"moving":true}"#,
    #"{"t":2,"fix":{"mode":3,"latitude_deg":-33.87,"longitude_deg":151.21,"altitude_m":58.5,"#
      + #""error_m":2.5,"time":"2026-11-21T05:00:00.123Z"},"event":"sensor_found"}"#,
    #"{"trace":1,"name":"n","rate_hz":95.2,"mount":[[1,0,0],[0,-1,0],[0,0,-1]],"units":{"mag":"uT"},"#
      + #""inertial_calibrated":true,"chips":{"mag":"qmc5883l","imu":"mpu6050","gyro":"l3gd20"}}"#,
    #"{"t":3.5,"found":{"source":104,"chip":"mpu6050"}}"#,
  ]

  @Test func mutatedTracesNeverCrashAndEveryLineIsAccountedFor() throws {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<1_500 {
      var bytes: [UInt8] = []
      for _ in 0..<4 {
        bytes += Self.mutated(Self.lines.randomElement(using: &random) ?? "", &random) + [0x0A]
      }
      let reading = try readAll(trace() + bytes, chunk: Int.random(in: 1...300, using: &random))
      let bad = reading.skipped.total
      #expect(reading.items.count + bad + reading.linesWithoutInput == reading.lines - 1)
      #expect(SkippedLines.Kind.allCases.reduce(0) { $0 + reading.skipped[$1] } == bad)
      for sample in reading.samples { Self.checkPlausible(sample) }
    }
  }

  @Test func whatIsTakenFromAMutatedLineIsWhatTheTreeSays() throws {
    var random = SeededGenerator(seed: 11)
    var taken = 0
    for _ in 0..<4_000 {
      let line = Self.mutated(Self.lines[Int.random(in: 0...1, using: &random)], &random)
      guard !line.contains(0x0A) else { continue }
      let tree = try? JSONValue(parsing: line[...])
      guard let sample = try readAll(trace() + line).samples.first else { continue }
      taken += 1
      let value = try #require(tree, "a line that is not JSON was taken")
      #expect(
        value["t"]?.number.map { Int64(($0 * 1e6).rounded()) } == sample.time.microseconds)
      #expect(value["mag"]?.vector == sample.magneticField?.microtesla)
      #expect(value["accel"]?.vector == sample.acceleration?.metresPerSecondSquared)
      #expect(value["gyro"]?.vector == sample.angularRate?.radiansPerSecond)
    }
    #expect(taken > 200)
  }

  @Test func mutatedHeadersAreHeadersOrNamedErrors() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<3_000 {
      let bytes = Self.mutated(Self.lines[3], &random)
      do throws(TraceHeaderError) {
        let header = try TraceHeader(parsing: bytes[...])
        #expect(header.mount.magnetometer.isRotation() && header.mount.inertial.isRotation())
        #expect(header.rateHz.map { $0 > 0 } ?? true)
        var writer = TraceWriter()
        var output: [UInt8] = []
        writer.write(header, to: &output)
        #expect((try? TraceHeader(parsing: output.dropLast()))?.chips == header.chips)
      } catch {
        #expect(!"\(error)".isEmpty && !"\(error)".contains("\n"))
      }
    }
  }

  private static func checkPlausible(_ sample: Sample) {
    #expect((0...10_000_000_000_000).contains(sample.time.microseconds))
    let vectors = [
      sample.magneticField?.microtesla, sample.acceleration?.metresPerSecondSquared,
      sample.angularRate?.radiansPerSecond,
    ]
    for vector in vectors.compactMap(\.self) {
      #expect(vector.isFinite && vector.length < 2e6)
    }
  }

  private static func mutated(_ line: String, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(line.utf8)
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2:
        let marks = Array("{}[]\",:\\u0eE-+.tfn19".utf8)
        bytes.insert(marks.randomElement(using: &random) ?? 0, at: place)
      case 3: bytes.removeSubrange(place...)
      case 4: bytes.insert(contentsOf: bytes[place...].prefix(12), at: place)
      case 5:
        bytes.insert(
          contentsOf: ["null", "1e300", "NaN", "\"x\"", "-0"].randomElement(using: &random)?.utf8
            ?? "".utf8, at: place)
      default: bytes[place] = UInt8.random(in: 0x30...0x39, using: &random)
      }
    }
    return bytes
  }
}
