import Testing
import Wire

@testable import Dial

struct KeyTests {
  @Test func keysAndEscapeSequencesAreRead() {
    #expect(Key.keys(in: "2?".utf8) == [.character("2"), .character("?")])
    #expect(
      Key.keys(in: "\t\u{1B}[Z\u{1B}[C\u{1B}[D\u{1B}OC".utf8) == [
        .tab, .backTab, .right, .left, .right,
      ])
    #expect(Key.keys(in: "\u{1B}".utf8) == [.escape])
  }

  // F5 is ESC [ 1 5 ~: its digits are no pages.
  @Test func otherKeysAreSkippedWhole() {
    #expect(Key.keys(in: "\u{1B}[15~3\u{1B}[1;5A".utf8) == [.character("3")])
    #expect(Key.keys(in: "\u{1B}[1".utf8).isEmpty)
    #expect(Key.keys(in: [0xFF, 0xC3, 0x00]).isEmpty)
  }

  @Test func digitsAndTabTurnThePages() {
    var frame = DialFrame()
    for (number, page) in zip(1..., DialPage.allCases) {
      frame.press(.character(Character("\(number)")))
      #expect(frame.page == page)
    }
    frame.press(.tab)
    #expect(frame.page == .compass)
    frame.press(.backTab)
    #expect(frame.page == .place)
    for key in ["0", "7", "x"] { frame.press(.character(Character(key))) }
    #expect(frame.page == .place)
  }

  @Test func theHelpComesAndGoes() {
    var frame = DialFrame()
    frame.press(.character("?"))
    #expect(frame.showsHelp)
    frame.press(.character("?"))
    #expect(!frame.showsHelp)
    for end in [Key.escape, .tab, .character("3")] {
      frame.press(.character("?"))
      frame.press(end)
      #expect(!frame.showsHelp)
    }
  }
}
