/// The maker's firmware for a chip without memory of its own, uploaded at each start. The project
/// does not contain it.
package struct Firmware: Equatable, Sendable {
  /// The file's name, the same that the kernel's driver of the chip uses.
  package let file: String
  /// The largest size, bytes; the size must be even.
  package let most: Int

  package init(file: String, most: Int) {
    self.file = file
    self.most = most
  }

  /// The file's path.
  package var path: String { "/lib/firmware/\(file)" }

  /// Whether the size `count`, bytes, is possible.
  func fits(_ count: Int) -> Bool { count > 0 && count <= most && count.isMultiple(of: 2) }
}

extension Firmware: CustomStringConvertible {
  /// What is wrong if the file is absent, to continue a sentence.
  package var description: String { "its firmware is not in \(path)" }

  /// What to do about it.
  package var remedy: String {
    "install linux-firmware, which contains \(file) since April 2025, or copy the file there"
  }
}

/// Returns the bytes of a firmware file by its name; `nil` if there is none.
package typealias FirmwareSource = (_ file: String) -> [UInt8]?
