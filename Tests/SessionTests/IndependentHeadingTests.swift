import Foundation
import Pipeline
import Quantities
import Session
import Testing
import Wire

/// The bundled recording against `Tests/Traces/independent_heading.py`: the textbook's formula, in
/// another language, for each sample of its own, where the device is quiet.
@Suite struct IndependentHeadingTests {
  /// Our reading beside each line of the script's table.
  private func compare(
    _ use: SensorUse, _ judge: (Reading, Double, Double) throws -> Void
  ) throws {
    var options = RunOptions()
    options.use = use
    let readings = try Replayed(try trace("bundle_ngimu"), options).readings()
    let path = "\(tracesFolder)/bundle_ngimu.independent.txt"
    let table = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
    let lines = table.split(separator: "\n")
    #expect(lines.count > 15)
    for line in lines {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      try #require(numbers.count == 3)
      let reading = try #require(
        readings.min { distance($0, numbers[0]) < distance($1, numbers[0]) })
      let heading = try #require(reading.headingMagnetic).degrees
      try judge(reading, numbers[0], abs(RelativeBearing(degrees: heading - numbers[1]).degrees))
    }
  }

  private func distance(_ reading: Reading, _ second: Double) -> Double {
    abs(Double(reading.time.microseconds) / 1e6 - second)
  }

  // The same two sensors. One count of this magnetometer is 0.37 µT, or 1° of heading in 21 µT. The
  // fast turn before leaves our attitude turned by some degrees about the field, which only gravity
  // tells, and after such shaking gravity is believed by and by: the reading says how far.
  @Test func withTheSameTwoSensorsTheHeadingIsTheSame() throws {
    try compare(.magnetometerAccelerometer) { reading, time, difference in
      let error = try #require(reading.error68Degrees)
      #expect(difference < error / 2, "at \(time) s")
      if time > 8.5 { #expect(difference < 1, "at \(time) s") }
    }
  }

  // With the gyro the heading comes out of the fast turn before 3 s with an error of some degrees,
  // which it says, and is back within 1.5° at the end.
  @Test func withTheGyroTheHeadingIsAsGoodAsItSays() throws {
    try compare(.all) { reading, time, difference in
      let error = try #require(reading.error68Degrees)
      #expect(difference < 1.25 * error, "at \(time) s")
      if time > 8.5 { #expect(difference < 1.5, "at \(time) s") }
    }
  }
}
