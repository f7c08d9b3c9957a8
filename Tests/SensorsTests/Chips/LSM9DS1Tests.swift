import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct LSM9DS1Tests {
  private let g = 9.80665
  private let degree = Double.pi / 180

  private func playing() throws -> SetUp {
    let setUp = try SetUp(.lsm9DS1, [0x0F: 0x68])
    setUp.bus.successors[setUp.address] = [0x1D: 0x28, 0x2D: 0x18]
    return setUp
  }

  @Test func setUpStartsBothAtOneRate() throws {
    // 0x44: BDU, count up; 0x78: 119 Hz, ±2000 °/s; 0x70: 119 Hz, ±4 g
    #expect(
      try playing().written == [
        "0x22 = 0x01", "0x22 = 0x44", "0x1E = 0x38", "0x1F = 0x38", "0x10 = 0x78", "0x20 = 0x70",
      ])
  }

  // 70 m°/s a count: 500 are 35 °/s. 0.122 mg: 8 197 are 1.000034 g. y is turned round, for it points right.
  @Test func oneReadTakesRateAndAccelerationAndTurnsYRound() throws {
    let setUp = try playing()
    setUp.bus.forgetTransfers()
    let polled = try setUp.poll([
      (0x17, [0b011]), (0x18, [0xF4, 0x01, 0xF4, 0x01, 0x0C, 0xFE]),
      (0x28, [0x05, 0x20, 0x05, 0x20, 0xFB, 0xDF]),
    ])
    expectVector(
      polled?.measurement.angularRate?.radiansPerSecond, 35 * degree, -35 * degree, -35 * degree)
    expectVector(
      polled?.measurement.acceleration?.metresPerSecondSquared, 1.000034 * g, -1.000034 * g,
      -1.000034 * g)
    #expect(
      setUp.bus.transfers == [
        .read(register: 0x17, count: 1, of: 0x6A), .read(register: 0x18, count: 12, of: 0x6A),
      ])
    #expect(try setUp.poll([(0x17, [0b001])]) == nil)  // the gyro is not ready
  }

  // A part whose register number goes straight on from 0x1D to CTRL_REG4 would give 1.7 g for ever.
  @Test func withoutNewAccelerationThereIsNoMeasurement() throws {
    let setUp = try SetUp(.lsm9DS1, [0x0F: 0x68])
    #expect(try setUp.poll([(0x17, [0b011]), (0x18, [1, 2, 3, 4, 5, 6])]) == nil)
  }

  @Test func aRateAtTheLimitIsLeftOut() throws {
    let measurement = try playing().poll([(0x17, [0b011]), (0x18, [0, 0x80])])?.measurement
    #expect(measurement?.outOfRange == .angularRate)
    #expect(measurement?.angularRate == nil && measurement?.acceleration != nil)
  }

  // The registers and counts are the LIS3MDL's: 3 421 is 50 µT.
  @Test func theMagnetometerIsALIS3MDLRotatedByHalfATurn() throws {
    let setUp = try SetUp(.lsm9DS1Magnetometer, at: 0x1C, [0x0F: 0x3D])
    #expect(setUp.written == (try SetUp(.lis3MDL, at: 0x1C, [0x0F: 0x3D])).written)
    let polled = try setUp.poll([(0x27, [0x08]), (0xA8, [0x5D, 0x0D, 0x5D, 0x0D, 0x5D, 0x0D])])
    let die = try #require(polled?.measurement.magneticField?.microtesla)
    expectVector(die, 50, 50, 50)
    expectVector(Chip.lsm9DS1Magnetometer.packageFromDie * die, -50, -50, 50)
  }
}
