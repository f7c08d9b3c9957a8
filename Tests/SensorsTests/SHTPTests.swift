import Randomness
import Sensors
import TestDoubles
import Testing

/// The transport of sensor hubs, byte by byte.
struct SHTPTests {
  // 0x8114: a packet of 0x0114 = 276 bytes that goes on.
  @Test func aHeaderIsLengthContinuationChannelAndNumber() {
    let header = SHTPHeader([0x14, 0x81, 0x03, 0x2A])
    #expect(header.length == 276 && header.isContinuation && header.channel == 3)
    #expect(!SHTPHeader([0x14, 0x01, 0x03, 0x2A]).isContinuation)
  }

  @Test(
    arguments: [
      ([0x13, 0x00, 0x03, 0x05], true), ([0x05, 0x00, 0x01, 0x00], true),
      ([0x04, 0x00, 0x03, 0x00], false),  // nothing behind it
      ([0x00, 0x00, 0x00, 0x00], false), ([0xFF, 0xFF, 0xFF, 0xFF], false),
      ([0x13, 0x00, 0x06, 0x00], false),  // there are six channels
      ([0x01, 0x02, 0x03, 0x00], false),  // 513 bytes
    ] as [([UInt8], Bool)])
  func impossibleHeadersAreImplausible(_ bytes: [UInt8], _ isPlausible: Bool) {
    #expect(SHTPHeader(bytes).isPlausible == isPlausible)
  }

  // The base of the times (5 bytes), the accelerometer's report (10): 19 bytes; and an uncalibrated gyroscope's (16).
  static let accelerometer: [UInt8] = [
    0x13, 0x00, 0x03, 0x05, 0xFB, 0x78, 0, 0, 0, 0x01, 0x2A, 0x03, 0, 0, 0, 0x80, 0xFF, 0xD0, 0x09,
  ]
  static let gyroscope: [UInt8] =
    [
      0x19, 0x00, 0x03, 0x06, 0xFB, 0, 0, 0, 0, 0x07, 0x01, 0x00, 0x11, 0x00, 0x02, 0x00, 0xFE,
      0x01,
    ]
    + [0x00] + [0, 0, 0, 0, 0, 0]

  @Test func reportsBeginAfterTheTimeBase() {
    #expect(SHTPPacket(Self.accelerometer) == .reports(from: 9))
    #expect(SHTPPacket(Self.gyroscope) == .reports(from: 9))
  }

  @Test func threePacketsShowThatAHubHasStarted() {
    #expect(SHTPPacket(ScriptedHub.advertisement) == .restart)
    #expect(SHTPPacket([0x05, 0x00, 0x01, 0x00, 0x01]) == .restart)  // reset complete
    // Command response (16 bytes), unsolicited, to "initialize".
    let initialized: [UInt8] =
      [0x14, 0x00, 0x02, 0x01, 0xF1, 0x00, 0x84] + [UInt8](repeating: 0, count: 13)
    #expect(SHTPPacket(initialized) == .restart)
  }

  // Hillcrest's engineer in hcrest/bno080-nucleo-demo #6: 14 01 00 01, and then 14 81 00 01 with all of it. The
  // sequence number may have counted on.
  @Test(arguments: [0x01, 0x02] as [UInt8])
  func aPacketWhoseHeaderWasReadAloneIsWhole(_ number: UInt8) {
    var packet = ScriptedHub.advertisement
    packet.replaceSubrange(0..<4, with: [0x14, 0x81, 0x00, number])
    #expect(
      SHTPPacket(packet, announcedBy: SHTPHeader([0x14, 0x01, 0x00, 0x01])) == .restart)
    var reports = Self.accelerometer
    reports.replaceSubrange(0..<4, with: [0x13, 0x80, 0x03, 0x05 + number])
    #expect(
      SHTPPacket(reports, announcedBy: SHTPHeader([0x13, 0x00, 0x03, 0x05])) == .reports(from: 9))
  }

  @Test func theHeaderThatIsReadFirstTellsAPartOfAPacket() {
    var reports = Self.accelerometer
    reports[1] = 0x80
    #expect(
      SHTPPacket(reports, announcedBy: SHTPHeader([0x13, 0x80, 0x03, 0x05])) == .other)
  }

  // Another length, and another channel.
  @Test(arguments: [[0x19, 0x00, 0x03, 0x05], [0x13, 0x00, 0x04, 0x05]] as [[UInt8]])
  func anotherPacketThanTheOneWhoseHeaderWasReadIsMalformed(_ header: [UInt8]) {
    #expect(SHTPPacket(Self.accelerometer, announcedBy: SHTPHeader(header)) == .malformed)
  }

  // The answer to a request of a feature, 17 bytes; a part of a longer packet.
  @Test func anAnswerIsAValidPacketWithoutReports() {
    let answer: [UInt8] = [0x15, 0x00, 0x02, 0x07, 0xFC, 0x01] + [UInt8](repeating: 0, count: 15)
    #expect(SHTPPacket(answer) == .other)
    #expect(SHTPPacket([0x08, 0x80, 0x00, 0x01, 0x53, 0x53, 0x53, 0x53]) == .other)
  }

  // An ADS1115 repeats its sixteen bits: 05 00; a PCF8591 with its inputs at ground; a packet that is cut short, one
  // with a bit that the bus has turned, one without the base of times.
  @Test(
    arguments: [
      [0x05, 0x00, 0x05, 0x00, 0x05], [0x05, 0x00, 0x00, 0x00, 0x00],
      [0x13, 0x00, 0x03, 0x05, 0xFB, 0, 0, 0, 0, 0x07] + [UInt8](repeating: 0, count: 9),
      [0x13, 0x00, 0x03, 0x05, 0xFB, 0, 0, 0, 0, 0x81] + [UInt8](repeating: 0, count: 9),
      [0x0E, 0x00, 0x03, 0x05, 0x01] + [UInt8](repeating: 0, count: 9),
      [0x13, 0x00, 0x03, 0x05, 0xFB, 0, 0, 0],
      [0x06, 0x00, 0x02, 0x00, 0xF1, 0x00],
    ] as [[UInt8]])
  func aPacketWithAnyInvalidByteIsMalformed(_ bytes: [UInt8]) {
    #expect(SHTPPacket(bytes) == .malformed)
  }

  // Any bytes, and packets with a few bytes changed: reading them ends, within their bounds.
  @Test func randomBytesNeverCrash() {
    var random = SeededGenerator(seed: 20_261_122)
    for round in 0..<20_000 {
      var bytes: [UInt8]
      if round.isMultiple(of: 2) {
        bytes = (0..<SHTPHeader.longest).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes[1] &= 0x81
        bytes[2] %= 7
      } else {
        bytes =
          [Self.accelerometer, Self.gyroscope, ScriptedHub.advertisement].randomElement(
            using: &random) ?? []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      }
      if case .reports(let start) = SHTPPacket(bytes) {
        #expect(start < SHTPHeader(bytes).length + 1 && SHTPHeader(bytes).length <= bytes.count)
      }
    }
  }
}
