/// The four-byte header of a packet of SHTP, the protocol of CEVA's sensor hubs.
///
/// Bytes 0 and 1: the length of the packet with its header, low byte first; bit 15 is set in a read
/// that continues the one before. That is a part of a longer packet, or the whole packet if only its
/// header was read before. Byte 2: the channel. Byte 3: the sequence number in its channel, which
/// also counts continuations.
///
/// - Source: Hillcrest 1000-3927 BNO080 data sheet, figure 1-26; its engineer in hcrest/bno080-nucleo-demo #6
///   (`14 01 00 01`, then `14 81 00 01` with all 276 bytes); Adafruit_CircuitPython_BNO08x 1.3.3
///   (`Packet.header_from_buffer`, `i2c.py`).
package struct SHTPHeader: Equatable, Sendable {
  /// The size of the header, bytes.
  package static let size = 4
  /// The longest packet, bytes. The hub's longest, its advertisement, has fewer than 300;
  /// Adafruit's library uses 512.
  package static let longest = 512

  /// Bytes, with the header; 0 if the hub has no packet.
  package let length: Int
  package let isContinuation: Bool
  package let channel: UInt8

  /// - Parameter bytes: at least `size`.
  package init(_ bytes: [UInt8]) {
    let word = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
    length = Int(word & 0x7FFF)
    isContinuation = word & 0x8000 != 0
    channel = bytes[2]
  }

  /// Whether both can be headers of one packet, of which the first was read alone: the same length
  /// and channel. The bit for a continuation and the sequence number differ between the two reads.
  package func isOfSamePacket(as other: SHTPHeader) -> Bool {
    length == other.length && channel == other.channel
  }

  /// Whether the header can belong to a packet that is not empty.
  package var isPlausible: Bool {
    (Self.size + 1...Self.longest).contains(length) && channel <= SHTPChannel.gyroRotationVector
  }
}

/// The channels of a hub, as its firmware numbers them.
package enum SHTPChannel {
  /// The hub's advertisement after a reset.
  package static let command: UInt8 = 0
  /// Reset and sleep.
  package static let executable: UInt8 = 1
  /// Requests to the sensors, and their answers.
  package static let control: UInt8 = 2
  package static let inputReports: UInt8 = 3
  package static let wakeReports: UInt8 = 4
  package static let gyroRotationVector: UInt8 = 5
}
