import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

/// What the registers of a measurement mean, for the accelerometers and gyros but the MPU-6050.
struct InertialDecodingTests {
  private let g = 9.80665
  private let degree = Double.pi / 180

  // 8 192 counts a g, 32.8 for 1 °/s, high byte first: −8 192 is −1 g, 656 is 20 °/s; 334 / 333.87 + 21.
  @Test func icm20948() throws {
    let setUp = try SetUp(.icm20948, [0x00: 0xEA]) { bus, address, register, bytes in
      if register == 0x7F, bytes == [0x00] { bus.set(0x00, of: address, to: 0xEA) }
    }
    #expect(
      setUp.written == [
        "0x7F = 0x00", "0x06 = 0x80", "0x06 = 0x01", "0x7F = 0x20", "0x00 = 0x0A", "0x01 = 0x1D",
        "0x10 = 0x00 0x0A", "0x14 = 0x1B", "0x7F = 0x00", "0x03 = 0x00", "0x0F = 0x02",
        "0x11 = 0x01",
      ])
    let polled = try setUp.poll([
      (0x2D, [0, 0, 0xE0, 0x00, 0, 0, 0x02, 0x90, 0, 0, 0xFD, 0x70, 0x01, 0x4E]), (0x1A, [0x01]),
    ])
    expectVector(polled?.measurement.acceleration?.metresPerSecondSquared, 0, -g, 0)
    expectVector(
      polled?.measurement.angularRate?.radiansPerSecond, 20 * degree, 0, -20 * degree)
    let celsius = try #require(polled?.measurement.temperatureCelsius)
    #expect(abs(celsius - (21 + 334 / 333.87)) < 1e-9)
    #expect(try setUp.poll([(0x1A, [0x00])]) == nil)
  }

  // 0.122 mg and 35 m°/s a count, low byte first: 8 197 counts are 1.000034 g; 1 000 are 35 °/s. −256 counts are
  // 16 K less than 25 °C in the first, 1 K in the others.
  @Test(
    arguments: [
      (Chip.lsm6ds3, 0x69, 9), (.lsm6ds3trc, 0x6A, 24), (.ism330dhcx, 0x6B, 24),
      (.lsm6dsox, 0x6C, 24),
    ] as [(Chip, UInt8, Double)])
  func lsm6dsFamily(_ chip: Chip, _ identity: UInt8, _ celsius: Double) throws {
    let setUp = try SetUp(chip, [0x0F: identity])
    #expect(setUp.written == ["0x12 = 0x01", "0x12 = 0x44", "0x10 = 0x48", "0x11 = 0x48"])
    let polled = try setUp.poll([
      (0x20, [0x00, 0xFF, 0xE8, 0x03, 0, 0, 0x18, 0xFC, 0x05, 0x20, 0, 0, 0xFB, 0xDF]),
      (0x1E, [0b111]),
    ])
    #expect(polled?.measurement.temperatureCelsius == celsius)
    expectVector(polled?.measurement.angularRate?.radiansPerSecond, 35 * degree, 0, -35 * degree)
    expectVector(
      polled?.measurement.acceleration?.metresPerSecondSquared, 1.000034 * g, 0, -1.000034 * g)
    #expect(try setUp.poll([(0x1E, [0b01])]) == nil)  // the gyro is not ready
  }

  // 12 bits, left-justified, 2 mg each: 500 << 4 = 8 000 is 1 g.
  @Test func lis3DH() throws {
    let setUp = try SetUp(.lis3DH, [0x0F: 0x33])
    #expect(setUp.written == ["0x20 = 0x57", "0x23 = 0x98"])
    let polled = try setUp.poll([(0x27, [0x08]), (0xA8, [0x00, 0x00, 0xC0, 0xE0, 0x40, 0x1F])])
    expectVector(polled?.measurement.acceleration?.metresPerSecondSquared, 0, -g, g)
    #expect(try setUp.poll([(0x27, [0x07])]) == nil)
  }

  // 256 counts a g.
  @Test func adxl345() throws {
    let setUp = try SetUp(.adxl345, [0x00: 0xE5])
    #expect(setUp.written == ["0x2D = 0x00", "0x2C = 0x0A", "0x31 = 0x09", "0x2D = 0x08"])
    let polled = try setUp.poll([(0x30, [0x83, 0x09, 0x00, 0x01, 0x00, 0xFF, 0x80, 0x00])])
    expectVector(polled?.measurement.acceleration?.metresPerSecondSquared, g, -g, g / 2)
    #expect(try setUp.poll([(0x30, [0x03])]) == nil)
  }

  // Rate first: 328 is 10 °/s; 8 192 is 1 g; −1 024 counts are 2 K less than 23 °C, and −32 768 are no temperature.
  @Test func bmi160() throws {
    let setUp = try SetUp(.bmi160, [0x00: 0xD1, 0x03: 0x14])
    #expect(
      setUp.written == [
        "0x7E = 0xB6", "0x7E = 0x11", "0x7E = 0x15", "0x40 = 0x28", "0x41 = 0x05", "0x42 = 0x28",
        "0x43 = 0x01",
      ])
    let polled = try setUp.poll([
      (0x0C, [0x48, 0x01, 0xB8, 0xFE, 0, 0, 0, 0, 0, 0xE0, 0x00, 0x20]), (0x1B, [0xC0]),
      (0x20, [0x00, 0xFC]),
    ])
    #expect(polled?.measurement.temperatureCelsius == 21)
    expectVector(polled?.measurement.angularRate?.radiansPerSecond, 10 * degree, -10 * degree, 0)
    expectVector(polled?.measurement.acceleration?.metresPerSecondSquared, 0, -g, g)
    let withoutTemperature = try setUp.poll([(0x1B, [0xC0]), (0x20, [0x00, 0x80])])
    #expect(withoutTemperature?.measurement.angularRate != nil)
    #expect(withoutTemperature?.measurement.temperatureCelsius == nil)
    #expect(try setUp.poll([(0x1B, [0x80])]) == nil)
  }

  @Test func setUpFailsIfTheGyroDoesNotStart() {
    // PMU_STATUS: the accelerometer runs, the gyro does not
    #expect(throws: ChipError.configurationLost(0x03)) {
      try SetUp(.bmi160, [0x00: 0xD1, 0x03: 0x10])
    }
  }
}
