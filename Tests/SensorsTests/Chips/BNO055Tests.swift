import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct BNO055Tests {
  private static let identity: [UInt8: UInt8] = [0x00: 0xA0, 0x01: 0xFB, 0x02: 0x32, 0x03: 0x0F]
  private let degree = Double.pi / 180

  /// A BNO055 with its two pages: what is on page 1 is kept apart.
  private func setUp() throws -> SetUp {
    try SetUp(.bno055, Self.identity, playing: Self.pages)
  }

  /// Registers of page 1 shadow those of page 0: what is read there is not compared in these tests, so a write
  /// to it is taken back.
  private static func pages(
    _ bus: ScriptedBus, _ address: UInt8, _ register: UInt8, _ bytes: [UInt8]
  ) {
    let isPage1 = bus.devices[address]?[0x07] == 1
    if isPage1, register != 0x07 {
      bus.set(register, of: address, to: [UInt8](repeating: 0, count: bytes.count))
    }
  }

  @Test func setUpConfiguresAllThreeSensorsAndThenMeasuresWithoutFusion() throws {
    let setUp = try setUp()
    #expect(
      setUp.written == [
        "0x07 = 0x00", "0x3D = 0x00",  // CONFIG
        "0x3E = 0x00", "0x3B = 0x00", "0x41 = 0x24 0x00",  // normal power, m/s² and °/s, P1
        // page 1: 62.5 Hz ±4 g; enhanced regular, 30 Hz; 47 Hz ±2 000 °/s; normal
        "0x07 = 0x01", "0x08 = 0x0D 0x17 0x18 0x00",
        "0x07 = 0x00", "0x3D = 0x07",  // AMG
      ])
    // The other chips of the bus wait so long: less than for a reset of an MPU-6050.
    #expect(setUp.clock.now <= Timestamp(microseconds: 100_000))
  }

  // 981 is 9.81 m/s², −50 is −0.5; 320 is 20 µT, −640 is −40; 16 384 is 1 000 °/s, −164 is −10.01 °/s.
  @Test func aBlockHoldsAccelerationFieldAndRate() throws {
    let polled = try setUp().poll([
      (
        0x08,
        [
          0xCE, 0xFF, 0x00, 0x00, 0xD5, 0x03, 0x40, 0x01, 0x00, 0x00, 0x80, 0xFD,
          0x00, 0x40, 0x5C, 0xFF, 0x00, 0x00,
        ]
      )
    ])
    expectVector(polled?.measurement.acceleration?.metresPerSecondSquared, -0.5, 0, 9.81)
    expectVector(polled?.measurement.magneticField?.microtesla, 20, 0, -40)
    expectVector(
      polled?.measurement.angularRate?.radiansPerSecond, 1000 * degree, -164 / 16.384 * degree, 0)
  }

  @Test func anUnchangedFieldIsNotPassedOn() throws {
    let setUp = try setUp()
    #expect(try setUp.poll([(0x0E, [0x40, 0x01])])?.measurement.magneticField != nil)
    let second = try setUp.poll([(0x14, [0x01, 0x00])])
    #expect(second?.measurement.magneticField == nil && second?.measurement.angularRate != nil)
    #expect(try setUp.poll([(0x0E, [0x41, 0x01])])?.measurement.magneticField != nil)
  }

  // ±4 g are 3 922.66 counts of 0.01 m/s².
  @Test func aSaturatedAccelerometerOrGyroLosesOnlyItsOwnQuantity() throws {
    let setUp = try setUp()
    let knock = try setUp.poll([(0x08, [0x52, 0x0F])])?.measurement
    #expect(knock?.acceleration == nil && knock?.angularRate != nil)
    let turn = try setUp.poll([(0x08, [0x51, 0x0F]), (0x14, [0xFF, 0x7F])])?.measurement
    #expect(turn?.acceleration != nil && turn?.angularRate == nil)
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x0E, [0x01, 0x80])]) }
  }

  // A brown-out leaves CONFIG mode; another program may ask for its fusion or turn its axes.
  @Test(arguments: [(0x3D, 0x00), (0x3D, 0x0C), (0x3B, 0x02), (0x41, 0x21), (0x42, 0x01)])
  func aLostSettingIsDetected(_ register: UInt8, _ value: UInt8) throws {
    let setUp = try setUp()
    setUp.bus.set(register, of: 0x28, to: value)
    #expect(throws: ChipError.configurationLost(register)) {
      for _ in Chip.bno055.verified { try setUp.device.verifyNext(on: setUp.bus) }
    }
  }

  // At 0x28 potentiometers take a register number of 4 to 11 for a step: nothing is sent to find out.
  @Test func aNamedChipLeftOnTheOtherRegisterPageIsSetUpAgain() throws {
    let bus = ScriptedBus()
    bus.connect(0x28, [0x07: 1, 0x08: 0x0D, 0x09: 0x17, 0x0A: 0x18])
    bus.onWrite = { bus, address, register, bytes in
      guard register == 0x07, bytes == [0] else { return }
      for (register, value) in Self.identity { bus.set(register, of: address, to: value) }
    }
    var unnamed = Probe(bus, clock: HandClock())
    unnamed.run()
    #expect(unnamed.found.isEmpty && bus.writes.isEmpty)
    var named = Probe(
      bus, clock: HandClock(), chosen: [try ChosenChip(parsing: "bno055@0x28")])
    named.run()
    let found = try #require(named.found.first)
    #expect(found.chip.setUp.first == .write([0], to: 0x07))
    #expect(bus.writes.isEmpty)
  }

  // A time-of-flight sensor at 0x29 (its ID is elsewhere) and a chip of which only one die is right.
  @Test(
    arguments: [[0xC0: 0xEE], [0x00: 0xA0, 0x01: 0xFB, 0x02: 0x33, 0x03: 0x0F]] as [[UInt8: UInt8]])
  func anotherChipAtTheBNO055sAddressIsNotWrittenTo(_ registers: [UInt8: UInt8]) {
    let bus = ScriptedBus()
    bus.connect(0x29, registers)
    var probe = Probe(bus, clock: HandClock())
    probe.run()
    #expect(probe.found.isEmpty && bus.writes.isEmpty)
  }
}
