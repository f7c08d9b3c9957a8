import Foundation
import Glibc
import Testing

/// A socket in a folder of its own where the daemon's would be.
final class FakeDaemon: Sendable {
  let folder: String
  private let listener: CInt

  init() throws {
    // A socket's path may have 107 bytes.
    folder = "/tmp/page-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0)
    try #require(listener >= 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array("\(folder)/stream.sock".utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound && listen(listener, 4) == 0)
  }

  deinit {
    close(listener)
    _ = try? FileManager.default.removeItem(atPath: folder)
  }

  /// The next connection; the caller closes it.
  func connection() async throws -> CInt {
    var descriptor: CInt = -1
    for _ in 0..<1000 where descriptor < 0 {
      descriptor = accept(listener, nil, nil)
      if descriptor < 0 { try await Task.sleep(for: .milliseconds(20)) }
    }
    try #require(descriptor >= 0)
    return descriptor
  }
}
