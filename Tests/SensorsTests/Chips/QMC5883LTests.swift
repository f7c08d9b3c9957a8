import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct QMC5883LTests {
  private let identity: [UInt8: UInt8] = [0x0D: 0xFF, 0x0C: 0x01]

  private func playing() throws -> SetUp {
    // the soft reset puts CONTROL_1 back to standby and clears itself
    try SetUp(.qmc5883L, identity) { bus, address, register, bytes in
      if register == 0x0A, bytes == [0x80] {
        bus.set(0x09, of: address, to: 0)
        bus.set(0x0A, of: address, to: 0)
      }
    }
  }

  @Test func setUpWritesResetPeriodAndContinuousMode() throws {
    // 0x19: OSR 512 (00), RNG 8 G (01), ODR 100 Hz (10), MODE continuous (01)
    #expect(try playing().written == ["0x0A = 0x80", "0x0B = 0x01", "0x09 = 0x19"])
  }

  // 3 000 counts are 1 G are 100 µT: 1 200 -> 40, -600 -> -20, 3 -> 0.1.
  @Test func countsAreLowByteFirstAndThirtyToAMicrotesla() throws {
    let polled = try playing().poll([
      (0x00, [0xB0, 0x04, 0xA8, 0xFD, 0x03, 0x00]), (0x06, [0b001]),
    ])
    expectVector(polled?.measurement.magneticField?.microtesla, 40, -20, 0.1)
  }

  @Test func withoutDataReadyTheDataIsNotRead() throws {
    let setUp = try playing()
    setUp.bus.forgetTransfers()
    #expect(try setUp.poll([(0x06, [0b000])]) == nil)
    #expect(setUp.bus.transfers == [.read(register: 0x06, count: 1, of: 0x0D)])
  }

  // After DOR the chip measures on only when the last byte of data was read.
  @Test func aMeasurementAfterASkippedOneIsReadAndDiscarded() throws {
    let setUp = try playing()
    setUp.bus.forgetTransfers()
    #expect(try setUp.poll([(0x06, [0b100])]) == nil)
    #expect(setUp.bus.transfers.last == .read(register: 0x00, count: 6, of: 0x0D))
  }

  @Test func anOverflowIsNoMeasurement() throws {
    let setUp = try playing()
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x06, [0b011])]) }
  }

  @Test func theLossOfSettingsIsDetected() throws {
    let setUp = try playing()
    try setUp.device.verifyNext(on: setUp.bus)
    try setUp.device.verifyNext(on: setUp.bus)
    setUp.bus.set(0x09, of: 0x0D, to: 0x00)  // as after a loss of power
    #expect(throws: ChipError.configurationLost(0x09)) {
      try setUp.device.verifyNext(on: setUp.bus)
    }
  }
}
