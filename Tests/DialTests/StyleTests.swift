import Testing

@testable import Dial

struct StyleTests {
  @Test func anyValueOfNOCOLORSwitchesColoursOff() {
    let base = ["TERM": "xterm-256color", "LANG": "en_US.UTF-8"]
    #expect(Style(environment: base) == Style(palette: .many, glyphs: .unicode))
    let without = base.merging(["NO_COLOR": "0"]) { $1 }
    #expect(Style(environment: without) == Style(palette: .none, glyphs: .unicode))
    // no-color.org: an empty value does not count
    #expect(Style(environment: base.merging(["NO_COLOR": ""]) { $1 }).palette == .many)
  }

  @Test(arguments: [
    (["TERM": "xterm", "LANG": "C"], Style(palette: .sixteen, glyphs: .ascii)),
    (
      ["TERM": "xterm", "LANG": "C", "LC_ALL": "de_DE.utf8"],
      Style(palette: .sixteen, glyphs: .unicode)
    ),
    (
      ["TERM": "xterm", "LANG": "de_DE.UTF-8", "LC_ALL": "C"],
      Style(palette: .sixteen, glyphs: .ascii)
    ),
    (["TERM": "linux", "LANG": "C.UTF-8"], Style(palette: .sixteen, glyphs: .ascii)),
    (["TERM": "xterm", "COLORTERM": "truecolor"], Style(palette: .many, glyphs: .ascii)),
    (["TERM": "dumb", "LANG": "C.UTF-8"], Style(palette: .none, glyphs: .ascii)),
    ([:], Style(palette: .none, glyphs: .ascii)),
  ])
  func coloursAndCharactersFollowTheEnvironment(_ environment: [String: String], _ style: Style) {
    #expect(Style(environment: environment) == style)
  }
}
