import Quantities
import Testing
import Wire

@testable import Dial

/// The row and column, in cells, of the first place where `text` stands.
private func place(of text: String, in lines: [String]) -> (row: Int, column: Int)? {
  for (row, line) in lines.enumerated() {
    guard let range = line.firstRange(of: text) else { continue }
    return (row, line.distance(from: line.startIndex, to: range.lowerBound))
  }
  return nil
}

/// The dial of an 80 × 24 screen: 21 rows from row 1 on, 41 columns from column 1 on.
private let middle = (row: 11, column: 21)

struct RenderTests {
  private func lines(
    _ reading: Reading, _ style: Style = Samples.ascii, columns: Int = 80, rows: Int = 24,
    at now: Double = 0
  ) throws -> [String] {
    try Samples.frame(reading).render(columns: columns, rows: rows, style: style, at: now)
  }

  // The card turns by minus the heading: what the device points at is at the top.
  @Test(arguments: [(0.0, "N"), (90, "E"), (180, "S"), (270, "W")])
  func theHeadingsLetterIsAtTheTop(_ heading: Double, _ letter: String) throws {
    let lines = try lines(Samples.reading(heading: heading, pointer: nil))
    let top = lines[4].prefix(42).filter { $0.isLetter }
    #expect(String(top) == letter)
    #expect(place(of: letter, in: Array(lines[4...4]))?.column == middle.column)
  }

  @Test func atHeading90NorthIsAtTheLeftAndSouthAtTheRight() throws {
    let row = try lines(Samples.reading(heading: 90, pointer: nil))[middle.row].prefix(42)
    let letters = row.filter { $0.isLetter }
    #expect(String(letters) == "NS")
  }

  // The Kaaba's mark stands on the rim in the direction of the pointer, right positive.
  @Test(arguments: [(0.0, 0, -1), (90, 1, 0), (-180, 0, 1), (-90, -1, 0)])
  func theKaabaIsInThePointersDirection(_ pointer: Double, _ right: Int, _ down: Int) throws {
    let lines = try lines(Samples.reading(heading: 17, pointer: pointer))
    let mark = try #require(place(of: "[K]", in: lines))
    // The middle of the three characters; the radius is 36 dots: 18 columns, 9 rows.
    #expect(abs(mark.column + 1 - (middle.column + right * 18)) <= 1)
    #expect(abs(mark.row - (middle.row + down * 9)) <= 1)
  }

  // A declination by hand stays for the whole run: it must not hide that the gyro holds the heading.
  @Test(arguments: [
    ([.declinationManual, .gyroHold] as WhySet, Why.gyroHold),
    ([.declinationManual, .sensorMissing, .warmingUp] as WhySet, Why.sensorMissing),
    ([.noPosition, .declinationManual] as WhySet, Why.noPosition),
    ([.declinationManual] as WhySet, Why.declinationManual),
  ])
  func aDeclinationByHandIsTheLastReasonToBeShown(_ why: WhySet, _ shown: Why) throws {
    let reading = Samples.reading(heading: 90, pointer: nil, status: .uncertain, why: why)
    #expect(reading.foremostWhy == shown)
    let text = try lines(reading, columns: 120).joined(separator: "\n")
    #expect(text.contains(shown.sentence))
  }

  @Test func withoutATrueHeadingThereIsNoArrowAndNorthIsNamedMagnetic() throws {
    var reading = Samples.reading(heading: 90, pointer: 30)
    reading.headingTrue = nil
    let text = try lines(reading).joined(separator: "\n")
    #expect(!text.contains("[K]"))
    #expect(!text.contains("turn right"))
    #expect(text.contains("MN"))
    #expect(text.contains("magnetic"))
    #expect(text.contains("no pointer to the Qibla"))
  }

  @Test func aMagneticHeadingIsNeverDrawnWithAPointer() throws {
    for style in [Samples.plain, Samples.ascii] {
      for size in [(80, 24), (40, 12), (30, 6)] {
        var reading = Samples.reading(heading: 90, pointer: 30)
        reading.headingTrue = nil
        let withPointer = try lines(reading, style, columns: size.0, rows: size.1)
        reading.pointer = nil
        #expect(try lines(reading, style, columns: size.0, rows: size.1) == withPointer)
      }
    }
  }

