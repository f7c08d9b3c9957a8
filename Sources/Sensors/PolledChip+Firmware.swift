import I2C

extension PolledChip {
  /// Bytes in one transfer: every adapter supports 32, also through SMBus calls.
  private static let piece = 32

  /// Reads the firmware's file. It is read at each set-up, because it can be installed while the
  /// daemon runs.
  ///
  /// - Throws: `.noFirmware`.
  func firmware() throws(ChipError) -> [UInt8] {
    guard let firmware = chip.firmware else { return [] }
    guard let bytes = source(firmware.file), firmware.fits(bytes.count) else {
      throw .noFirmware(firmware)
    }
    return bytes
  }

  /// Writes firmware in pieces to one register. Before each piece, the number of its first word is
  /// written to two other registers: four bits and eight bits.
  func upload(
    _ bytes: [UInt8], to port: UInt8, word: UInt8, on bus: any I2CBus
  ) throws(ChipError) {
    for start in stride(from: 0, to: bytes.count, by: Self.piece) {
      let first = start / 2
      let place = [UInt8(first & 0x0F), UInt8(first >> 4 & 0xFF)]
      let piece = Array(bytes[start..<min(start + Self.piece, bytes.count)])
      try onBus(bus) { bus throws(I2CError) in
        try bus.write(place, to: word, of: address)
        try bus.write(piece, to: port, of: address)
      }
    }
  }
}
