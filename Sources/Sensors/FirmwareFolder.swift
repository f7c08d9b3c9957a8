private import Glibc

/// The system's firmware folder, which the kernel uses, too.
package enum FirmwareFolder {
  /// The largest size, bytes: more than any supported chip takes.
  private static let most = 65_536

  /// The bytes of a file in the folder; `nil` if it cannot be read. Compressed files are not
  /// supported.
  package static func read(_ file: String) -> [UInt8]? {
    let descriptor = open("/lib/firmware/\(file)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: most)
    var count = 0
    while count < most {
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, most - count)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { return nil }
      if got == 0 { break }
      count += got
    }
    return Array(bytes.prefix(count))
  }
}
