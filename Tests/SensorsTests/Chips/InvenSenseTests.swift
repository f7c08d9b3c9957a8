import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

/// The ITG-3205 and the ICM-42688-P.
struct InvenSenseTests {
  private let g = 9.80665
  private let degree = Double.pi / 180

  // 14.375 counts for 1 °/s, high byte first: 1 150 are 80 °/s. −10 400 is 2 800 / 280 above 35 °C.
  @Test func itg3205() throws {
    let setUp = try SetUp(.itg3205, [0x00: 0x68]) { bus, address, register, bytes in
      if register == 0x3E, bytes == [0x80] { bus.set(0x3E, of: address, to: 0) }
    }
    #expect(
      setUp.written == [
        "0x3E = 0x80", "0x3E = 0x01", "0x16 = 0x1B", "0x15 = 0x09", "0x17 = 0x01",
      ])
    let polled = try setUp.poll([(0x1A, [0x01, 0xD7, 0x60, 0x04, 0x7E, 0xFB, 0x82, 0, 0])])
    expectVector(polled?.measurement.angularRate?.radiansPerSecond, 80 * degree, -80 * degree, 0)
    #expect(polled?.measurement.temperatureCelsius == 45)
    #expect(try setUp.poll([(0x1A, [0x04])]) == nil)
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x1A, [1]), (0x1D, [0x7F, 0xFF])]) }
  }

  // 8 192 counts a g, 32.8 for 1 °/s, high byte first: 656 are 20 °/s; 1 325 / 132.48 + 25 °C.
  @Test func icm42688P() throws {
    let setUp = try SetUp(.icm42688P, [0x75: 0x47])
    #expect(
      setUp.written == [
        "0x11 = 0x01", "0x4D = 0x51", "0x4F = 0x28", "0x50 = 0x48", "0x52 = 0x00", "0x65 = 0x08",
        "0x4E = 0x0F",
      ])
    let polled = try setUp.poll([
      (0x1D, [0x05, 0x2D, 0x20, 0, 0xE0, 0, 0, 0, 0x02, 0x90, 0xFD, 0x70, 0, 0]), (0x2D, [0x08]),
    ])
    expectVector(polled?.measurement.acceleration?.metresPerSecondSquared, g, -g, 0)
    expectVector(polled?.measurement.angularRate?.radiansPerSecond, 20 * degree, -20 * degree, 0)
    let celsius = try #require(polled?.measurement.temperatureCelsius)
    #expect(abs(celsius - (25 + 1_325 / 132.48)) < 1e-9)
    #expect(try setUp.poll([(0x2D, [0x10])]) == nil)
    // what the registers read before the first measurement
    let none = try setUp.poll([(0x2D, [0x08]), (0x1F, [0x80, 0]), (0x25, [0x80, 0])])
    let both: Measurement.Quantity = [.acceleration, .angularRate]
    #expect(none?.measurement.outOfRange == both)
    #expect(none?.measurement.acceleration == nil && none?.measurement.angularRate == nil)
  }

  // Bits 7:6 of 0x4D, 10 after a reset: the gyro repeats values where it changes between two ranges (ArduPilot
  // #25332, betaflight #13132).
  @Test func icm42688PMayNotChangeItsRangeByItself() throws {
    let setUp = try SetUp(.icm42688P, [0x75: 0x47])
    setUp.bus.set(0x4D, of: setUp.address, to: 0x91)
    #expect(throws: ChipError.configurationLost(0x4D)) {
      for _ in Chip.icm42688P.verified {
        try setUp.device.verifyNext(on: setUp.bus)
      }
    }
  }

  // TDK DS-000347 rev. 1.8, 5.5: second order, as after a reset, GYRO_UI_FILT_BW 0, ODR 100 Hz.
  @Test func icm42688PHasTheDelayOfTheFilterThatIsSet() {
    #expect(Chip.icm42688P.averagingDelay == 6_500)
  }
}