  @Test func withoutAHeadingThereIsNoCard() throws {
    let lines = try lines(Reading(sequence: 0, time: Timestamp(microseconds: 0)))
    let dial = lines[2...20].map { $0.prefix(42) }.joined()
    #expect(dial.filter { $0.isLetter } == "noheading")
    #expect(lines.joined().contains("unavailable"))
  }

  @Test func theDialShowsEveryKnownQuantity() throws {
    let frame = try Samples.frame(
      Samples.reading(heading: 120.31, pointer: 42), simulated: true, replay: true)
    let text = frame.render(columns: 80, rows: 24, style: Samples.plain, at: 0)
      .joined(separator: "\n")
    for part in [
      "[SIMULATED] [REPLAY]", "ESE", "true", "turn right 42°", "Qibla 162.3° true SSE",
      "4,321 km to the Kaaba", "● accurate  ±2.4°", "4.1°/s left", "3.2° nose up",
      "1.0° left side down", "2.0 Hz · mag+gyro",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test func theWorstReasonIsShownWithItsAdvice() throws {
    let reading = Samples.reading(
      heading: 10, pointer: 20, error: 40, status: .interference,
      why: [.interferenceJump, .noTime])
    let text = try lines(reading, Samples.plain).map { $0.dropFirst(42) }.joined(separator: " ")
    let words = text.split(separator: " ").joined(separator: " ")
    #expect(words.contains(Why.interferenceJump.sentence))
    #expect(words.contains(Why.interferenceJump.advice))
    #expect(!words.contains(Why.noTime.sentence))
  }

  @Test func afterASecondWithoutReadingsTheDialIsGreyAndReportsIt() throws {
    let reading = Samples.reading(heading: 10, pointer: 20)
    #expect(!(try lines(reading, at: 0.99).joined().contains("no reading")))
    let late = try lines(reading, Samples.colour, at: 3.2)
    #expect(late.joined().contains("no reading for 3 s"))
    #expect(!late.joined().contains("accurate"))
    let dial = late[1...21].joined()
    let good = Ink.good.parameters(.many)
    #expect(!dial.contains("\u{1B}[0;\(good)m"))
    #expect(dial.contains("\u{1B}[0;\(Ink.off.parameters(.many))m"))
  }

  @Test func betweenReadingsTheCardTurnsOnForATenthOfASecondAtMost() throws {
    var reading = Samples.reading(heading: 0, pointer: 90)
    reading.turnRateDegreesPerSecond = 300
    // 300 °/s for 100 ms are 30°: E, at 90°, comes to 60°, as at a heading of 30°.
    var turned = Samples.reading(heading: 30, pointer: 60)
    turned.turnRateDegreesPerSecond = 300
    func dial(_ reading: Reading, at now: Double) throws -> [String] {
      try lines(reading, Samples.plain, at: now)[1...21].map { String($0.prefix(42)) }
    }
    #expect(try dial(reading, at: 0.1) == dial(turned, at: 0))
    #expect(try dial(reading, at: 0.9) == dial(turned, at: 0))
  }

  @Test func statusesHaveTheProtocolsColours() {
    #expect(Reading.Status.allCases.map { Ink($0) } == [.off, .bad, .caution, .caution, .good])
  }

  @Test func numbersDoNotMoveWhenTheStatusDoes() throws {
    let good = try lines(Samples.reading(heading: 9.4, pointer: 20))
    let bad = try lines(
      Samples.reading(heading: 109.4, pointer: nil, status: .calibrating, why: [.uncalibrated]))
    for word in ["true", "turn  ", "pitch", "roll", "Qibla ", "4,321"] {
      let (a, b) = (place(of: word, in: good), place(of: word, in: bad))
      #expect(a?.row == b?.row && a?.column == b?.column, "\(word)")
    }
  }
}
