import I2C
import Quantities
import Sensors
import Testing

struct QMC5883PTests {
  @Test func setUpWritesSignsRangeAndNormalMode() throws {
    let setUp = try SetUp(.qmc5883P, [0x00: 0x80])
    // 0x08: RNG 8 G (10); 0x4D: OSR2 2 (01), OSR1 8 (00), ODR 200 Hz (11), MODE normal (01)
    #expect(
      setUp.written == ["0x0B = 0x80", "0x0B = 0x00", "0x29 = 0x06", "0x0B = 0x08", "0x0A = 0x4D"])
  }

  // 3 750 counts are 1 G are 100 µT: 1 500 -> 40, -750 -> -20, 3 -> 0.08. What a QMC5883L in its place reads
  // is (−y, −x, −z) of it: INAV #10994.
  @Test func countsAreLowByteFirstAndThirtySevenAndAHalfToAMicrotesla() throws {
    let polled = try SetUp(.qmc5883P, [0x00: 0x80]).poll([
      (0x01, [0xDC, 0x05, 0x12, 0xFD, 0x03, 0x00]), (0x09, [0b01]),
    ])
    expectVector(polled?.measurement.magneticField?.microtesla, 20, -40, -0.08)
  }

  @Test func withoutDataReadyThereIsNoMeasurement() throws {
    #expect(try SetUp(.qmc5883P, [0x00: 0x80]).poll([(0x09, [0b10])]) == nil)
  }

  @Test func anOverflowIsNoMeasurement() throws {
    let setUp = try SetUp(.qmc5883P, [0x00: 0x80])
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x09, [0b11])]) }
  }

  @Test func anotherChipAtItsAddressIsNotSetUp() {
    #expect(throws: ChipError.notTheChip) { try SetUp(.qmc5883P, [0x00: 0x81]) }
  }
}
