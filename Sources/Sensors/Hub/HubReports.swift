import I2C

/// The reports to request from a sensor hub, which has no registers but a protocol of packets
/// (SHTP).
package struct HubReports: Sendable {
  /// The numbers of the reports, each with three 16-bit numbers. The i-th report becomes bytes 6·i
  /// to 6·i + 5 of the block; bit i of the `status` for `decode` is set if it arrived.
  package let numbers: [UInt8]
  /// The interval between reports, µs.
  package let interval: UInt32

  package init(_ numbers: UInt8..., interval: UInt32) {
    self.numbers = numbers
    self.interval = interval
  }
}

/// The state of the protocol with a hub.
///
/// Reading reports does not allocate.
struct HubSession {
  /// The buffer for a packet from the hub.
  var packet = [UInt8](repeating: 0, count: SHTPHeader.longest)
  /// The sequence numbers of the next packets to the hub, by channel.
  private var sequence = [UInt8](repeating: 0, count: 6)
  /// Whether the hub was reset and has not answered since; until then, no reports are requested.
  var isRestarting = false
  /// Whether the hub has restarted, so that no reset is needed before reports are requested.
  var hasRestarted = true

  /// A packet to the hub, with its header.
  mutating func message(_ payload: [UInt8], on channel: UInt8) -> [UInt8] {
    let length = UInt16(payload.count + SHTPHeader.size)
    defer { sequence[Int(channel)] &+= 1 }
    return [
      UInt8(length & 0xFF), UInt8(length >> 8), channel, sequence[Int(channel)],
    ] + payload
  }

  /// The packet that resets the hub.
  mutating func reset() -> [UInt8] { message([1], on: SHTPChannel.executable) }

  /// The packet that requests a report at this interval, without a threshold and without batches.
  mutating func request(_ report: UInt8, interval: UInt32) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 17)
    payload[0] = SHTPReport.setFeature
    payload[1] = report
    for byte in 0..<4 {
      payload[5 + byte] = UInt8(truncatingIfNeeded: interval >> (8 * UInt32(byte)))
    }
    return message(payload, on: SHTPChannel.control)
  }

  /// The packet that switches off the hub's own calibration of accelerometer, gyro and
  /// magnetometer. Its changing offsets would invalidate the calibration of this program.
  mutating func withoutCalibration() -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 12)
    payload[0] = SHTPReport.commandRequest
    payload[2] = 7  // motion engine calibration; all parameters 0: none
    return message(payload, on: SHTPChannel.control)
  }

  /// Copies the requested numbers from the reports of the packet into the block.
  ///
  /// - Parameters:
  ///   - start: the index of the first report.
  ///   - block: receives the numbers of the last report of each kind.
  /// - Returns: bit i is set if the i-th report arrived.
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
