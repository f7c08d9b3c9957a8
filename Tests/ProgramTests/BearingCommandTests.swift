import Foundation
import JSON
import Randomness
import TestFiles
import Testing

/// `qiblactl bearing`: which way the Kaaba lies, for people and for programs.
@Suite(.timeLimit(.minutes(5))) struct BearingCommandTests {
  /// Tests/Reference/qibla/cities.csv: spherical and WGS84 bearing, WGS84 and great-circle km.
  private static let cities = [
    ("-33.8688", "151.2093", 277.499604449, 277.318844347, 13236.950906872, 13236.276678),
    ("40.7128", "-74.006", 58.481696501, 58.396026135, 10323.912652457, 10306.317388),
    ("51.5074", "-0.1278", 118.987218981, 118.868402852, 4794.752668859, 4793.778487),
    ("35.6895", "139.6917", 293.020724414, 293.094148045, 9490.751508317, 9474.725799),
  ]

  // A minus is a part of the number wherever it stands, with and without --.
  @Test(arguments: cities)
  func aPlaceOnTheCommandLineGivesOneObject(
    latitude: String, longitude: String, sphere: Double, ellipsoid: Double, distance: Double,
    circle: Double
  ) async throws {
    let forms = [
      [latitude, longitude, "--json"], ["--json", latitude, longitude],
      ["--json", "--", latitude, longitude], ["\(latitude),\(longitude)", "--json"],
    ]
    for arguments in forms {
      let run = try await finished("qiblactl", ["bearing"] + arguments)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      let lines = Line.split(run.output)
      let answer = try #require(lines.first)
      #expect(lines.count == 1 && answer.type == "bearing")
      try expect(answer.number("great_circle_deg"), sphere, within: 1e-9)
      try expect(answer.number("geodesic_deg"), ellipsoid, within: 1e-9)
      try expect(answer.number("distance_km"), distance, within: 1e-9)
      try expect(answer.number("great_circle_km"), circle, within: 1e-6)
      #expect(answer.number("rhumb_deg") != nil && answer.string("note") == "none")
    }
  }

  @Test func theBearingFromLondonIs119DegreesSoutheast() async throws {
    let run = try await finished("qiblactl", ["bearing", "51.5074", "-0.1278", "--json"])
    let answer = try #require(Line.split(run.output).first)
    #expect(answer.string("text") == "119° ESE" && answer.string("cardinal") == "ESE")
    let table = try await finished("qiblactl", ["bearing", "51.5074", "-0.1278"])
    #expect(table.output.contains("118.987°  119° ESE"))
    #expect(table.output.contains("4,794 km") && table.output.contains("4,795 km"))
  }

  @Test func aBatchAnswersLineByLineInOrderAndABadLineDoesNotEndIt() async throws {
    let input = "51.5074 -0.1278\nhere\n\n90.0001 0\n 0\t181 \r\n0 361\n1 2 3\nnan 0\n0 0\n"
    let run = try await batch("bearing", input)
    let lines = Line.split(run.output)
    #expect(run.status == 1)
    let bad = "error"
    #expect(
      lines.map(\.type) == ["bearing", bad, bad, bad, "bearing", bad, bad, bad, "bearing"])
    #expect(lines[3].string("code") == "bad_value")
    #expect(
      lines[3].string("message") == "line 4: latitude 90.0001 is out of range: -90 to 90 degrees")
    // 181° E is 179° W.
    #expect(lines[4].number("longitude_deg") == -179)
    #expect(run.errors.hasPrefix("qiblactl: 6 of 9 lines were bad; "))
  }

  @Test func aLineOfABatchMayHaveACommaAsTheCommandLine() async throws {
    let run = try await batch("bearing", "51.5074,-0.1278\n51.5074, -0.1278\n51.5074 -0.1278\n")
    let lines = Line.split(run.output)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(lines.count == 3 && Set(lines.map(\.text)).count == 1)
  }

  // Whatever comes in, a line goes out for each, and each is JSON.
  @Test(arguments: ["bearing", "field"])
  func anyBytesGetOneAnswerALine(command: String) async throws {
    var generator = SeededGenerator(seed: 21)
    let pieces = [
      "1", "-", ".", "e", "9", " ", "\t", "\r", "nan", "°", "\u{0}", "\u{FFFD}", "\"", "\\",
    ]
    let lines = (0..<2000).map { _ in
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in generator.element(of: pieces) }
        .joined()
    }
    let long = String(repeating: "7", count: 70_000)
    let run = try await batch(command, (lines + [long, ""]).joined(separator: "\n"))
    #expect(run.status == 1)
    let answers = Line.split(run.output)
    #expect(answers.count == lines.count + 1)
    for answer in answers { #expect([command, "error"].contains(answer.type)) }
    #expect(
      try answers.allSatisfy { try JSONValue(parsing: Array($0.text.utf8)[...])["type"] != nil })
  }

  @Test func everyNumberOfABatchCarriesItsDecimals() async throws {
    let run = try await batch("bearing", "0 39.8261818\n45 90\n")
    for line in Line.split(run.output) {
      for (key, least) in [
        ("great_circle_deg", 9), ("geodesic_deg", 9), ("rhumb_deg", 9), ("distance_km", 6),
        ("great_circle_km", 6),
      ] {
        let member = try #require(line.text.firstRange(of: "\"\(key)\":"))
        let number = line.text[member.upperBound...].prefix { "-.0123456789".contains($0) }
        let decimals = number.split(separator: ".").last?.count ?? 0
        #expect(decimals >= least, "\(key) \(number)")
      }
    }
  }

  // Rounded up, a bearing just west of north would read 360.
  @Test func noBearingReads360() async throws {
    let longitudes = ["39.8261818000001", "39.82618180000001", "39.82618181", "39.82619"]
    let run = try await batch("bearing", longitudes.map { "0 \($0)\n" }.joined())
    for line in Line.split(run.output) {
      for key in ["great_circle_deg", "geodesic_deg", "rhumb_deg"] {
        #expect((0..<360).contains(try #require(line.number(key))), "\(line)")
      }
    }
    for longitude in longitudes {
      let table = try await finished("qiblactl", ["bearing", "0", longitude])
      #expect(!table.output.contains("360"), "\(table.output)")
    }
  }

  // A decimal comma is no comma between two numbers.
  @Test(arguments: [["51,5", "10"], ["51.5", "0,1"], ["1,2,3"], ["1", "2", "3"]])
  func aCommaInANumberIsRefused(arguments: [String]) async throws {
    for command in ["bearing", "field"] where arguments.count < 3 || command == "bearing" {
      let run = try await finished("qiblactl", [command] + arguments)
      let isHeight = command == "field" && arguments.count == 1  // LAT,LON,ALT_KM
      #expect(isHeight ? run.status == 0 : run.status == 64, "\(run)")
    }
  }

  @Test func aPlaceWithoutADirectionSaysWhy() async throws {
    let run = try await batch(
      "bearing", "21.4225241 39.8261818\n-21.4225241 -140.1738182\n90 0\n21.4275 39.8261818\n")
    let lines = Line.split(run.output)
    #expect(
      lines.map { $0.string("note") } == ["at_kaaba", "antipode", "pole", "near_kaaba"])
    #expect(lines[0]["great_circle_deg"] == nil && lines[0]["geodesic_deg"] == nil)
    #expect(lines[1]["great_circle_deg"] == nil)
    // At the pole from the meridian of the longitude: 180° − 39.8261818°.
    try expect(lines[2].number("great_circle_deg"), 140.1738182, within: 1e-9)
  }

  // A program that writes a line and waits for its answer must not wait for ever.
  @Test func anAnswerComesBeforeTheNextLineIsAskedFor() async throws {
    let pipe = try PipeEnds()
    let program = try Program(
      "qiblactl", ["bearing", "--batch"], input: .descriptor(pipe.reading))
    for count in 1...3 {
      let line = Array("\(count) 0\n".utf8)
      #expect(write(pipe.writing, line, line.count) == line.count)
      try await eventually("answer \(count)") { Line.split(program.output).count == count }
    }
    pipe.closeWriting()
    #expect(try await program.ended() == 0)
  }

  @Test func anotherTargetIsFollowed() async throws {
    // Due north, due east of it.
    for (target, bearing) in [("20,0", 0.0), ("0,20", 90), ("-20,0", 180), ("0,-20", 270)] {
      let run = try await finished(
        "qiblactl", ["bearing", "0", "0", "--json", "--target", target])
      let answer = try #require(Line.split(run.output).first)
      try expect(answer.number("great_circle_deg"), bearing, within: 1e-9)
    }
  }

  @Test func withoutAPlaceTheRunningDaemonIsAsked() async throws {
    let daemon = try await RunningDaemon.start(
      ["--replay", Recordings.bundle, "--loop", "--position", "-33.8688,151.2093"])
    let client = try daemon.client()
    try await eventually("a reading") { client.lines.isEmpty == false }
    let run = try await finished(
      "qiblactl", ["bearing", "--json", "--socket-dir", daemon.directory.path])
    #expect(run.status == 0, "\(run.errors)")
    let answer = try #require(Line.split(run.output).first)
    try expect(answer.number("great_circle_deg"), 277.499604449, within: 1e-7)
    #expect(answer.string("position_status") == "manual")
    let table = try await finished(
      "qiblactl", ["bearing", "--socket-dir", daemon.directory.path])
    #expect(table.output.contains("the daemon's position (manual)"), "\(table.output)")
    let marked = table.output.split(separator: "\n").filter { $0.hasSuffix("the pointer's") }
    #expect(marked.count == 1 && marked[0].contains("great circle"))
    let other = try await finished(
      "qiblactl", ["bearing", "--target", "0,0", "--socket-dir", daemon.directory.path])
    #expect(other.status == 0 && !other.output.contains("the pointer's"), "\(other.output)")
  }

  @Test func aDaemonWithoutAPositionAndNoDaemonAreFailuresThatSayWhatToDo() async throws {
    let daemon = try await RunningDaemon.start(["--replay", Recordings.bundle, "--loop"])
    let run = try await finished(
      "qiblactl", ["bearing", "--socket-dir", daemon.directory.path])
    #expect(run.status == 1 && run.errors.contains("has no position"), "\(run.errors)")
    let nobody = try await finished("qiblactl", ["bearing", "--socket-dir", "/nonexistent"])
    #expect(nobody.status == 1 && nobody.errors.contains("qiblactl bearing LAT LON"))
    #expect(Line.split(nobody.errors).count == 1)
  }

  private func expect(
    _ value: Double?, _ expected: Double, within tolerance: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let value = try #require(value, sourceLocation: sourceLocation)
    #expect(abs(value - expected) <= tolerance, sourceLocation: sourceLocation)
  }
}

/// Runs `qiblactl NAME --batch` on a text.
func batch(
  _ name: String, _ input: String
) async throws -> (status: Int32, output: String, errors: String) {
  let directory = try TemporaryDirectory()
  let file = try FileHandle(
    forReadingFrom: URL(fileURLWithPath: directory.file("input", input)))
  return try await finished(
    "qiblactl", [name, "--batch"], input: .descriptor(file.fileDescriptor))
}
