import Quantities
import Testing
import Wire

@testable import Dial

/// The pages behind the keys 2 to 6, and the help.
struct PageTests {
  private static func state(live: Bool) -> StateMessage {
    var calibration = StateMessage.Calibration(status: .ok, grade: "A")
    calibration.residualPercent = 1.2
    calibration.profile = "boat"
    return StateMessage(
      sequence: 1, time: Timestamp(microseconds: 0), status: .interference, why: [],
      calibration: calibration,
      interference: StateMessage.Interference(
        status: .disturbed, kind: .place,
        // 3-4-5: 5 µT level, 45° to the right of forward only if x = y.
        disturbance: .init(x: 3, y: 3, z: -3 * 2.0.squareRoot()), strengthPercent: 12.5,
        inclinationErrorDegrees: -7.5),
      position: .init(status: live ? .manual : .assumed),
      declination: .init(model: "WMM2025", valid: true, error68Degrees: 0.4),
      sensors: [
        .init(kind: .mag, rateHz: 99.6, id: 3, isPrimary: true), .init(kind: .gyro, rateHz: nil),
      ])
  }

  private static func frame(live: Bool = false) throws -> DialFrame {
    var reading = Samples.reading(heading: 117.4, pointer: 1.6)
    reading.declination = try Declination(degrees: 2.9)
    reading.sampleAgeMicroseconds = 4100
    var frame = try Samples.frame(reading, simulated: !live)
    frame.update(state(live: live))
    frame.update(
      PositionMessage(
        sequence: 1, time: Timestamp(microseconds: 0), status: live ? .manual : .assumed,
        position: try Position(coordinates: Coordinates(latitude: 51.5074, longitude: -0.1278))))
    return frame
  }

  private func page(
    _ key: Character, _ frame: DialFrame, columns: Int = 80, rows: Int = 24,
    style: Style = Samples.plain, at now: Double = 0
  ) -> String {
    var frame = frame
    frame.press(.character(key))
    return frame.render(columns: columns, rows: rows, style: style, at: now).joined(separator: "\n")
  }

  @Test func everyPageShowsHeadingErrorStatusAndWhatIsAssumed() throws {
    let frame = try Self.frame()
    for key in "23456?" {
      let text = page(key, frame)
      for part in [
        "117.4° true ±2.4°", "● accurate", "[SIMULATED]", "51.5074° N, 0.1278° W, assumed",
      ] {
        #expect(text.contains(part), "page \(key): \(part)")
      }
    }
    #expect(page("1", frame).contains("51.5074° N, 0.1278° W, assumed"))
    #expect(page("1", frame, columns: 40, rows: 12).contains("place assumed"))
    #expect(page("1", try Self.frame(live: true)).contains("51.5074° N, 0.1278° W, set by hand"))
  }

