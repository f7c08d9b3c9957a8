import DaemonConfiguration
import TestFiles
import Testing

struct ConfigurationProblemsTests {
  private func problems(_ text: String) -> [String] {
    Configuration.problems(toml: text, file: "f").map { "\($0)" }
  }

  @Test func everyErrorIsFoundAndEachOnce() {
    let found = problems(
      """
      [log]
      levle = "debug"
      level = "loud"
      [nonsense]
      [place]
      latitude_deg = 91
      longitude_deg = "x"
      """)
    #expect(found.count == 5, "\(found)")
    for key in ["log.levle", "log.level", "nonsense", "place.latitude_deg", "place.longitude_deg"] {
      #expect(found.count { $0.hasPrefix("f: \(key): ") } == 1, "\(key)")
    }
  }

  @Test func aKeyThatIsMissingIsOneError() {
    #expect(problems("[place]\nlatitude_deg = 1\n").count == 1)
  }

  @Test(arguments: [
    ("[place]\nlatitude_deg = 91\nlongitude_deg = 0\n", ["place.latitude_deg: 91"]),
    (
      "[place]\nlatitude_deg = 91\nlongitude_deg = 500\nerror_m = -1\naltitude_m = 3\n",
      ["place.error_m: -1", "place.latitude_deg: 91", "place.longitude_deg: 500"]
    ),
    (
      "[target]\nname = \"\"\nlatitude_deg = 1\nlongitude_deg = 2\nmethod = \"x\"\n",
      ["target.name: \"\"", "target.method: \"x\""]
    ),
    ("[haptics]\noutput = \"gpio\"\nline = \"\"\n", ["haptics.line: \"\""]),
    ("[alignment]\nenter_deg = 9\nleave_deg = 8\n", ["alignment.leave_deg: 8"]),
    ("[alignment]\nenter_deg = 9\nleave_deg = 99\n", ["alignment.leave_deg: 99"]),
    (
      "[alignment]\nenter_deg = 0\nleave_deg = 0\n",
      ["alignment.enter_deg: 0", "alignment.leave_deg: 0"]
    ),
    ("[alignment]\nenter_deg = 99\nleave_deg = 4\n", ["alignment.enter_deg: 99"]),
  ])
  func aValueThatIsRefusedCausesNoSecondError(text: String, expected: [String]) {
    let found = problems(text)
    #expect(found.count == expected.count, "\(found)")
    for (error, start) in zip(found, expected) { #expect(error.hasPrefix("f: \(start)")) }
  }

  @Test func aTextThatIsNotTOMLHasOneError() {
    #expect(problems("[log\nlevel = ").count == 1)
  }

  // Else a check could pass what the daemon refuses, or the other way round.
  @Test(arguments: [
    "", "[log]\nlevel = \"debug\"\n", "[control]\nenabled = false\ngroup = \"\"\n",
    "[control]\ngroup = \"a b\"\n", "[control]\ngroup = 5\n", "[control]\nenabled = \"yes\"\n",
    "[haptics]\nrated_v = 2\n", "[alignment]\nenter_deg = 9\nleave_deg = 8\n", "x = 1\n",
    "[log]\nx = 1\n",
    "[mount]\nboard = \"x y -z\"\n", "[mount]\nerror_deg = -1\n", "[mount]\nerror_deg = 46\n",
  ])
  func theFirstErrorIsTheOneThatStopsTheDaemon(text: String) {
    let first: String?
    do {
      _ = try Configuration(toml: text, file: "f")
      first = nil
    } catch { first = "\(error)" }
    #expect(problems(text).first == first)
  }

  @Test func theGroupOfTheControlSocketMayBeNone() throws {
    #expect(try Configuration(toml: "", file: "f").control == Configuration.Control())
    let text = "[control]\nenabled = false\ngroup = \"\"\n"
    let control = try Configuration(toml: text, file: "f").control
    #expect(!control.isEnabled && control.group?.isEmpty == true)
  }
}
