import Foundation

/// A folder of its own for one test, which is removed with it.
final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.path + "/qibla-web-test-\(UUID().uuidString)"

  init() {
    // Where that fails, so does what the test writes there.
    _ = try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { _ = try? FileManager.default.removeItem(atPath: path) }
}
