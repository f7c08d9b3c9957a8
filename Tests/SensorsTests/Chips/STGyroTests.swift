import I2C
import Quantities
import TestDoubles
import Sensors
import Testing

/// The L3G family, the LSM303D and the LSM6DSV16X.
struct STGyroTests {
  private let g = 9.80665
  private let degree = Double.pi / 180

  // 70 m°/s a count, low byte first: 500 are 35 °/s.
  @Test(
    arguments: [(Chip.l3GD20, 0xD4), (.l3GD20H, 0xD7), (.l3G4200D, 0xD3)] as [(Chip, UInt8)])
  func l3gFamily(_ chip: Chip, _ identity: UInt8) throws {
    let setUp = try SetUp(chip, [0x0F: identity])
    #expect(setUp.written == ["0x24 = 0x00", "0x23 = 0xA0", "0x20 = 0x1F"])
    let polled = try setUp.poll([(0x27, [0x08]), (0xA8, [0xF4, 0x01, 0x0C, 0xFE, 0, 0])])
    expectVector(polled?.measurement.angularRate?.radiansPerSecond, 35 * degree, -35 * degree, 0)
    #expect(polled?.measurement.acceleration == nil)
    #expect(try setUp.poll([(0x27, [0x07])]) == nil)
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x27, [0x08]), (0xA8, [0xFF, 0x7F])]) }
  }

  /// Field 2 500, −5 000, 1 250; acceleration 0, 8 197, −8 197.
  private let lsm303DBytes: [(UInt8, [UInt8])] = [
    (0x88, [0xC4, 0x09, 0x78, 0xEC, 0xE2, 0x04]), (0xA8, [0, 0, 0x05, 0x20, 0xFB, 0xDF]),
  ]

  // 80 µG a count: 2 500 are 20 µT. 0.122 mg: 8 197 are 1.000034 g. 0x7F: 200 Hz, BDU; 0xC8: 50 Hz, ±4 g; 0x74:
  // high resolution, 100 Hz; the LSM9DS0's z is turned round.
  @Test(arguments: [(Chip.lsm303D, 10), (.lsm9DS0, -10)] as [(Chip, Double)])
  func lsm303DGivesFieldAndAccelerationTogether(_ chip: Chip, _ z: Double) throws {
    let setUp = try SetUp(chip, [0x0F: 0x49])
    #expect(
      setUp.written == [
        "0x20 = 0x7F", "0x21 = 0xC8", "0x24 = 0x74", "0x25 = 0x00", "0x26 = 0x00",
      ])
    let polled = try setUp.poll([(0x07, [0x08])] + lsm303DBytes)
    expectVector(polled?.measurement.magneticField?.microtesla, 20, -40, z)
    expectVector(
      polled?.measurement.acceleration?.metresPerSecondSquared, 0, 1.000034 * g, -1.000034 * g)
    #expect(try setUp.poll([(0x07, [0x07])]) == nil)
    let clipped = try setUp.poll([(0x07, [0x08]), (0x88, [0xFF, 0x7F])])?.measurement
    #expect(clipped?.outOfRange == .magneticField)
    #expect(clipped?.magneticField == nil && clipped?.acceleration != nil)
  }

  // A LIS3MDL's read goes from the last byte of the field back to the first (ST's AN4602, in its forum, "LIS3MDL
  // temperature reading issues"); whether an LSM303D's does, no source tells.
  @Test(arguments: [[:], [0x8D: 0x88]] as [[UInt8: UInt8]])
  func lsm303DGivesTheAccelerationWhateverFollowsTheField(_ successors: [UInt8: UInt8]) throws {
    let setUp = try SetUp(.lsm303D, [0x0F: 0x49])
    setUp.bus.successors[setUp.address] = successors
    let polled = try setUp.poll([(0x07, [0x08])] + lsm303DBytes)
    expectVector(polled?.measurement.magneticField?.microtesla, 20, -40, 10)
    expectVector(
      polled?.measurement.acceleration?.metresPerSecondSquared, 0, 1.000034 * g, -1.000034 * g)
  }

  // 0.122 mg and 35 m°/s a count: 8 197 are 1.000034 g, 1 000 are 35 °/s. The ranges come before the rates.
  @Test func lsm6DSV16X() throws {
    let setUp = try SetUp(.lsm6DSV16X, [0x0F: 0x70])
    #expect(
      setUp.written == [
        "0x12 = 0x01", "0x12 = 0x44", "0x15 = 0x03", "0x17 = 0x01", "0x10 = 0x06", "0x11 = 0x06",
      ])
    let polled = try setUp.poll([
      (0x22, [0xE8, 0x03, 0, 0, 0x18, 0xFC, 0x05, 0x20, 0, 0, 0xFB, 0xDF]), (0x1E, [0b111]),
    ])
    expectVector(polled?.measurement.angularRate?.radiansPerSecond, 35 * degree, 0, -35 * degree)
    expectVector(
      polled?.measurement.acceleration?.metresPerSecondSquared, 1.000034 * g, 0, -1.000034 * g)
    #expect(try setUp.poll([(0x1E, [0b10])]) == nil)
  }
}
