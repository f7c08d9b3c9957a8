import TestFiles
import Testing

/// `qiblactl simulate --scene`: what is printed, and what is refused.
@Suite(.timeLimit(.minutes(5))) struct SimulateCommandTests {
  @Test func everyListedSceneCanBeSimulated() async throws {
    let list = try await finished("qiblactl", ["simulate", "--list"])
    #expect(list.status == 0 && list.errors.isEmpty)
    let names = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.count > 30)
    for name in ["car", "stuck", "field-turned-at-start", "hold-and-drift"] {
      #expect(names.contains(Substring(name)))
    }
    let name = String(try #require(names.last))
    let run = try await finished("qiblactl", ["simulate", "--scene", name, "--seconds", "0.1"])
    let lines = Line.split(run.output)
    #expect(lines.count == 11)  // the header and 0.1 s at 100 Hz
    #expect(lines.first?.string("name") == name)
  }

  @Test func theSameArgumentsGiveTheSameBytes() async throws {
    func bytes(_ more: [String]) async throws -> String {
      try await finished("qiblactl", ["simulate", "--scene", "walk"] + more).output
    }
    let first = try await bytes(["--seed", "5", "--seconds", "3"])
    #expect(try await bytes(["--seed", "5", "--duration", "3"]) == first)
    #expect(try await bytes(["--seed", "6", "--seconds", "3"]) != first)
    #expect(
      try await bytes(["--seed", "5", "--seconds", "3", "--chip", "lsm303dlhc"]) != first)
  }

  @Test func aSceneIsReplayedFromItsOwnHeader() async throws {
    let trace = try await finished(
      "qiblactl",
      ["simulate", "--scene", "slow-turn", "--seconds", "20", "--position", "-33.8688,151.2093"])
    let directory = try TemporaryDirectory()
    let run = try await finished(
      "qiblactl",
      ["replay", directory.file("trace.jsonl", trace.output), "--topics", "reading"])
    #expect(run.status == 0 && run.errors.isEmpty)
    // 281° + 3°/s · 20 s, less 12.8° of declination at Sydney; the noise is under 5°
    let last = try #require(Line.split(run.output).last?.number("heading_magnetic_deg"))
    #expect(abs(last - 328) < 6)
  }

  private static let refused = [
    ["--scene", "no-such-thing"], ["--chip", "icm20948"], ["--scene", "car", "--chip", "z80"],
    ["--scene", "car", "--seconds", "0"], ["--scene", "car", "--seconds", "90000"],
    ["--seconds", "nan"],
  ]

  @Test(arguments: refused) func contradictoryArgumentsAreAUsageError(arguments: [String])
    async throws
  {
    let run = try await finished("qiblactl", ["simulate"] + arguments)
    #expect(run.status == 64 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("qiblactl: "))
  }
}
