/// The content of a packet from a hub.
package enum SHTPPacket: Equatable, Sendable {
  /// Sensor reports; `from` is the index of the first one, after the time base.
  case reports(from: Int)
  /// The hub has started, after power-on or a reset: its reports must be requested again.
  case restart
  /// Another valid packet: an answer, or a part of a longer packet.
  case other
  /// An invalid packet, because of an error on the bus, because it is not the one whose header was
  /// read before, or because the chip is not a hub.
  case malformed
}

extension SHTPPacket {
  /// Classifies a packet without decoding its reports.
  ///
  /// - Parameters:
  ///   - bytes: at least the length in the header.
  ///   - announcement: the header that was read alone before the packet; `nil` if none was. It alone
  ///     tells whether the packet is a part of a longer one: the packet's own header is then always
  ///     that of a continuation.
  package init(_ bytes: [UInt8], announcedBy announcement: SHTPHeader? = nil) {
    let header = SHTPHeader(bytes)
    let announced = announcement ?? header
    guard header.isPlausible, header.length <= bytes.count, header.isOfSamePacket(as: announced)
    else {
      self = .malformed
      return
    }
    if announced.isContinuation {
      self = .other
      return
    }
    let first = bytes[SHTPHeader.size]
    switch header.channel {
    case SHTPChannel.command: self = Self.advertisement(bytes, header.length)
    case SHTPChannel.executable:
      self = first == 1 && header.length == SHTPHeader.size + 1 ? .restart : .other
    case SHTPChannel.control: self = Self.control(bytes, header.length)
    case SHTPChannel.inputReports, SHTPChannel.wakeReports:
      self = Self.reports(bytes, header.length)
    default: self = header.length == SHTPHeader.size + 14 ? .other : .malformed
    }
  }

  /// Classifies a packet of the command channel. An advertisement is a 0, followed by tags with
  /// their lengths. Another first byte would answer a request that this program never sends.
  private static func advertisement(_ bytes: [UInt8], _ length: Int) -> SHTPPacket {
    guard bytes[SHTPHeader.size] == 0 else { return .malformed }
    var index = SHTPHeader.size + 1
    var tags = 0
    while index + 1 < length {
      index += 2 + Int(bytes[index + 1])
      tags += 1
    }
    return index == length && tags > 1 ? .restart : .malformed
  }

  private static func control(_ bytes: [UInt8], _ length: Int) -> SHTPPacket {
    var index = SHTPHeader.size
    var isRestart = false
    while index < length {
      guard let size = SHTPReport.length(of: bytes[index]), index + size <= length else {
        return .malformed
      }
      // Command response, unsolicited (bit 7), to "initialize" (4).
      if bytes[index] == SHTPReport.commandResponse, bytes[index + 2] == 0x84 { isRestart = true }
      index += size
    }
    return isRestart ? .restart : .other
  }

  private static func reports(_ bytes: [UInt8], _ length: Int) -> SHTPPacket {
    guard bytes[SHTPHeader.size] == SHTPReport.timeBase else { return .malformed }
    var index = SHTPHeader.size
    while index < length {
      guard let size = SHTPReport.length(of: bytes[index]) else { return .malformed }
      index += size
    }
    return index == length ? .reports(from: SHTPHeader.size + 5) : .malformed
  }
}

/// The reports in a packet. A report is its number, followed by a fixed number of bytes for each
/// kind.
package enum SHTPReport {
  package static let accelerometer: UInt8 = 0x01
  package static let uncalibratedGyroscope: UInt8 = 0x07
  package static let uncalibratedMagneticField: UInt8 = 0x0F
  package static let commandResponse: UInt8 = 0xF1
  package static let commandRequest: UInt8 = 0xF2
  package static let timeBase: UInt8 = 0xFB
  package static let setFeature: UInt8 = 0xFD
  /// The index of the x, y and z numbers, after the report's number, sequence, status and delay.
  package static let vector = 4

  /// The length of a report, bytes, with its number; `nil` for an unknown report.
  ///
  /// - Source: CEVA's sh2.c (`sh2ReportLens`); Adafruit_CircuitPython_BNO08x (`_AVAIL_SENSOR_REPORTS`,
  ///   `_REPORT_LENGTHS`) has a part of it and agrees.
  package static func length(of report: UInt8) -> Int? {
    switch report {
    case 0x01...0x04, 0x06: 10
    case 0x05, 0x09, 0x28, 0x2A: 14
    case 0x07, 0x0F, 0x14...0x16, 0x1E: 16
    case 0x08, 0x11, 0x29: 12
    case 0x0A, 0x0B, 0x18, 0x1B: 8
    case 0x0C...0x0E, 0x12, 0x13, 0x19, 0x1A, 0x1C, 0x1F...0x23, 0x2B: 6
    case 0x10, 0xFA, 0xFB: 5
    case 0xF1, 0xF3, 0xF8: 16
    case 0xF5: 4
    case 0xFC: 17
    case 0xEF: 2
    default: nil
    }
  }
}
