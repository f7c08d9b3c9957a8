import Foundation
import TestFiles
import Testing

/// A shared library that a test puts in front of the system's, with the environment's `LD_PRELOAD`.
struct PreloadedLibrary {
  private let directory: TemporaryDirectory
  let path: String

  /// Compiles `source`, which is C.
  init(_ source: String) async throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/library.so"
    let file = directory.path + "/library.c"
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    // The C compiler of Swift's toolchain: another need not be installed.
    let compiler = "\"$(dirname \"$(readlink -f \"$(command -v swiftc)\")\")\"/clang"
    let run = try await finished(
      "/bin/sh", ["-c", compiler + " -shared -fPIC -o \"$0\" \"$1\"", path, file])
    try #require(run.status == 0, "\(run.errors)")
  }
}
