import I2C
import Quantities
import TestDoubles

/// A sensor hub on a scripted bus, by CEVA's SHTP: it sends the packets of a queue, one by one, and notes what it
/// is told. After a read of a header alone the next read begins with that header as of a continuation (Hillcrest
/// 1000-3927, figure 1-26; hcrest/bno080-nucleo-demo #6).
final class ScriptedHub {
  let address: UInt8
  /// Packets that wait, with their headers.
  var queue: [[UInt8]] = []
  /// What it was asked for: µs between two reports, by number.
  private(set) var intervals: [UInt8: UInt32] = [:]
  private(set) var resets = 0
  /// Called before each packet is looked for.
  var beforeReading: (() -> Void)?

  /// A header of 0 and 276 bytes: eleven tags of a length each, as long as a BNO085's.
  static let advertisement: [UInt8] =
    (0..<11).reduce([0x14, 0x01, 0x00, 0x00, 0x00]) { packet, index in
      let length = index < 10 ? 22 : 29
      return packet + [UInt8(index + 1), UInt8(length)] + [UInt8](repeating: 0x53, count: length)
    }

  init(_ bus: ScriptedBus, at address: UInt8 = 0x4A) {
    self.address = address
    bus.connect(address)
    bus.senders[address] = { [unowned self] count in
      beforeReading?()
      guard let packet = queue.first else { return [] }
      if count >= packet.count {
        queue.removeFirst()
      } else {
        queue[0][1] |= 0x80
        queue[0][3] &+= 1
      }
      return Array(packet.prefix(count))
    }
    let others = bus.onWrite
    bus.onWrite = { [unowned self] bus, written, register, bytes in
      others?(bus, written, register, bytes)
      if written == address { take([register] + bytes) }
    }
  }

  private func take(_ packet: [UInt8]) {
    if packet[2] == 1, packet[4] == 1 {
      resets += 1
      (queue, intervals) = ([Self.advertisement], [:])
    }
    guard packet[2] == 2, packet[4] == 0xFD else { return }
    intervals[packet[5]] = packet[9..<13].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A packet on the channel of reports: the base of the times, then these.
  static func packet(_ reports: [UInt8]...) -> [UInt8] {
    let payload = reports.reduce([0xFB, 0, 0, 0, 0], +)
    return [UInt8(payload.count + 4), 0, 3, 0] + payload
  }

  /// A report with three numbers; those that are not calibrated have three offsets behind them.
  static func report(_ number: UInt8, _ counts: Vector3) -> [UInt8] {
    var words: [UInt8] = []
    for count in [counts.x, counts.y, counts.z] {
      let word = UInt16(bitPattern: Int16(count.rounded()))
      words += [UInt8(word & 0xFF), UInt8(word >> 8)]
    }
    return [number, 0, 3, 0] + words + (number == 0x01 ? [] : [1, 2, 3, 4, 5, 6])
  }
}
