private import Glibc

/// The system's folder of firmware, where the kernel looks too.
package enum FirmwareFolder {
  /// Bytes. More than any chip of ours takes.
  private static let most = 65_536

  /// The bytes of a file there; `nil` where it cannot be read. Compressed files are not looked for.
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
