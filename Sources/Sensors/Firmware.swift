/// The maker's code that a chip without memory has to be given at each start; the project has none of it.
package struct Firmware: Equatable, Sendable {
  /// The file's name, which is the one that the kernel's driver of the chip asks for.
  package let file: String
  /// Bytes that the chip takes, at most; their number is even.
  package let most: Int

  package init(file: String, most: Int) {
    self.file = file
    self.most = most
  }

  /// Where it is looked for.
  package var path: String { "/lib/firmware/\(file)" }

  /// Whether so many bytes can be it.
  func fits(_ count: Int) -> Bool { count > 0 && count <= most && count.isMultiple(of: 2) }
}

extension Firmware: CustomStringConvertible {
  /// What is wrong where it is not there, as the end of a sentence.
  package var description: String { "its maker's code is not in \(path)" }

  /// What to do then.
  package var remedy: String {
    "install the system's linux-firmware, which has \(file) since April 2025, or copy it there"
  }
}

/// Gives the bytes of a firmware file by its name; `nil` where there is none.
package typealias FirmwareSource = (_ file: String) -> [UInt8]?