  @Test func theSensorsPageShowsRatesAndAges() throws {
    let text = page("2", try Self.frame())
    for part in [
      "mag 3        99.6 Hz · makes the heading", "gyro         silent", "4.1 ms old",
      "a simulation has no chips",
    ] { #expect(text.contains(part), "\(part)") }
  }

  // 13 + 10 columns are before a bar; of the 55 left, 27 are on each side of the middle. 12.5 and 7.5 of 25 are 14
  // and 8 cells.
  @Test func theFieldPageShowsBarsAndTheDirectionOfTheDisturbance() throws {
    let lines = page("3", try Self.frame()).split(separator: "\n")
    let strength = try #require(lines.first { $0.contains("strength") })
    #expect(strength.contains("+12.5 %"))
    #expect(strength.contains("|" + String(repeating: "█", count: 14) + "·"))
    let inclination = try #require(lines.first { $0.contains("inclination") })
    #expect(inclination.contains("·" + String(repeating: "█", count: 8) + "|"))
    // √(3² + 3² + 18) = 6; 45° to the right; the vertical part equals the level one: 45° up.
    #expect(lines.contains { $0.contains("adds 6.0 µT, pointing 45° right of forward, 45° up") })
    #expect(lines.contains { $0.contains("stays in place") })
  }

  // 55 / 50 is 10 % more, 60° is 5° less than 65°: 11 and 5 of 27 cells for 25.
  @Test func withThePositionTheBarsCompareWithTheMagneticModel() throws {
    var frame = try Self.frame()
    frame.update(
      FieldMessage(
        sequence: 1, time: Timestamp(microseconds: 0), status: .undisturbed,
        measured: .init(strength: 55, inclinationDegrees: 60, horizontal: nil),
        expected: .init(strength: 50, inclinationDegrees: 65, horizontal: nil)))
    let text = page("3", frame)
    for part in [
      "+10.0 %", "|" + String(repeating: "█", count: 11) + "·", "-5.0°",
      "·" + String(repeating: "█", count: 5) + "|", "difference from the magnetic model",
      "measured     55.0 µT, inclination 60.0°", "model        50.0 µT, inclination 65.0°",
    ] { #expect(text.contains(part), "\(part)") }
    frame.lost("gone")
    #expect(!page("3", frame).contains("55.0"))
  }

  @Test func aBarEndsAtItsEnd() throws {
    var frame = try Self.frame()
    var state = Self.state(live: true)
    state.interference.strengthPercent = 400
    frame.update(state)
    let line = try #require(
      page("3", frame).split(separator: "\n").first { $0.contains("strength") })
    #expect(TextWidth.of(line) <= 80 && line.contains("+400.0 %"))
  }

  @Test func theCalibrationPageShowsGradeAndMap() throws {
    var frame = try Self.frame()
    #expect(page("4", frame).contains("in use, grade A, residual 1.2 %, profile \"boat\""))
    var message = CalibrationMessage(
      sequence: 1, time: Timestamp(microseconds: 0), status: .collecting, profile: "boat")
    message.coverage = String(repeating: "1", count: 24) + String(repeating: "0", count: 24)
    message.coveragePercent = 50
    frame.update(message)
    let text = page("4", frame, rows: 40)
    #expect(text.contains("50 % of the directions") && text.contains("█") && text.contains("·"))
    // The last message of a collection has no map; the one before stays.
    message.coverage = nil
    frame.update(message)
    #expect(page("4", frame, rows: 40).contains("█"))
  }

  @Test func theHistoryPageShowsTheShareOfAccurateSeconds() throws {
    var frame = DialFrame()
    for second in 0..<100 {
      frame.update(
        Samples.reading(
          heading: 359 + Double(second % 3), pointer: nil,
          status: second < 25 ? .interference : .accurate),
        at: Double(second))
    }
    let text = page("5", frame, at: 99)
    #expect(text.contains("accurate 75 % of the time") && text.contains("-2 min"))
    // 359, 360 and 361 are 2° apart, across north, not 360°.
    #expect(text.contains("+5°") && text.contains("ii") && text.contains("▂▂"))
  }

  @Test func thePlacePageShowsTheThreeBearingsAndTheSource() throws {
    var frame = try Self.frame()
    var qibla = try Samples.qibla()
    qibla.bearings = .init(
      greatCircle: Azimuth(degrees: 118.99), geodesic: Azimuth(degrees: 118.87),
      rhumb: Azimuth(degrees: 133.83))
    qibla.method = .greatCircle
    frame.update(qibla)
    frame.socket = "/run/qiblad/stream.sock"
    let text = page("6", frame)
    for part in [
      "great circle 119.0° ESE, which the arrow shows", "rhumb line   133.8° SE",
      "no receiver measured it", "2.9° E ±0.4°, WMM2025", "° magnetic, ", "a simulation",
      "/run/qiblad/stream.sock",
    ] { #expect(text.contains(part), "\(part)") }
  }

  // Makkah in Chinese: each character is two cells wide.
  @Test func aTargetWithWideCharactersIsShownWithoutGaps() throws {
    var frame = try Self.frame()
    frame.update(try Samples.qibla(name: "麦加"))
    let lines = page("6", frame).split(separator: "\n")
    let target = try #require(lines.first { $0.contains("target") })
    #expect(target.contains("target       麦加, 21.4225° N, 39.8262° E"))
  }

  @Test func theHelpListsEveryPage() {
    let text = page("?", DialFrame())
    for page in DialPage.allCases { #expect(text.contains("\(page.rawValue) \(page.name)")) }
    for part in ["needle", "arc", "Ctrl-Z"] { #expect(text.contains(part)) }
  }

  @Test func noPageIsLargerThanTheTerminal() throws {
    let frame = try Self.frame()
    for style in [Samples.plain, Samples.ascii] {
      for key in "123456?" {
        for columns in [1, 5, 12, 19, 20, 39, 40, 60, 80, 133, 250] {
          for rows in [1, 2, 3, 4, 8, 12, 24, 50, 90] {
            let lines = page(key, frame, columns: columns, rows: rows, style: style)
              .split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= rows)
            #expect(lines.allSatisfy { TextWidth.of($0) <= columns }, "\(key) \(columns) \(rows)")
          }
        }
      }
    }
  }

  @Test func aLostConnectionTakesEverythingOldAway() throws {
    var frame = try Self.frame()
    frame.lost("/run/qiblad/stream.sock: the daemon closed the connection")
    // Page 5 is the history, which stays.
    for key in "12346" {
      let text = page(key, frame)
      #expect(text.contains("no daemon"), "page \(key)")
      for old in ["117.4", "51.5074", "SIMULATED", "accurate  ", "12.5"] {
        #expect(!text.contains(old), "page \(key): \(old)")
      }
    }
    #expect(page("1", frame, columns: 120).contains("the daemon closed the connection"))
  }

  @Test func readingsThatStopGoAfterThreeSeconds() throws {
    let frame = try Self.frame()
    #expect(page("1", frame, columns: 30, rows: 6, at: 2.9).contains("117.4"))
    for key in "12346" { #expect(!page(key, frame, at: 3.1).contains("117.4"), "page \(key)") }
    #expect(!page("1", frame, columns: 30, rows: 6, at: 3.1).contains("117.4"))
  }
}
