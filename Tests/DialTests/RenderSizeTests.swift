import Quantities
import Testing
import Wire

@testable import Dial

struct RenderSizeTests {
  private static let readings: [Reading] = {
    var wild = Samples.reading(heading: 359.99, pointer: -180, error: 1e300)
    wild.turnRateDegreesPerSecond = -.greatestFiniteMagnitude
    wild.pitchDegrees = .infinity
    wild.rollDegrees = .nan
    return [
      Samples.reading(heading: 63.4, pointer: 55.6, why: [.uncalibrated]),
      Reading(sequence: 0, time: Timestamp(microseconds: 0)), wild,
    ]
  }()

  @Test(arguments: [Samples.plain, Samples.ascii, Samples.colour])
  func noLineIsLongerThanTheTerminal(_ style: Style) throws {
    let sizes = Array(-1...14) + [20, 39, 40, 41, 57, 80, 133, 300]
    for reading in Self.readings {
      let frame = try Samples.frame(reading, simulated: true, replay: true)
      for columns in sizes {
        for rows in sizes where rows < 134 {
          let lines = frame.render(columns: columns, rows: rows, style: style, at: 0)
          #expect(lines.count <= max(rows, 0))
          #expect(lines.allSatisfy { TextWidth.ofStyled($0) <= max(columns, 0) })
        }
      }
    }
  }

  @Test(arguments: [(40, 12), (30, 8), (16, 8), (80, 24)])
  func anAdviceThatDoesNotFitEndsInAnEllipsis(columns: Int, rows: Int) throws {
    let frame = try Samples.frame(Self.readings[0])
    let text = frame.render(columns: columns, rows: rows, style: Samples.plain, at: 0)
      .joined(separator: " ")
    let isWhole = text.contains("level and") && text.contains("tilted.")
    #expect(isWhole != text.contains("…"))
    #expect(!text.contains("… …"))
    #expect(isWhole == (columns == 80))
  }

  // `S` beside a heading would be read as south.
  @Test func aBadgeIsNeverALetter() throws {
    let frame = try Samples.frame(Self.readings[0], simulated: true, replay: true)
    for columns in 4...80 {
      let lines = frame.render(columns: columns, rows: 3, style: Samples.plain, at: 0)
      #expect(!lines.contains { $0.contains("[S]") || $0.contains("[R]") })
    }
  }

  @Test func withoutColoursThereIsNoEscapeAndInAsciiNothingElse() throws {
    let frame = try Samples.frame(Self.readings[0], simulated: true)
    let plain = frame.render(columns: 80, rows: 24, style: Samples.plain, at: 0).joined()
    #expect(!plain.unicodeScalars.contains("\u{1B}"))
    let ascii = frame.render(columns: 80, rows: 24, style: Samples.ascii, at: 0).joined()
    #expect(ascii.unicodeScalars.allSatisfy { 0x20..<0x7F ~= $0.value })
  }

  @Test func coloursChangeNothingButTheColour() throws {
    let frame = try Samples.frame(Self.readings[0])
    let plain = frame.render(columns: 80, rows: 24, style: Samples.plain, at: 0)
    let colour = frame.render(columns: 80, rows: 24, style: Samples.colour, at: 0)
    #expect(plain != colour)
    for (a, b) in zip(plain, colour).dropFirst() {
      #expect(a == b.replacing(#/\u{1B}\[[0-9;]*m/#, with: ""))
    }
  }

  @Test func theRoseGrowsWithTheTerminalAndASmallTerminalShowsText() {
    #expect(Layout(columns: 80, rows: 24) == .sideBySide(21))
    #expect(Layout(columns: 200, rows: 60) == .sideBySide(45))
    #expect(Layout(columns: 45, rows: 40) == .stacked(21))
    #expect(Layout(columns: 30, rows: 40) == .stacked(15))
    #expect(Layout(columns: 40, rows: 12) == .sideBySide(9))
    #expect(Layout(columns: 17, rows: 50) == .text)
    #expect(Layout(columns: 200, rows: 10) == .text)
  }

  @Test func theSmallestViewShowsHeadingAndStatus() throws {
    let frame = try Samples.frame(Self.readings[0])
    let lines = frame.render(columns: 24, rows: 3, style: Samples.plain, at: 0)
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("63.4° true"))
    #expect(lines[2] == "● accurate  ±2.4°")
  }

  @Test func aHostileNameCannotControlTheTerminal() throws {
    var frame = try Samples.frame(Self.readings[0])
    frame.update(try Samples.qibla(name: "a\u{1B}[2J\n\u{202E}b"))
    frame.update(Bye(reason: "x\u{1B}]0;y\u{7}"))
    let lines = frame.render(columns: 120, rows: 24, style: Samples.plain, at: 0)
    #expect(lines.joined().unicodeScalars.allSatisfy { TextWidth.of($0) > 0 })
    #expect(lines[0].contains("qiblad ended the connection: x]0;y"))
  }
}
