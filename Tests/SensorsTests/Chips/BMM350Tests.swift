import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct BMM350Tests {
  /// A chip with these words in its fuses, the rest zero.
  private func playing(_ fuses: [UInt8: UInt16]) throws -> SetUp {
    try SetUp(.bmm350, [0x00: 0x33, 0x55: 0x01]) { bus, address, register, bytes in
      guard register == 0x50, let command = bytes.first, command & 0xE0 == 0x20 else { return }
      let word = fuses[command & 0x1F] ?? 0
      bus.set(0x52, of: address, to: UInt8(word >> 8), UInt8(word & 0xFF))
    }
  }

  @Test func setUpReadsTheFusesResetsTheFieldAndMeasuresAHundredTimesASecond() throws {
    let written = try playing([:]).written
    #expect(written.prefix(3) == ["0x7E = 0xB6", "0x50 = 0x20", "0x50 = 0x21"])
    #expect(
      written.suffix(8) == [
        "0x50 = 0x80", "0x06 = 0x07", "0x06 = 0x05", "0x04 = 0x24", "0x06 = 0x02", "0x05 = 0x07",
        "0x2E = 0x80", "0x06 = 0x01",
      ])
    #expect(written.count == 1 + 32 + 8)
  }

  // Bosch's whole-number path has these as constants: 0.007069979 µT a count for x and y, 0.007174964
  // for z, 0.000981282 °C, less 25.49. 10 000 counts each, and 50 000 for the temperature.
  @Test func withoutFuseValuesTheMakersScalesAreUsed() throws {
    let polled = try playing([0x18: 0]).poll([
      (0x30, [0x04]),
      (0x31, [0x10, 0x27, 0x00, 0xF0, 0xD8, 0xFF, 0x10, 0x27, 0x00, 0x50, 0xC3, 0x00]),
    ])
    expectVector(
      polled?.measurement.magneticField?.microtesla, 70.69979, -70.69979, 71.74964, within: 1e-5)
    let celsius = try #require(polled?.measurement.temperatureCelsius)
    #expect(abs(celsius - (50_000 * 0.000981282 - 25.49)) < 1e-4)
  }

  // Offsets of 12 bits: word 0x0E = 0x2FFE: x −2, and 2 above y's 0x01: 0x201 = 513; word 0x0F's low
  // nibble of its high byte F with word 0x10's low byte 0xFD: 0xFFD = −3.
  @Test func offsetsAreSpreadOverTheWords() throws {
    let polled = try playing([0x0E: 0x2FFE, 0x0F: 0x0F01, 0x10: 0x00FD]).poll([
      (0x30, [0x04]), (0x31, [UInt8](repeating: 0, count: 12)),
    ])
    expectVector(polled?.measurement.magneticField?.microtesla, -2, 513, -3, within: 1e-9)
  }

  // Sensitivity of x: 64/256 = +25 %; y −64/256; at 23 °C nothing else counts: 25.49 + 23 = 48.49 °C
  // are 49 414.9 counts.
  @Test func fuseSensitivitiesAreRelative() throws {
    let polled = try playing([0x10: 0x4000, 0x11: 0x00C0]).poll([
      (0x30, [0x04]),
      (0x31, [0x10, 0x27, 0x00, 0x10, 0x27, 0x00, 0x10, 0x27, 0x00, 0x07, 0xC1, 0x00]),
    ])
    expectVector(
      polled?.measurement.magneticField?.microtesla, 88.37474, 53.02484, 71.74964, within: 1e-4)
  }

  @Test func withoutDataReadyThereIsNoMeasurement() throws {
    #expect(try playing([:]).poll([(0x30, [0x00])]) == nil)
  }
}
