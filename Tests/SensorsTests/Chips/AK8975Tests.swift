import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct AK8975Tests {
  /// Keeps the four bits of MODE, as CNTL of an AK8975 does.
  private static func keepsMode(
    _ bus: ScriptedBus, _ address: UInt8, _ register: UInt8, _ bytes: [UInt8]
  ) {
    if register == 0x0A { bus.set(register, of: address, to: bytes[0] & 0x0F) }
  }

  private func playing() throws -> SetUp {
    try SetUp(.ak8975, [0x00: 0x48, 0x10: 128, 0x11: 192, 0x12: 64], playing: Self.keepsMode)
  }

  // ASA 128 is 1, 192 is 1.25, 64 is 0.75; 0.3 µT a count: 200 -> 60 and 75, −200 -> −45.
  @Test func isTrimmedByItsFusesAndAskedForEachMeasurement() throws {
    let setUp = try playing()
    #expect(
      setUp.written == ["0x0A = 0x10", "0x0A = 0x0F", "0x0A = 0x00", "0x0A = 0x01"])
    let bytes: [UInt8] = [0x01, 0xC8, 0x00, 0xC8, 0x00, 0x38, 0xFF, 0x00]
    let polled = try setUp.poll([(0x02, bytes)])
    expectVector(polled?.measurement.magneticField?.microtesla, 60, 75, -45)
    #expect(setUp.written.count == 5 && setUp.written.last == "0x0A = 0x01")  // the next one
    #expect(try setUp.poll([(0x02, [0x00])]) == nil)
    #expect(setUp.written.count == 5)  // it still measures
  }

  // A read that has begun takes DRDY away: the measurement is lost, and another one has to be requested.
  @Test func afterAReadThatFailedTheNextMeasurementIsRequested() throws {
    let setUp = try playing()
    setUp.bus.fail(.timedOut(address: 0x0C), count: 1, at: 0x0C, after: 1)
    #expect(throws: ChipError.bus(.timedOut(address: 0x0C))) { try setUp.poll([(0x02, [0x01])]) }
    setUp.bus.forgetTransfers()
    #expect(try setUp.poll([(0x02, [0x00])]) == nil)
    #expect(setUp.written == ["0x0A = 0x01"])
  }

  @Test(arguments: [0x08, 0x04]) func anOverflowAndADisturbedReadAreNoMeasurement(
    _ status2: UInt8
  ) throws {
    let setUp = try playing()
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x02, [0x01]), (0x09, [status2])]) }
  }

  // Half or twice the field would look sound: each set-up ends on the other chip.
  @Test func neitherIsSetUpForTheOther() {
    #expect(throws: ChipError.notReady(0x0A)) { try SetUp(.ak8975, [0x00: 0x48]) }
    #expect(throws: ChipError.configurationLost(0x0A)) {
      try SetUp(.ak8963, [0x00: 0x48], playing: Self.keepsMode)
    }
  }
}
