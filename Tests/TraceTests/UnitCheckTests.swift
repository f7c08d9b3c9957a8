import Quantities
import TestSamples
import Testing

@testable import Trace

/// Recordings in other units than those of a trace, and keys that look like others.
struct UnitCheckTests {
  /// A good device at rest, 50 times a second: 48 µT, 9.8 m/s², a slow turn.
  private func trace(
    header: String = #"{"trace":1}"#, mag: Double = 1, accel: Double = 1, gyro: Double = 1,
    time: Double = 1, keys: (String, String, String) = ("mag", "accel", "gyro")
  ) -> String {
    let lines = (0..<40).map { index in
      let t = Double(index) * 0.02 * time
      return "{\"t\":\(t),\"\(keys.0)\":[\(20 * mag),\(5 * mag),\(43 * mag)],"
        + "\"\(keys.1)\":[0,\(0.3 * accel),\(-9.8 * accel)],\"\(keys.2)\":[0,0,\(0.2 * gyro)]}"
    }
    return ([header] + lines).joined(separator: "\n") + "\n"
  }

  private func complaints(_ text: String) throws -> [String] {
    var reader = try TraceReader(source: MemorySource(Array(text.utf8)), name: "x")
    while try reader.next() != nil {}
    return reader.complaints
  }

  @Test func aGoodTraceHasNoComplaint() throws {
    #expect(try complaints(trace()).isEmpty)
    #expect(try complaints(trace(header: #"{"trace":1,"rate_hz":50}"#)).isEmpty)
  }

  // 1 G is 100 µT, 1 T is 10⁶ µT; 1 g is 9.80665 m/s²; 180° are π.
  @Test(arguments: [
    (0.01, "gauss", "multiply by 100"), (1e-3, "millitesla", "multiply by 1,000"),
    (1e-6, "tesla", "multiply by 1,000,000"), (1000, "nanotesla", "divide by 1,000"),
    (60, "counts", "into the header"),
  ])
  func aFieldInAnotherUnitIsNamed(factor: Double, unit: String, cure: String) throws {
    let complaints = try complaints(trace(mag: factor))
    #expect(complaints.count == 1)
    #expect(complaints.first?.contains("\"mag\"") == true)
    #expect(complaints.first?.contains(unit) == true && complaints.first?.contains(cure) == true)
  }

  @Test func countsThatTheHeaderNamesAreNoComplaint() throws {
    let header = #"{"trace":1,"units":{"mag":"counts"}}"#
    #expect(try complaints(trace(header: header, mag: 60)).isEmpty)
    #expect(try complaints(trace(header: header, mag: 0.01)).isEmpty)
  }

  @Test func anAccelerationInGIsNamed() throws {
    let complaints = try complaints(trace(accel: 1 / 9.80665))
    #expect(complaints.count == 1 && complaints[0].contains("look like g, and a trace has m/s²"))
    #expect(try self.complaints(trace(accel: 1000 / 9.80665))[0].contains("thousandths of g"))
  }

  @Test func aGyroInDegreesIsNamed() throws {
    let complaints = try complaints(trace(gyro: 60))
    #expect(complaints.count == 1 && complaints[0].contains("look like °/s"))
  }

  @Test func timeInMillisecondsIsNamed() throws {
    let complaints = try complaints(trace(time: 1000))
    #expect(complaints.count == 1 && complaints[0].contains("look like milliseconds"))
    #expect(try self.complaints(trace(time: 1e6))[0].contains("microseconds"))
    // One sample a second is slow, but the header says so.
    #expect(try self.complaints(trace(header: #"{"trace":1,"rate_hz":1}"#, time: 50)).isEmpty)
    #expect(
      try self.complaints(trace(header: #"{"trace":1,"rate_hz":1000}"#, time: 50))[0]
        .contains("milliseconds"))
  }

  @Test(arguments: [("Mag", "mag"), ("magn", "mag"), ("magnetometer", "mag")])
  func aKeyThatLooksLikeAnotherIsNamed(given: String, known: String) throws {
    let complaints = try complaints(trace(keys: (given, "accel", "gyro")))
    #expect(complaints == ["the key \"\(given)\" is ignored; for a measurement write \"\(known)\""])
  }

  @Test func labelsAndNotesAreNoComplaint() throws {
    let text = trace() + #"{"t":9,"truth_heading":3,"moving":true,"note":"x","device_q":[1,0,0,0]}"#
    #expect(try complaints(text + "\n").isEmpty)
  }

  @Test func aTraceWithoutMeasurementListsItsKeys() throws {
    var reader = try TraceReader(
      source: MemorySource(Array(trace(keys: ("Mag", "A", "\\u001b[2J")).utf8)), name: "x")
    while try reader.next() != nil {}
    #expect(reader.withoutMeasurement.contains("\"Mag\", \"A\""))
    #expect(reader.withoutMeasurement.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }
}
