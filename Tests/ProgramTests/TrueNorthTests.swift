import TestFiles
import Testing

/// From a position and a date to a true heading, as a user gets it.
@Suite(.timeLimit(.minutes(5))) struct TrueNorthTests {
  private static let november = "2026-11-21T05:00:00Z"

  /// What `qiblactl replay` gives for a device that lies still, pointing to magnetic north.
  private func readings(
    _ arguments: [String], header: String = "", fix: String? = nil, seconds: Double = 3
  ) async throws -> [Line] {
    let directory = try TemporaryDirectory()
    var lines = Recordings.still(seconds: seconds, header: header)
    if let fix { lines.insert(#"{"t":1.001,"fix":\#(fix)}"#, at: 52) }
    let trace = try directory.file("trace.jsonl", lines.joined(separator: "\n") + "\n")
    let run = try await finished(
      "qiblactl", ["replay", trace, "--topics", "reading"] + arguments)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return Line.split(run.output)
  }

  // Sydney's declination was 12.8° E in 2026 (WMM2025).
  @Test func positionAndDateMakeATrueHeadingAndAPointer() async throws {
    let sources: [([String], String)] = [
      (["--position", "-33.8688,151.2093", "--date", "2026-11-21"], ""),
      (
        ["--date", "2026-11-21"],
        #","initial_state":{"position":{"latitude_deg":-33.8688,"longitude_deg":151.2093}}"#
      ),
      (
        [],
        #","initial_state":{"position":{"latitude_deg":-33.8688,"longitude_deg":151.2093},"#
          + #""time":"2026-11-21T05:00:00Z"}"#
      ),
    ]
    for (arguments, header) in sources {
      let last = try #require(try await readings(arguments, header: header).last)
      let declination = try #require(last.number("declination_deg"))
      #expect(abs(declination - 12.83) < 0.01)
      let magnetic = try #require(last.number("heading_magnetic_deg"))
      let heading = try #require(last.number("heading_true_deg"))
      #expect(abs(heading - magnetic - declination) < 0.002 || heading < magnetic)
      #expect(last.number("pointer_deg") != nil)
      // The recording is of another place, and its field is not the one that the magnetic model has in Sydney.
      #expect(last.why.allSatisfy { $0.hasPrefix("interference_") }, "\(last.why)")
    }
  }

  @Test func aFixBringsBothAndBeforeItNothingIsClaimed() async throws {
    let fix =
      #"{"mode":3,"latitude_deg":-33.8688,"longitude_deg":151.2093,"time":"\#(Self.november)"}"#
    let lines = try await readings([], fix: fix)
    let (before, after) = (lines[30], lines[100])
    #expect(before["heading_true_deg"] == nil && before["declination_deg"] == nil)
    #expect(
      before.why.filter { $0.hasPrefix("no_") } == ["no_position", "no_time", "no_declination"])
    #expect(abs(try #require(after.number("declination_deg")) - 12.83) < 0.01)
    #expect(after.number("pointer_deg") != nil)
  }

  @Test func withoutADateThereIsNoTrueHeadingAndTheReasonSaysSo() async throws {
    let last = try #require(try await readings(["--position", "-33.8688,151.2093"]).last)
    #expect(last["heading_true_deg"] == nil && last["pointer_deg"] == nil)
    #expect(last.number("qibla_deg") != nil && last.why == ["no_time", "no_declination"])
  }

  // A board without a clock, and a receiver that began to count in 1980.
  @Test(arguments: ["1970-01-01T00:00:10Z", "1980-01-06T00:00:00Z", "2006-04-07T00:00:00Z"])
  func aReceiversDateThatCannotBeRightMovesNoDeclination(time: String) async throws {
    let fix = #"{"mode":3,"latitude_deg":-33.87,"longitude_deg":151.2,"time":"\#(time)"}"#
    let last = try #require(try await readings([], fix: fix).last)
    #expect(last["heading_true_deg"] == nil && last.why == ["no_time", "no_declination"])
  }

  // A board without a clock wrote the recording.
  @Test(arguments: ["1970-01-01T00:00:10Z", "0000-01-01T00:00:00Z", "9999-01-01T00:00:00Z"])
  func aRecordingsDateThatCannotBeRightIsNone(time: String) async throws {
    let header =
      #","initial_state":{"position":{"latitude_deg":51.5,"longitude_deg":-0.1},"time":"\#(time)"}"#
    let last = try #require(try await readings([], header: header).last)
    #expect(last["heading_true_deg"] == nil && last.why == ["no_time", "no_declination"])
  }

  @Test func aFixAtExactlyZeroZeroIsNone() async throws {
    let fix = #"{"mode":3,"latitude_deg":0,"longitude_deg":0,"time":"\#(Self.november)"}"#
    let last = try #require(try await readings([], fix: fix).last)
    #expect(last["qibla_deg"] == nil && last.why.contains("no_position"))
    // By hand it is a place.
    let byHand = try await readings(["--position", "0,0", "--date", "2026-11-21"])
    #expect(byHand.last?.number("pointer_deg") != nil)
  }

  @Test(arguments: [
    ("1900-01-01", 1.0), ("1970-01-01", 1), ("2030-01-01", 0.05), ("2100-01-01", 1),
  ])
  func aDateOutsideOfTheModelsYearsIsSaidAndWidensTheError(date: String, more: Double) async throws
  {
    let place = ["--position", "51.5,0"]
    let usual = try #require(try await readings(place + ["--date", "2027-01-01"]).last)
    let last = try #require(try await readings(place + ["--date", date]).last)
    #expect(last.why == ["declination_model_expired"])
    let errors = (
      try #require(last.number("error68_deg")), try #require(usual.number("error68_deg"))
    )
    // In quadrature: what the years add shows little beside the compass's own error.
    #expect(errors.0 > errors.1 || more < 0.1 && errors.0 == errors.1)
  }

  @Test func aCompassThatIsOfNoUseClaimsNoTrueNorth() async throws {
    let last = try #require(
      try await readings(["--position", "85.8,139.3", "--date", "2026-11-21"]).last)
    #expect(last["heading_true_deg"] == nil && last["declination_deg"] == nil)
    #expect(last.why.contains("weak_horizontal_field") && last.why.contains("no_declination"))
  }

  @Test func aDeclinationByHandStillWins() async throws {
    let last = try #require(
      try await readings(
        ["--position", "51.5,0", "--date", "2026-11-21", "--declination", "-7"]
      ).last)
    #expect(last.number("declination_deg") == -7 && last.why == ["declination_manual"])
  }
}
