/// The four bytes in front of each packet of SHTP, the transport of CEVA's sensor hubs.
///
/// Bytes 0 and 1: the length of the whole packet with these four, low byte first, bit 15 for a packet that goes
/// on where the last one was cut off; byte 2: the channel; byte 3: a number that counts the packets of the
/// channel up.
///
/// - Source: Adafruit_CircuitPython_BNO08x 1.3.3 (`Packet.header_from_buffer`, `i2c.py`); SparkFun's BNO080
///   library (`receivePacket`) agrees.
package struct SHTPHeader: Equatable, Sendable {
  /// Bytes.
  package static let size = 4
  /// No packet of the hub is longer: its advertisement, the longest, has fewer than 300 bytes, and Adafruit's
  /// library takes 512.
  package static let longest = 512

  /// With the header; 0 where the hub has nothing to say.
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

  /// Whether a hub may say this in front of a packet with something in it.
  package var isPlausible: Bool {
    (Self.size + 1...Self.longest).contains(length) && channel <= SHTPChannel.gyroRotationVector
  }
}

/// The channels of a hub, as its firmware numbers them.
package enum SHTPChannel {
  /// What the hub says of itself after a reset.
  package static let command: UInt8 = 0
  /// Reset and sleep.
  package static let executable: UInt8 = 1
  /// What is asked of the sensors, and answers.
  package static let control: UInt8 = 2
  package static let inputReports: UInt8 = 3
  package static let wakeReports: UInt8 = 4
  package static let gyroRotationVector: UInt8 = 5
}
