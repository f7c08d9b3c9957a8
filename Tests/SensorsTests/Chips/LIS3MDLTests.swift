import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct LIS3MDLTests {
  private func playing() throws -> SetUp { try SetUp(.lis3MDL, at: 0x1E, [0x0F: 0x3D]) }

  @Test func setUpWritesUltraHighPerformanceAt80Hz() throws {
    // 0x7C: OM 11, DO 111; 0x0C: OMZ 11; 0x40: BDU
    #expect(
      try playing().written == [
        "0x21 = 0x04", "0x20 = 0x7C", "0x21 = 0x00", "0x23 = 0x0C", "0x24 = 0x40", "0x22 = 0x00",
      ])
  }

  // 6 842 counts a gauss: 3 421 -> 50 µT, -6 842 -> -100 µT, 0 -> 0. A read that goes on after z reads x again.
  @Test func theStatusIsReadByItselfAndThenTheThreeAxes() throws {
    let setUp = try playing()
    setUp.bus.forgetTransfers()
    let polled = try setUp.poll([(0x27, [0x08]), (0xA8, [0x5D, 0x0D, 0x46, 0xE5, 0x00, 0x00])])
    expectVector(polled?.measurement.magneticField?.microtesla, 50, -100, 0)
    #expect(polled?.measurement.temperatureCelsius == nil)
    // the register's number with the bit that makes it count up
    #expect(
      setUp.bus.transfers == [
        .read(register: 0x27, count: 1, of: 0x1E), .read(register: 0xA8, count: 6, of: 0x1E),
      ])
  }

  @Test func withoutNewDataOnAllAxesThereIsNoMeasurement() throws {
    #expect(try playing().poll([(0x27, [0x07])]) == nil)
  }

  @Test func theLastCountIsAnOverflow() throws {
    let setUp = try playing()
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x27, [0x08]), (0xA8, [0xFF, 0x7F])]) }
  }

  // ST's forum, "LIS3MDL X Axis freezes at 32764": the others still change. 32 764 is 0x7FFC.
  @Test func anAxisThatAMagnetHasSaturatedIsAnOverflow() throws {
    let setUp = try playing()
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x27, [0x08]), (0xA8, [0xFC, 0x7F])]) }
    #expect(try setUp.poll([(0xA8, [0xFB, 0x7F])]) != nil)
  }
}
