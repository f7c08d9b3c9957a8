import Foundation
import FuzzTargets
import Testing

/// The inputs that a fuzzer has found worth keeping, among them each that once broke a parser.
struct CorpusTests {
  @Test(arguments: FuzzTarget.allCases) func everyKeptInputIsParsedWithoutBreakingARule(
    _ target: FuzzTarget
  ) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fuzzing/corpus/\(target.rawValue)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 3, "there is no corpus")
    for file in files { target.run(Array(try Data(contentsOf: file))) }
  }
}
