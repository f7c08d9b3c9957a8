import Foundation
import TestFiles
import Testing

/// `qiblactl field`: the Earth's magnetic field, for people and for programs.
@Suite(.timeLimit(.minutes(5))) struct FieldCommandTests {
  private static let reference = Recordings.package.path + "/Tests/Reference/wmm/"

  // WMM2025_TestValues.txt: the file's columns are year, km, latitude, longitude, D, I, H, X, Y, Z, F.
  @Test func theHundredOfficialRowsComeOutOfABatchInOrder() async throws {
    let text = try String(
      contentsOfFile: Self.reference + "WMM2025_TestValues.txt", encoding: .utf8)
    let rows = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ").compactMap { Double($0) } }
    try #require(rows.count == 100)
    let input = rows.map { "\($0[2]) \($0[3]) \($0[1]) \($0[0])\n" }.joined()
    let answers = Line.split(try await batch("field", input).output)
    #expect(answers.count == 100)
    for (row, answer) in zip(rows, answers) {
      for (key, column) in [
        ("horizontal_nt", 6), ("north_nt", 7), ("east_nt", 8), ("down_nt", 9), ("total_nt", 10),
      ] {
        #expect(abs(try #require(answer.number(key)) - row[column]) < 0.001)
      }
      let declination = atan2(row[8], row[7]) * 180 / .pi
      #expect(abs(try #require(answer.number("declination_deg")) - declination) < 2e-6)
      #expect(answer.flag("valid") == true && answer.string("model") == "WMM2025")
    }
  }

  // pygeomag 1.1.0, WMM2025, London, 2026.9: D 1.23°, I 66.55°, F 49136 nT.
  @Test func aPlaceIsAnsweredWithATableAndWithAnObject() async throws {
    let place = ["51.5074", "-0.1278", "--date", "2026-11-25"]
    let table = try await finished("qiblactl", ["field"] + place)
    #expect(table.status == 0 && table.output.contains("49136 nT"), "\(table)")
    #expect(table.output.contains("= 49.1 µT"), "\(table)")
    let object = try await finished("qiblactl", ["field"] + place + ["--json"])
    let answer = try #require(Line.split(object.output).first)
    #expect(abs(try #require(answer.number("declination_deg")) - 1.23) < 0.005)
    #expect(answer.string("zone") == "ok")
  }

  // Sydney lies 12.8° east, New York 12.5° west.
  @Test(arguments: [("-33.8688", "151.2093", 12.8), ("40.7128", "-74.006", -12.5)])
  func aMinusIsAPartOfTheNumber(latitude: String, longitude: String, declination: Double)
    async throws
  {
    for place in [[latitude, longitude], [latitude, longitude, "-0.5"]] {
      let run = try await finished(
        "qiblactl", ["field"] + place + ["--json", "--date", "2026.5"])
      let answer = try #require(Line.split(run.output).first)
      #expect(abs(try #require(answer.number("declination_deg")) - declination) < 0.1)
    }
  }

  @Test func anImpossibleDateIsReportedAsSuch() async throws {
    for date in ["2026-02-30", "2026-13-01", "2026-1-1"] {
      let run = try await finished("qiblactl", ["field", "1", "2", "--date", date])
      #expect(run.status == 64 && run.errors.contains("is not a date YYYY-MM-DD"), "\(run.errors)")
    }
  }

  @Test func anAnswerRepeatsPlaceAndDate() async throws {
    let answer = try #require(
      Line.split(try await batch("field", "-12.5 190 3.25 2027.125\n").output).first)
    #expect(answer.number("latitude_deg") == -12.5 && answer.number("longitude_deg") == -170)
    #expect(answer.number("altitude_km") == 3.25 && answer.number("decimal_year") == 2027.125)
  }

  @Test func withoutADateItIsTodays() async throws {
    let today = Date().formatted(.iso8601.year().month().day())
    let given = try await finished("qiblactl", ["field", "10", "20", "--json", "--date", today])
    let open = try await finished("qiblactl", ["field", "10", "20", "--json"])
    let declinations = [given, open].map { Line.split($0.output).first?.number("declination_deg") }
    let (one, other) = (try #require(declinations[0]), try #require(declinations[1]))
    // Nowhere in this zone does it move by 1° a year, and a day may lie between.
    let allowed = 2.0 / 365
    #expect(abs(one - other) < allowed)
  }

  @Test func aBadLineGetsAnErrorInItsPlace() async throws {
    let input = """
      0 0 0 2025
      0 0 0
      90.0001 0 0 2025
      0 361 0 2025
      0 0 -20 2025
      0 0 1000 2025
      0 0 0 1899
      0 0 0 2101
      0 0 0 nan
      90 0 850 2029.9999

      """
    let lines = Line.split(try await batch("field", input).output)
    #expect(lines.map(\.type) == ["field"] + Array(repeating: "error", count: 8) + ["field"])
    for line in lines where line.type == "error" {
      #expect(line.string("hint") == "a line is LAT LON ALT_KM DECIMAL_YEAR")
    }
  }

  @Test(arguments: [
    (1900.0, false), (2024.9999, false), (2025, true), (2029.9999, true), (2030, false),
    (2100, false),
  ])
  func aDateThatTheModelIsNotMadeForIsAnsweredAndSaysSo(year: Double, isValid: Bool) async throws {
    let run = try await batch("field", "51.5 0 0 \(year)\n51.5 0 0 2029\n")
    let answers = Line.split(run.output)
    #expect(answers[0].flag("valid") == isValid && answers[1].flag("valid") == true)
    let errors = try answers.map { try #require($0.number("declination_error68_deg")) }
    // At the epoch itself nothing was extrapolated yet.
    #expect(abs(year - 2025) < 6 ? errors[0] < 1.2 * errors[1] : errors[0] > 5 * errors[1])
  }

  @Test func aCoefficientFileTakesThePlaceOfTheModel() async throws {
    let file = Self.reference + "WMM2025.COF"
    let directory = try TemporaryDirectory()
    let text = try String(contentsOfFile: file, encoding: .utf8)
    // A model of 2030 whose Earth is weaker.
    let next = try directory.file(
      "next.COF",
      text.replacing("2025.0            WMM-2025", with: "2030.0            WMM-2030")
        .replacing("-29351.8", with: "-29000.0"))
    for (path, model, year) in [(file, "WMM2025", 2026.0), (next, "WMM2030", 2031)] {
      let run = try await finished(
        "qiblactl",
        ["field", "0", "0", "--json", "--date", "\(year)", "--coefficients", path])
      let answer = try #require(Line.split(run.output).first)
      #expect(answer.string("model") == model && answer.flag("valid") == true)
    }
  }

  // By line, in one sentence, with status 1.
  @Test func aFileThatIsNoCoefficientFileIsRefused() async throws {
    let directory = try TemporaryDirectory()
    let text = try String(contentsOfFile: Self.reference + "WMM2025.COF", encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    let shuffled = (lines.prefix(10) + lines[10..<60].reversed() + lines.suffix(34))
    let cases = [
      ("truncated", lines.prefix(50).joined(separator: "\n"), "line 5"),
      ("shuffled", shuffled.joined(separator: "\n"), "line 11"),
      ("other", text.replacing("WMM-2025", with: "IGRF-14"), "line 1"),
      ("empty", "", "line 1"), ("long", String(repeating: text, count: 20), "too large"),
    ]
    for (name, content, says) in cases {
      let run = try await finished(
        "qiblactl",
        ["field", "0", "0", "--coefficients", directory.file(name, content)])
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(Line.split(run.errors).count == 1 && run.errors.contains(says), "\(run.errors)")
    }
  }

  @Test func aGigabyteIsRefusedWithoutReadingIt() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("huge.COF", "")
    try #require(truncate(path, 1 << 30) == 0)
    let run = try await finished("qiblactl", ["field", "0", "0", "--coefficients", path])
    #expect(run.status == 1 && run.errors.contains("too large"))
  }

  private static let refused = [
    ["field"], ["field", "1"], ["field", "1", "2", "3", "4"], ["field", "1", "2", "--date", "x"],
    ["field", "1", "2", "--date", "1899-12-31"], ["field", "91", "0"],
    ["field", "0", "0", "-1.001"],
    ["field", "0", "0", "850.1"], ["field", "1", "2", "--jsno"], ["field", "1", "2", "--batch"],
    ["field", "--batch", "--date", "2026"], ["bearing", "1"], ["bearing", "nan", "0"],
    ["bearing", ""], ["bearing", " "], ["bearing", ","],
    ["bearing", "1", "2", "3"], ["bearing", "1", "2", "--batch"], ["bearing", "1", "2", "-x"],
    ["bearing", "0x1", "2"], ["bearing", "1", "2", "--target", "x"],
    ["replay", "x", "--date", "today"], ["replay", "x", "--date", "1899-01-01"],
  ]

  @Test(arguments: refused) func contradictoryArgumentsAreAUsageError(arguments: [String])
    async throws
  {
    let run = try await finished("qiblactl", arguments)
    #expect(run.status == 64 && run.output.isEmpty, "\(run)")
    #expect(run.errors.hasPrefix("qiblactl: ") && run.errors.contains("Usage: qiblactl"))
  }
}
