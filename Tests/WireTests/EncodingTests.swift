import Randomness
import JSON
import Quantities
import Testing
import Wire

struct EncodingTests {
  private func text(_ change: (inout Reading) -> Void) -> String {
    var reading = Reading(sequence: 0, time: .zero)
    change(&reading)
    return String(decoding: reading.line, as: UTF8.self)
  }

  @Test(arguments: [
    (359.9996, "0"), (359.9994, "359.999"), (0, "0"), (0.0004, "0"), (0.0005, "0.001"),
    (117.42, "117.42"), (90.5, "90.5"),
  ])
  func anAzimuthStaysBelow360(degrees: Double, written: String) {
    let line = text {
      $0.headingMagnetic = Azimuth(degrees: degrees)
      $0.headingTrue = Azimuth(degrees: degrees)
      $0.qibla = Azimuth(degrees: degrees)
    }
    #expect(line.contains("\"heading_magnetic_deg\":\(written),"))
    #expect(line.contains("\"heading_true_deg\":\(written),"))
    #expect(line.contains("\"qibla_deg\":\(written),"))
  }

  @Test(arguments: [
    (179.9996, "-180"), (179.9994, "179.999"), (-180, "-180"), (-0.0004, "0"), (-1.32, "-1.32"),
  ])
  func aRelativeBearingStaysBelow180(degrees: Double, written: String) {
    let line = text {
      $0.pointer = RelativeBearing(degrees: degrees)
      $0.rollDegrees = degrees
    }
    #expect(line.contains("\"pointer_deg\":\(written),"))
    #expect(line.contains("\"roll_deg\":\(written),"))
  }

  @Test func anErrorIsNeverWrittenAsZero() {
    for error in [0, 1e-9, 0.004] {
      #expect(text { $0.error68Degrees = error }.contains("\"error68_deg\":0.01,"))
    }
    #expect(text { $0.error68Degrees = 2.4 }.contains("\"error68_deg\":2.4,"))
  }

  @Test func unknownValuesAreAbsentAndNeverNull() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      for line in [
        try generator.reading().line, generator.state().line, try generator.qibla().line,
        try generator.position().line,
        generator.event().line,
      ] {
        #expect(!String(decoding: line, as: UTF8.self).contains("null"))
      }
    }
    let bare = text { _ in }
    for key in ["heading", "declination", "error68", "qibla_deg", "pointer", "time", "pitch"] {
      #expect(!bare.contains("\"\(key)"))
    }
  }

  @Test func aMessageBeginsWithItsTypeAndIsOneLine() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let line = try generator.qibla().line
      #expect(line.starts(with: #"{"type":"qibla","#.utf8))
      #expect(line.last == 0x0A)
      #expect(line.filter { $0 == 0x0A }.count == 1)
    }
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
    (1_795_237_200_123_999, "2026-11-21T05:00:00.123Z"), (-1, "1969-12-31T23:59:59.999Z"),
  ])
  func anInstantIsWrittenInUTC(microseconds: Int64, written: String) throws {
    let line = text { $0.utcMicroseconds = microseconds }
    #expect(line.contains("\"time\":\"\(written)\""))
    guard case .reading(let read) = try Message(parsing: Array(line.utf8)) else {
      Issue.record("not a reading")
      return
    }
    let floor = microseconds - ((microseconds % 1000) + 1000) % 1000
    #expect(read.utcMicroseconds == floor)
  }
}
