import Randomness
import Testing

@testable import DaemonConfiguration

struct ConfigurationFuzzTests {
  private static let seeds = [
    "[place]\nlatitude_deg = -33.8688\nlongitude_deg = 151\n[north]\ndeclination_deg = 1e3\n",
    "[stream]\nmode = \"0666\"\ndirectory = '/run/q'\n[log]\nlevel = \"info\"\n",
    "[alignment]\nenter_deg = 0x7F\nleave_deg = +1_0.5e-1 # x\nlock_s = {a = inf, b.c = 'd'}\n",
    "[[target]]\nname = 'x'\n[a.\"b\\u00e9\".c]\nd = nan\ne.f.g = +1_000\nh = 0b1\ni = 0o7\n",
  ]
  private static let pieces: [String] = [
    "[", "]", "[[", "]]", "=", "\"", "'''", "\n", "\\", "\\u", "{", "}", ",", ".", "9", "e", "-",
    "inf", "0x", "#", "place", "level", "\u{7F}", "é", "\u{FEFF}", "1979-05-27", "true", "_", "-0",
    " 0 ",
  ]

  /// The parser ends the process where one of these follows the bracket: it neither skips nor refuses them there.
  @Test(arguments: ["\u{0B}", "\u{0C}", "\r", "\u{85}", "\u{2028}", "\u{2029}"])
  func aLineBreakOfAnotherKindAfterABracketIsAnError(_ mark: String) {
    for text in ["[\(mark)log]\n", "[ \(mark) log]\n", "[[\(mark)log]]\n"] {
      #expect(throws: ConfigurationError.self) { try Configuration(toml: text, file: "f") }
    }
  }

  /// The parser ends the process on ten characters with a minus where a date has it, before a blank, a digit and another blank.
  @Test(arguments: ["620\"-02-0= 0#", "123$-0$-01 1 ", "1979-05-27 0 ", "9'\"'-00-00 0 "])
  func whatLooksLikeADateIsAnErrorWithItsLine(_ value: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration(toml: "\n[log]\nlevel = \(value)\n", file: "f")
    }
    #expect(error?.description.contains("line 3") == true)
  }

  /// Any text is either a configuration or one error of one line; the parser neither traps nor hangs.
  @Test(arguments: 0..<4) func anyTextIsAConfigurationOrOneLineOfError(_ index: Int) {
    var random = SeededGenerator(seed: UInt64(index) + 1)
    for _ in 0..<2000 {
      var text = Array(Self.seeds[index].unicodeScalars)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        let end = min(place + Int.random(in: 0...4, using: &random), text.count)
        let piece = Self.pieces.randomElement(using: &random) ?? ""
        text.replaceSubrange(
          place..<end, with: Bool.random(using: &random) ? Array(piece.unicodeScalars) : [])
      }
      let toml = String(String.UnicodeScalarView(text))
      do {
        _ = try Configuration(toml: toml, file: "f")
      } catch {
        let line = error.description
        #expect(!line.contains("\n") && line.count < 1000, "\(toml.debugDescription)")
      }
    }
  }
}
