import Testing

@testable import Dial

/// Lines in less room than they need.
struct LineTests {
  private func text(_ line: Line) -> String { line.spans.map(\.text).joined() }

  // `±180°` cut to `±18` would be an error bar that is ten times too small.
  @Test(arguments: [
    ("● calibrating  ±180°", 18, "● calibrating…"),
    ("● calibrating  ±180°", 20, "● calibrating  ±180°"),
    ("turn right 42°", 11, "turn right…"), ("rate 30 Hz · mag+gyro", 13, "rate 30 Hz…"),
    ("one", 2, "…"), ("one", 0, ""), ("", 3, ""),
  ])
  func onlyWholeWordsAreKept(_ given: String, _ width: Int, _ kept: String) {
    #expect(text(Line(given).fitted(to: width)) == kept)
  }

  @Test func aWordOfTwoSpansIsOneWord() {
    let line = Line("heading ").then("117.4").then("° true")
    #expect(text(line.fitted(to: 14)) == "heading…")
    #expect(text(line.fitted(to: 15)) == "heading 117.4°…")
  }

  @Test func aNumberIsNotKeptWithoutItsUnit() {
    #expect(text(Line("turn right 42 deg now").fitted(to: 15)) == "turn right…")
  }

  @Test func noPartOfANumberIsShownAtAnyWidth() {
    let words: Set<Substring> = ["119.0°", "true", "ESE", "±2.3°", "4,795", "km"]
    let line = Line("119.0° true ESE ").then("±2.3°  4,795 km")
    for width in 0...line.width {
      let shown = text(line.fitted(to: width))
      #expect(TextWidth.of(shown) <= width)
      for word in shown.split(separator: " ") {
        let whole = word.hasSuffix("…") ? word.dropLast() : word
        #expect(whole.isEmpty || words.contains(whole), "\(width): \(shown)")
      }
    }
  }

  @Test func theFirstTextThatFitsIsTaken() {
    let lines = [Line("perhaps on the Qibla"), Line("perhaps ahead"), Line("perhaps")]
    #expect(text(.first(of: lines, fitting: 20)) == "perhaps on the Qibla")
    #expect(text(.first(of: lines, fitting: 19)) == "perhaps ahead")
    #expect(text(.first(of: lines, fitting: 7)) == "perhaps")
    #expect(text(.first(of: lines, fitting: 6)) == "…")
  }
}
