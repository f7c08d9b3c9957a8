import Foundation
import Quantities
import Session
import Testing

/// The same trace gives the same bytes, every time.
@Suite struct DeterminismTests {
  @Test(arguments: GoldenCase.all)
  func theSameBytesOnEveryRunAndHoweverTheyAreRead(golden: GoldenCase) throws {
    let bytes = try trace(golden.name)
    let options = try golden.options()
    let first = try Replayed(bytes, options).bytes
    #expect(first.count > 10_000)
    for chunk in [Int.max, 1, 777] {
      #expect(try Replayed(bytes, options, chunk: chunk).bytes == first)
    }
  }

  @Test func theSameSimulationTwice() throws {
    let bytes = try simulatedTrace(seed: 4, samples: 500)
    #expect(try simulatedTrace(seed: 4, samples: 500) == bytes)
    #expect(try Replayed(bytes).bytes == Replayed(bytes).bytes)
  }

  /// The program beside the tests, which every build of the package makes.
  private static let qiblactl =
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("qiblactl").path

  // Hash seeds and addresses differ between processes; the output must not.
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: qiblactl),
      "no qiblactl beside the tests: run swift build first"),
    arguments: GoldenCase.all)
  func anotherProcessPrintsTheSameBytes(golden: GoldenCase) throws {
    let program = Process()
    program.executableURL = URL(fileURLWithPath: Self.qiblactl)
    program.arguments =
      [
        "replay", "\(tracesFolder)/\(golden.name).jsonl", "--topics",
        "reading,state,event,qibla,position",
      ]
      + golden.arguments
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
    #expect(Array(printed) == (try Replayed(try trace(golden.name), golden.options()).bytes))
  }
}
