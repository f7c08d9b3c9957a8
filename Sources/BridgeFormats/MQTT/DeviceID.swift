/// The name by which a broker and its clients know a device: one level of a topic.
package struct DeviceID: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// 1 to 64 of A–Z, a–z, 0–9, `_` and `-`: what Home Assistant takes in a topic of its discovery.
  package let text: String

  package var description: String { text }

  /// `nil` for a text with other characters, or none, or more than 64.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...64).contains(bytes.count), bytes.allSatisfy(Self.isAllowed) else { return nil }
    self.text = text
  }

  /// The identifier without an option: the host name and a hash of the machine's own number.
  ///
  /// Boards often have the same host name (`raspberrypi`), and a broker closes the connection of a
  /// client when another one comes with its identifier. The machine's number itself is secret
  /// (machine-id(5)); 32 bits of a hash do not reveal it.
  package init(hostname: String, machineID: String) {
    let name = hostname.utf8.prefix(40).map { Self.isAllowed($0) ? $0 : UInt8(ascii: "-") }
    // FNV-1a, 64 bits (draft-eastlake-fnv).
    let hash = "qibla-bridge \(machineID)".utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let digits = String(UInt32(truncatingIfNeeded: hash ^ hash >> 32), radix: 16)
    let zeros = String(repeating: "0", count: 8 - digits.utf8.count)
    text = (name.isEmpty ? "device" : String(decoding: name, as: UTF8.self)) + "-\(zeros)\(digits)"
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
