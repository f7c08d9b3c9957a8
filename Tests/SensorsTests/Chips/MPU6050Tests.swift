import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct MPU6050Tests {
  private func playing(_ chip: Chip, _ identity: UInt8) throws -> SetUp {
    try SetUp(chip, [0x75: identity]) { bus, address, register, bytes in
      if register == 0x6B, bytes == [0x80] { bus.set(0x6B, of: address, to: 0x40) }
    }
  }

  @Test func setUpWakesItAndSetsRateAndRanges() throws {
    // SMPLRT_DIV 9: 1 kHz / 10; DLPF 3: 42 Hz; FS_SEL 2: ±1000 °/s; AFS_SEL 1: ±4 g
    #expect(
      try playing(.mpu6050, 0x68).written == [
        "0x6B = 0x80", "0x6B = 0x01", "0x1A = 0x03", "0x19 = 0x09", "0x1B = 0x10", "0x1C = 0x08",
        "0x6B = 0x01", "0x6A = 0x00", "0x37 = 0x02", "0x38 = 0x01",
      ])
  }

  @Test func laterModelsSetASeparateFilterAndOpenTheirAuxiliaryBus() throws {
    #expect(try playing(.mpu6500, 0x70).written.contains("0x1D = 0x03"))
    #expect(try playing(.mpu6500, 0x70).written.contains("0x37 = 0x02"))
    #expect(try playing(.mpu9250, 0x71).written.contains("0x37 = 0x02"))
  }

  // It has no auxiliary bus: 0x6A and 0x37 stay as they are. -521 / 326.8 + 25.
  @Test func anICM20602HasNoAuxiliaryBus() throws {
    let setUp = try playing(.icm20602, 0x12)
    #expect(
      setUp.written == [
        "0x6B = 0x80", "0x6B = 0x01", "0x1A = 0x03", "0x19 = 0x09", "0x1B = 0x10", "0x1C = 0x08",
        "0x1D = 0x03", "0x38 = 0x01",
      ])
    #expect(Chip.icm20602.bypass.isEmpty)
    let celsius = try #require(try setUp.poll([(0x3A, bytes)])?.measurement.temperatureCelsius)
    #expect(abs(celsius - (25 - 521.0 / 326.8)) < 1e-9)
  }

  // 8 192 counts a g: (0, 0, 8 192) lies flat. 32.8 counts a °/s: 328 -> 10, -3 280 -> -100 °/s.
  // Temperature: -521 / 340 + 36.53 = 34.998 °C.
  private let bytes: [UInt8] = [
    0x01, 0x00, 0x00, 0x00, 0x00, 0x20, 0x00, 0xFD, 0xF7, 0x01, 0x48, 0xF3, 0x30, 0x00, 0x00,
  ]

  @Test func countsAreHighByteFirst() throws {
    let polled = try playing(.mpu6050, 0x68).poll([(0x3A, bytes)])
    expectVector(polled?.measurement.acceleration?.metresPerSecondSquared, 0, 0, 9.80665)
    expectVector(
      polled?.measurement.angularRate?.radiansPerSecond, 10 * .pi / 180, -100 * .pi / 180, 0)
    let celsius = try #require(polled?.measurement.temperatureCelsius)
    #expect(abs(celsius - (36.53 - 521.0 / 340)) < 1e-9)
  }

  // MPU-6500: -521 / 333.87 + 21.
  @Test func theTemperatureOfAnMPU6500HasAnotherScale() throws {
    let polled = try playing(.mpu6500, 0x98).poll([(0x3A, bytes)])
    let celsius = try #require(polled?.measurement.temperatureCelsius)
    #expect(abs(celsius - (21 - 521.0 / 333.87)) < 1e-9)
  }

  @Test func withoutNewDataThereIsNoMeasurement() throws {
    #expect(try playing(.mpu6050, 0x68).poll([(0x3A, [0x00])]) == nil)
  }
}
