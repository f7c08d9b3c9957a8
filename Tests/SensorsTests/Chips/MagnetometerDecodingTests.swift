import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

/// What the registers of a measurement mean, for the magnetometers that have no test file of their own.
struct MagnetometerDecodingTests {
  // 1.5 mG a count: 200 -> 30 µT; y is to the right of x, so −200 -> 30 µT. A read that goes on after z reads x
  // again (ST's forum, "IIS2MDC read X,Y,Z, temperature").
  @Test func lis2MDLTurnsYRound() throws {
    let setUp = try SetUp(.lis2MDL, [0x4F: 0x40])
    #expect(setUp.written == ["0x60 = 0x20", "0x61 = 0x03", "0x62 = 0x10", "0x60 = 0x8C"])
    setUp.bus.forgetTransfers()
    let polled = try setUp.poll([(0x67, [0x08, 0xC8, 0x00, 0x38, 0xFF, 0x64, 0x00])])
    expectVector(polled?.measurement.magneticField?.microtesla, 30, 30, 15)
    #expect(polled?.measurement.temperatureCelsius == nil)
    #expect(
      setUp.bus.transfers == [
        .read(register: 0x67, count: 1, of: 0x1E), .read(register: 0x68, count: 6, of: 0x1E),
      ])
    #expect(try setUp.poll([(0x67, [0x07])]) == nil)
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x67, [0x08, 0xFF, 0x7F])]) }
  }

  // 20 bits with zero at 0x80000, 16 384 a gauss; 0x81000 is +4 096, a quarter of a gauss or 25 µT,
  // and all axes are turned round. The lowest bits: 0x80001 is 1, or 0.0061 µT.
  @Test func mmc5603HasTwentyBitsAndIsTurnedRound() throws {
    let setUp = try SetUp(Chip.mmc5603.withFixedFilm, [0x39: 0x10])
    #expect(setUp.written == ["0x1C = 0x80", "0x1B = 0x08", "0x1C = 0x00", "0x1B = 0x01"])
    let polled = try setUp.poll([
      (0x00, [0x81, 0x00, 0x7F, 0x00, 0x80, 0x00, 0x00, 0x00, 0x10]), (0x18, [0x40]),
    ])
    expectVector(polled?.measurement.magneticField?.microtesla, -25, 25, -100.0 / 16_384)
    #expect(setUp.written.last == "0x1B = 0x01")  // the next one was asked for
    #expect(try setUp.poll([(0x18, [0x01])]) == nil)
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x00, [0, 0]), (0x18, [0x40])]) }
  }

  // 18 bits with zero at 0x20000, 16 384 a gauss: bytes 0x84 0x00 are 0x21000, +4 096, 25 µT.
  // The seventh byte has bits 1:0 of x in 7:6, of y in 5:4, of z in 3:2.
  @Test func mmc5983MAHasEighteenBitsAndTurnsZRound() throws {
    let setUp = try SetUp(Chip.mmc5983MA.withFixedFilm, [0x2F: 0x30])
    #expect(setUp.written == ["0x0A = 0x80", "0x09 = 0x08", "0x0A = 0x00", "0x09 = 0x01"])
    let polled = try setUp.poll([
      (0x00, [0x84, 0x00, 0x7C, 0x00, 0x80, 0x00, 0b00_00_11_00]), (0x08, [0x01]),
    ])
    expectVector(polled?.measurement.magneticField?.microtesla, 25, -25, -300.0 / 16_384)
    let next = try setUp.poll([(0x00, [0x80, 0, 0x80, 0, 0x80, 0, 0b10_01_00_00])])
    expectVector(next?.measurement.magneticField?.microtesla, 200.0 / 16_384, 100.0 / 16_384, 0)
    #expect(try setUp.poll([(0x08, [0x02])]) == nil)
    #expect(throws: ChipError.overflow) {
      try setUp.poll([(0x00, [0xFF, 0xFF, 0x80, 0, 0x80, 0, 0xC0]), (0x08, [0x01])])
    }
  }

  // 0.3 µT a count: 100 -> 30, 150 -> 45; y is to the right of x, so −50 -> 15.
  @Test func ist8310TurnsYRoundAndIsAskedForEachMeasurement() throws {
    let setUp = try SetUp(.ist8310, [0x00: 0x10])
    #expect(setUp.written == ["0x0B = 0x01", "0x41 = 0x24", "0x42 = 0xC0", "0x0A = 0x01"])
    let polled = try setUp.poll([(0x02, [0x01, 0x64, 0x00, 0xCE, 0xFF, 0x96, 0x00])])
    expectVector(polled?.measurement.magneticField?.microtesla, 30, 15, 45)
    setUp.bus.forgetTransfers()
    #expect(try setUp.poll([(0x02, [0x00])]) == nil)
    #expect(setUp.bus.writes.isEmpty)  // it still measures
    // 5 400 · 0.3 = 1 620 µT: beyond x's 1 600
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x02, [0x01, 0x18, 0x15])]) }
    #expect(setUp.bus.writes == [.write([0x01], to: 0x0A, of: 0x0E)])
  }

  // 75 counts a µT, 24 bits, high byte first: 3 000 -> 40; y is to the right and z down, so
  // −750 -> 10, 75 -> −1.
  @Test func rm3100HasTwentyFourBitsAndTurnsYAndZRound() throws {
    let setUp = try SetUp(.rm3100, [0x36: 0x22])
    #expect(
      setUp.written == [
        "0x01 = 0x00", "0x04 = 0x00 0xC8 0x00 0xC8 0x00 0xC8", "0x0B = 0x95", "0x01 = 0x71",
      ])
    let polled = try setUp.poll([
      (0x24, [0x00, 0x0B, 0xB8, 0xFF, 0xFD, 0x12, 0x00, 0x00, 0x4B]), (0x34, [0x80]),
    ])
    expectVector(polled?.measurement.magneticField?.microtesla, 40, 10, -1)
    #expect(try setUp.poll([(0x34, [0x7F])]) == nil)
  }

  // ASA 128 is 1, 192 is 1.25, 64 is 0.75; 0.15 µT a count: 200 -> 30, 37.5, and −200 -> −22.5.
  @Test func ak8963IsTrimmedByItsFuses() throws {
    let setUp = try SetUp(.ak8963, [0x00: 0x48, 0x10: 128, 0x11: 192, 0x12: 64])
    #expect(
      setUp.written == ["0x0B = 0x01", "0x0A = 0x0F", "0x0A = 0x00", "0x0A = 0x16"])
    let bytes: [UInt8] = [0x01, 0xC8, 0x00, 0xC8, 0x00, 0x38, 0xFF, 0x10]
    let polled = try setUp.poll([(0x02, bytes)])
    expectVector(polled?.measurement.magneticField?.microtesla, 30, 37.5, -22.5)
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x09, [0x18])]) }  // HOFL
    #expect(try setUp.poll([(0x02, [0x00])]) == nil)
  }

  // AKM's data sheets, "Data Skip" (AK09911, MS1526-E-01, figure 6.8): once a read of the data has begun, nothing new
  // is shown until ST2 is read.
  @Test func aReadOfTheDataThatFailedIsMadeUpFor() throws {
    let setUp = try SetUp(.ak8963, [0x00: 0x48, 0x10: 128, 0x11: 128, 0x12: 128])
    setUp.bus.fail(.timedOut(address: 0x0C), count: 1, at: 0x0C, after: 1)
    #expect(throws: ChipError.bus(.timedOut(address: 0x0C))) { try setUp.poll([(0x02, [0x01])]) }
    setUp.bus.forgetTransfers()
    #expect(try setUp.poll([(0x02, [0x00])]) == nil)
    #expect(try setUp.poll([]) == nil)
    let status = ScriptedBus.Transfer.read(register: 0x02, count: 1, of: 0x0C)
    #expect(
      setUp.bus.transfers == [status, .read(register: 0x03, count: 7, of: 0x0C), status])
    let polled = try setUp.poll([(0x02, [0x01, 0xC8, 0x00, 0xC8, 0x00, 0x38, 0xFF, 0x10])])
    expectVector(polled?.measurement.magneticField?.microtesla, 30, 30, -30)
  }

  @Test func ak09916IsReadToItsSecondStatus() throws {
    let setUp = try SetUp(.ak09916, [0x00: 0x48, 0x01: 0x09])
    #expect(setUp.written == ["0x32 = 0x01", "0x31 = 0x08"])
    setUp.bus.forgetTransfers()
    let polled = try setUp.poll([(0x10, [0x01, 0xC8, 0x00, 0x38, 0xFF, 0x64, 0x00, 0x00, 0x00])])
    expectVector(polled?.measurement.magneticField?.microtesla, 30, -30, 15)
    #expect(
      setUp.bus.transfers == [
        .read(register: 0x10, count: 1, of: 0x0C), .read(register: 0x11, count: 8, of: 0x0C),
      ])
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x18, [0x08])]) }
  }

  /// A BMM150's trim: x1 3, y1 −5, z4 −20, x2 26, y2 20, z2 763, z1 24 747, xyz1 6 753, z3 −105, xy2 −100,
  /// xy1 29.
  static let trim: [UInt8] = [
    3, 0xFB, 0, 0, 0, 0xEC, 0xFF, 26, 20, 0, 0, 0xFB, 0x02, 0xAB, 0x60, 0x61, 0x1A, 0x97, 0xFF,
    0x9C,
    29,
  ]

  // The values are those of the kernel's whole-number formulas (bmc150_magn.c), worked out beside this
  // test; they round to 1/16 µT at several places.
  @Test(
    arguments: [
      // x 100, y −200, z 300, RHALL 6 753
      ([0x20, 0x03, 0xC0, 0xF9, 0x58, 0x02, 0x85, 0x69], Vector3(37.8125, -72.8125, 111.75)),
      // x 500, y −1 230, z −1 000, RHALL 8 000
      ([0xA0, 0x0F, 0x90, 0xD9, 0x30, 0xF8, 0x01, 0x7D], Vector3(178.1875, -423.1875, -294.625)),
    ] as [([UInt8], Vector3)]) func bmm150AgreesWithTheKernel(
      _ bytes: [UInt8], _ kernel: Vector3
    ) throws
  {
    let setUp = try asleep(.bmm150)
    let polled = try setUp.poll([(0x42, bytes)])
    expectVector(
      polled?.measurement.magneticField?.microtesla, kernel.x, kernel.y, kernel.z, within: 0.15)
  }

  // Bosch BMM150_SensorAPI, bmm150.c: the high byte of xyz1 is masked with 0x7F.
  @Test func theHighestBitOfABMM150sXYZ1IsNotUsed() throws {
    var trim = Self.trim
    trim[16] |= 0x80
    let bytes: [UInt8] = [0xA0, 0x0F, 0x90, 0xD9, 0x30, 0xF8, 0x01, 0x7D]
    let expected = try asleep(.bmm150).poll([(0x42, bytes)])?.measurement.magneticField
    let measured = try asleep(.bmm150, trim: trim).poll([(0x42, bytes)])?.measurement.magneticField
    #expect(expected != nil && measured == expected)
  }

  /// A BMM150 that says nothing before its power bit is set.
  private func asleep(_ chip: Chip, trim: [UInt8] = Self.trim) throws -> SetUp {
    try SetUp(chip, [:]) { bus, address, register, bytes in
      if register == 0x4B, bytes == [0x01] {
        bus.set(0x40, of: address, to: 0x32)
        bus.set(0x5D, of: address, to: trim)
      }
    }
  }

  @Test func bmm150IsWokenAndForcedToMeasure() throws {
    let setUp = try asleep(.bmm150)
    #expect(
      setUp.written == [
        "0x4B = 0x01", "0x4C = 0x06", "0x4E = 0x07", "0x51 = 0x04", "0x52 = 0x0E", "0x4C = 0x02",
      ])
    #expect(try setUp.poll([(0x48, [0x84])]) == nil)  // RHALL without data ready
    #expect(throws: ChipError.overflow) {
      try setUp.poll([(0x42, [0x00, 0x80]), (0x48, [0x85])])  // x −4 096
    }
  }
}
