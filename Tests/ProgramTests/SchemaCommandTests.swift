import Foundation
import Testing

struct SchemaCommandTests {
  @Test func theDocumentIsPrintedByteForByte() async throws {
    let printed = try await finished("qiblactl", ["schema"])
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let document = try String(
      contentsOf: root.appending(path: "docs/schema.json"), encoding: .utf8)
    #expect(printed.status == 0 && printed.errors.isEmpty)
    #expect(printed.output == document)
  }
}
