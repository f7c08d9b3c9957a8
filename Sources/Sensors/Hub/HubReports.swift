import I2C

/// What is asked of a sensor hub that is talked to in packets (SHTP) and has no registers.
package struct HubReports: Sendable {
  /// The numbers of the reports, each with three numbers of 16 bits. What the i-th brings is bytes 6·i to 6·i + 5 of
  /// the block, and bit i of the status that `decode` gets says whether it came.
  package let numbers: [UInt8]
  /// µs from one report to the next.
  package let interval: UInt32

  package init(_ numbers: UInt8..., interval: UInt32) {
    self.numbers = numbers
    self.interval = interval
  }
}

/// A conversation with a hub: the packets that were begun and the bytes that come.
///
/// Nothing is allocated while reports are read.
struct HubSession {
  /// Where packets are read to.
  var packet = [UInt8](repeating: 0, count: SHTPHeader.longest)
  /// The numbers of the next packets of ours, by channel.
  private var sequence = [UInt8](repeating: 0, count: 6)
  /// Whether the hub was told to start anew and has not been heard since; then its reports are not asked for.
  var isRestarting = false
  /// Whether it was seen to start, so that it needs no reset before its reports are asked for.
  var hasRestarted = true

  /// A packet of ours, with its header.
  mutating func message(_ payload: [UInt8], on channel: UInt8) -> [UInt8] {
    let length = UInt16(payload.count + SHTPHeader.size)
    defer { sequence[Int(channel)] &+= 1 }
    return [
      UInt8(length & 0xFF), UInt8(length >> 8), channel, sequence[Int(channel)],
    ] + payload
  }

  /// Has the hub start anew.
  mutating func reset() -> [UInt8] { message([1], on: SHTPChannel.executable) }

  /// Asks for a report at that interval, always, without a threshold and not in batches.
  mutating func request(_ report: UInt8, interval: UInt32) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 17)
    payload[0] = SHTPReport.setFeature
    payload[1] = report
    for byte in 0..<4 {
      payload[5 + byte] = UInt8(truncatingIfNeeded: interval >> (8 * UInt32(byte)))
    }
    return message(payload, on: SHTPChannel.control)
  }

  /// Switches the hub's own calibration of accelerometer, gyro and magnetometer off, so that its offsets do not
  /// change beneath ours.
  mutating func withoutCalibration() -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 12)
    payload[0] = SHTPReport.commandRequest
    payload[2] = 7  // motion engine calibration; all parameters 0: none
    return message(payload, on: SHTPChannel.control)
  }

  /// Takes the numbers that are asked for from the reports of the packet that was read.
  ///
  /// - Parameters:
  ///   - start: of the first report.
  ///   - block: where they go; the last of each kind counts.
  /// - Returns: bit i where the i-th came.
  func take(_ reports: HubReports, from start: Int, into block: inout [UInt8]) -> UInt8 {
    let length = SHTPHeader(packet).length
    var came: UInt8 = 0
    var index = start
    while index < length, let size = SHTPReport.length(of: packet[index]) {
      if let kind = reports.numbers.firstIndex(of: packet[index]) {
        came |= 1 << UInt8(kind)
        for byte in 0..<6 { block[6 * kind + byte] = packet[index + SHTPReport.vector + byte] }
      }
      index += size
    }
    return came
  }
}
