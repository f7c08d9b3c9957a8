import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct QMC6310Tests {
  @Test func setUpResetsAndSetsRangeAndNormalMode() throws {
    let setUp = try SetUp(.qmc6310, [0x00: 0x80])
    // 0x08: RNG 8 G (10); 0x09: OSR2 1, OSR1 8, ODR 100 Hz (10), MODE normal (01). Nothing goes to 0x29.
    #expect(setUp.written == ["0x0B = 0x80", "0x0B = 0x00", "0x0B = 0x08", "0x0A = 0x09"])
  }

  // 3 750 counts are 1 G are 100 µT: 1 500 -> 40; −750 -> −20, turned 20; 3 -> 0.08, turned −0.08.
  @Test func countsAreLowByteFirstAndYAndZAreTurnedRound() throws {
    let polled = try SetUp(.qmc6310, [0x00: 0x80]).poll([
      (0x01, [0xDC, 0x05, 0x12, 0xFD, 0x03, 0x00]), (0x09, [0b01]),
    ])
    expectVector(polled?.measurement.magneticField?.microtesla, 40, 20, -0.08)
  }

  @Test func withoutDataReadyThereIsNothingAndAnOverflowIsNoMeasurement() throws {
    let setUp = try SetUp(.qmc6310, [0x00: 0x80])
    #expect(try setUp.poll([(0x09, [0b10])]) == nil)
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x09, [0b11])]) }
  }

  // The data sheet's axis signs, left by another program, would mirror the field once more.
  @Test func axisSignsSetByAnotherProgramAreDetected() throws {
    let setUp = try SetUp(.qmc6310, [0x00: 0x80])
    setUp.bus.set(0x29, of: 0x1C, to: 0x06)
    #expect(throws: ChipError.configurationLost(0x29)) {
      for _ in Chip.qmc6310.verified { try setUp.device.verifyNext(on: setUp.bus) }
    }
  }

  // At 0x1C: a LIS3MDL says 3D in 0x0F; what answers 0x80 to each read is a chip without registers.
  @Test(
    arguments: [
      ([0x00: 0x80], "QMC6310"), ([0x0F: 0x3D], "LIS3MDL"), ([0x00: 0x80, 0x09: 0x80], nil),
    ] as [([UInt8: UInt8], String?)])
  func itIsDistinguishedFromOtherChipsAtItsAddress(_ registers: [UInt8: UInt8], _ name: String?) {
    let bus = ScriptedBus()
    bus.connect(0x1C, registers)
    var probe = Probe(bus, clock: HandClock())
    probe.run()
    #expect(probe.found.map(\.chip.name) == [name].compactMap { $0 })
    #expect(bus.writes.isEmpty)
  }

  @Test func theSecondAddressIsProbedOnlyIfTheConfigurationNamesIt() throws {
    let bus = ScriptedBus()
    bus.connect(0x3C, [0x00: 0x80])
    var silent = Probe(bus, clock: HandClock())
    silent.run()
    #expect(silent.found.isEmpty && silent.evidence.isEmpty)
    var probe = Probe(
      bus, clock: HandClock(), chosen: [try ChosenChip(parsing: "qmc6310@0x3C")])
    probe.run()
    #expect(probe.found.map(\.address) == [0x3C])
  }
}
