import Foundation
import JSON
import Quantities
import Testing
import Wire

/// Headings that were worked out with pencil and paper (or a pocket calculator), from the numbers
/// that stand in the traces, against those that stand in the expected outputs.
@Suite struct HandCalculationTests {
  private func reading(_ name: String, atSecond second: Int) throws -> Reading {
    for line in try trace("\(name).expected").split(separator: UInt8(ascii: "\n")) {
      if case .reading(let reading) = try Message(parsing: line),
        reading.time.microseconds == Int64(second) * 1_000_000
      {
        return reading
      }
    }
    throw MessageError.missing(key: "a reading at \(second) s")
  }

  /// That the trace has these very numbers at this instant; they are what was calculated with.
  private func expect(_ name: String, at time: Double, has mag: [Double]) throws {
    let lines = try trace(name).split(separator: UInt8(ascii: "\n")).dropFirst()
    let line = try #require(
      try lines.map { try JSONValue(parsing: $0) }.first { $0["t"]?.number == time })
    #expect(line["mag"]?.array?.compactMap(\.number) == mag)
  }

  // Level. The field has −2.27 forward and 24.52 to the right: north is to the right and a little
  // behind, 95.29° clockwise of forward (atan2(24.52, −2.27)); so forward is 360 − 95.29 = 264.71°
  // from magnetic north, and with 12.8° E 277.51° from true.
  @Test func aLevelFieldIsAnArctangent() throws {
    try expect("field_only_1hz", at: 3, has: [-2.27, 24.52, -51.4])
    let reading = try reading("field_only_1hz", atSecond: 3)
    #expect(abs(try #require(reading.headingMagnetic).degrees - 264.711) < 0.002)
    #expect(abs(try #require(reading.headingTrue).degrees - 277.511) < 0.002)
  }

  // atan2(3.34, 24.40) = 7.795°: north is as much to the right; 360 − 7.795 = 352.205°, and with
  // 12.8° across north: 5.005°. At one sample a second a four-thousandth of the turn before it (87°) is
  // still in the turn that is taken to go on.
  @Test func anEasterlyDeclinationLeadsAcrossNorth() throws {
    try expect("field_only_1hz", at: 14, has: [24.4, 3.34, -51.4])
    let reading = try reading("field_only_1hz", atSecond: 14)
    #expect(abs(try #require(reading.headingMagnetic).degrees - 352.205) < 0.022)
    #expect(abs(try #require(reading.headingTrue).degrees - 5.005) < 0.022)
  }

  // What an uncalibrated chip reads is used as it is, and said to be so: atan2(60.96, 29.87) =
  // 63.895°. The device points to 64 − 4 = 60°: the iron turns the needle by 3.9°, and of that the
  // reading's error (60°) leaves no doubt.
  @Test func ironThatNobodyCalibratedAwayTurnsTheNeedleAndTheErrorSaysSo() throws {
    try expect("uncalibrated", at: 3, has: [29.87, -60.96, 27.43])
    let reading = try reading("uncalibrated", atSecond: 3)
    #expect(abs(try #require(reading.headingMagnetic).degrees - 63.895) < 0.002)
    #expect(reading.status == .calibrating && reading.why.first == .uncalibrated)
    #expect(try #require(reading.error68Degrees) > 3.9)
  }

  // Pitch θ = −20.000°, roll φ = 15.000° from (−3.354, −2.385, −8.901): sin θ = −.34202, cos θ =
  // .93969, sin φ = .25882, cos φ = .96593. Turned level (Freescale AN4248, eq. 22):
  //   north: −24 · .93969 − .34202 · (715 · .25882 + 1352 · .96593) = −22.55 − 509.95 = −532.50
  //   east: 1352 · .25882 − 715 · .96593 = 349.92 − 690.64 = −340.72
  // atan2(−340.72, −532.50) = 212.613°; 12.6° W of it is 200.013°. Counts need no scale for that.
  @Test func aTiltedDeviceInCountsIsTurnedLevelFirst() throws {
    try expect("counts", at: 5, has: [-24, 715, 1352])
    let reading = try reading("counts", atSecond: 5)
    #expect(abs(try #require(reading.headingMagnetic).degrees - 212.613) < 0.002)
    #expect(abs(try #require(reading.headingTrue).degrees - 200.013) < 0.002)
    #expect(abs(try #require(reading.pitchDegrees) + 20) < 0.002)
    #expect(abs(try #require(reading.rollDegrees) - 15) < 0.002)
    #expect(reading.status == .accurate)  // no field strength can be wrong in counts
  }
}
