import Foundation

/// Recordings by others, beside the package where they were put there; most may not be distributed
/// with it. Without them the tests that need them are reported as skipped.
enum Recordings {
  static let folder = "\(tracesFolder)/../../../shared/data/traces"

  /// File names, sorted; empty where the folder is not there.
  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".jsonl") || $0.hasSuffix(".jsonl.gz") }.sorted()
  }()

  /// The file whose name begins so.
  static func path(_ beginning: String) -> String? {
    names.first { $0.hasPrefix(beginning) }.map { "\(folder)/\($0)" }
  }
}
