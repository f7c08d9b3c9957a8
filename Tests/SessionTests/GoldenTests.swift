import Foundation
import Testing

/// Recorded and made-up traces give what they gave. What makes it right is in `Tests/Traces/README.md`
/// and in `GoldenTruthTests`.
@Suite struct GoldenTests {
  /// Set by `scripts/update-golden`: the expected output is written anew instead of compared.
  private static let isUpdating = ProcessInfo.processInfo.environment["QIBLAD_UPDATE_GOLDEN"] == "1"

  @Test(arguments: GoldenCase.all)
  func theOutputIsTheExpectedOne(golden: GoldenCase) throws {
    let file = URL(fileURLWithPath: "\(tracesFolder)/\(golden.name).expected.jsonl")
    let output = try golden.output()
    if Self.isUpdating { try Data(output).write(to: file) }
    let expected = Array(try Data(contentsOf: file))
    let differences = try GoldenComparison.differences(output, from: expected)
    #expect(differences.isEmpty, "\(differences.prefix(5).joined(separator: "\n"))")
    #expect(expected.count > 1000)
  }

  @Test func everyExpectedOutputHasItsTraceAndItsCase() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: tracesFolder)
    let expected = files.filter { $0.hasSuffix(".expected.jsonl") }.map { $0.dropLast(15) }
    let traces = files.filter { $0.hasSuffix(".jsonl") && !$0.hasSuffix(".expected.jsonl") }
    #expect(Set(expected.map(String.init)) == Set(GoldenCase.all.map(\.name)))
    #expect(traces.allSatisfy { expected.contains($0.dropLast(6)) })
  }
}
