import Foundation
import Testing

@testable import Simulation

/// The tables of docs/traces.md against the code.
@Suite struct SimulationDocumentTests {
  private func document() throws -> String {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try String(contentsOfFile: root + "/docs/traces.md", encoding: .utf8)
  }

  @Test func theDocumentHasEverySceneInOrder() throws {
    let section = try #require(try document().components(separatedBy: "## Scenes").last)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.map(String.init) == NamedScene.all.map { "| `\($0.name)` | \($0.summary) |" })
  }

  @Test func theDocumentHasEveryChip() throws {
    let text = try document()
    for chip in Chips.allCases { #expect(text.contains("| `\(chip.rawValue)` |")) }
  }
}
