import TestFiles
import Testing

/// What is not known is absent, and `why` says so: magnetic never stands in for true.
@Suite(.timeLimit(.minutes(5))) struct AbsenceTests {
  @Test func withoutPlaceAndDeclinationThereIsAMagneticHeadingOnly() async throws {
    for reading in try await readings([]) {
      #expect(reading.number("heading_magnetic_deg") != nil)
      for key in ["heading_true_deg", "declination_deg", "qibla_deg", "pointer_deg"] {
        #expect(reading[key] == nil, "\(key)")
      }
      #expect(reading.why.contains("no_position") && reading.why.contains("no_declination"))
    }
  }

  @Test func withADeclinationAloneThereIsATrueHeadingAndNoPointer() async throws {
    for reading in try await readings(["--declination", "-12.5"]) {
      #expect(reading.number("declination_deg") == -12.5)
      let magnetic = try #require(reading.number("heading_magnetic_deg"))
      let heading = try #require(reading.number("heading_true_deg"))
      let turn = (heading - magnetic + 12.5 + 540).truncatingRemainder(dividingBy: 360) - 180
      #expect(abs(turn) < 0.0021)  // each is rounded to 3 decimals
      #expect(reading["qibla_deg"] == nil && reading["pointer_deg"] == nil)
      #expect(reading.why.contains("no_position") && !reading.why.contains("no_declination"))
    }
  }

  @Test func withAPlaceAloneThereIsAQiblaAndNoPointer() async throws {
    for reading in try await readings(["--position", "51.5074,-0.1278"]) {
      #expect(reading.number("qibla_deg") != nil)
      #expect(reading["heading_true_deg"] == nil && reading["pointer_deg"] == nil)
      #expect(reading.why.contains("no_declination") && !reading.why.contains("no_position"))
    }
  }

  @Test func withBothThePointerLeadsFromTheHeadingToTheQibla() async throws {
    for reading in try await readings(IdentityTests.london) {
      let heading = try #require(reading.number("heading_true_deg"))
      let qibla = try #require(reading.number("qibla_deg"))
      let pointer = try #require(reading.number("pointer_deg"))
      let turn = (qibla - heading - pointer + 900).truncatingRemainder(dividingBy: 360) - 180
      #expect(abs(turn) < 0.0021)
      #expect(pointer >= -180 && pointer < 180)
      #expect(!reading.why.contains("no_declination") && !reading.why.contains("no_position"))
    }
  }

  // The same in a trace's header counts as given; the command line wins.
  @Test func aTraceMayBringItsDeclination() async throws {
    let directory = try TemporaryDirectory()
    let trace = try directory.file(
      "trace.jsonl",
      Recordings.still(seconds: 0.5, header: #","declination_deg":3.25"#).text)
    let own = try await finished("qiblactl", ["replay", trace])
    let given = try await finished("qiblactl", ["replay", trace, "--declination", "-4"])
    for (run, declination) in [(own, 3.25), (given, -4)] {
      let lines = Line.split(run.output)
      #expect(run.status == 0 && !lines.isEmpty, "\(run.errors)")
      #expect(lines.allSatisfy { $0.number("declination_deg") == declination })
    }
  }

  /// Every tenth reading of the bundled recording.
  private func readings(_ arguments: [String]) async throws -> [Line] {
    let run = try await finished(
      "qiblactl", ["replay", Recordings.bundle, "--topics", "reading"] + arguments)
    let lines = Line.split(run.output)
    #expect(run.status == 0 && lines.count > 590)
    return lines.enumerated().filter { $0.offset.isMultiple(of: 10) }.map(\.element)
  }
}
