import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

/// What else may sit on a bus is as it was, however long chips are looked for.
struct NeighbourTests {
  private let bus = WireBus()
  private let clock = HandClock()

  /// Looks for chips as the daemon does, from the start and again each second while none is found.
  private func look(seconds: Int64 = 10, chosen: [ChosenChip] = []) {
    let runner = BusRunner(
      clock: clock, chosen: chosen,
      listener: .init(
        sample: { _, _ in }, event: { _, _ in }, probed: { _, _ in }, unavailable: { _ in }),
      open: { [bus] () throws(I2CError) in bus })
    let end = clock.now.advanced(byMicroseconds: seconds * 1_000_000)
    while clock.now < end { clock.sleep(until: runner.step()) }
  }

  private func found(chosen: [ChosenChip] = []) -> [String] {
    var probe = Probe(bus, clock: clock, chosen: chosen)
    probe.run()
    return probe.found.map(\.chip.name)
  }

  @Test func noPinOfAPortExpanderChanges() {
    let addresses = Array(UInt8(0x20)...0x27) + Array(UInt8(0x38)...0x3F)
    let expanders = addresses.map { _ in PortExpander() }
    for (expander, address) in zip(expanders, addresses) { bus.connect(expander, at: address) }
    look(seconds: 60)
    #expect(expanders.allSatisfy { $0.pins == 0xFF })
    #expect(bus.touched.isDisjoint(with: addresses))
  }

  // The search for what was plugged in later, beside a chip that measures.
  @Test func noPinChangesWhileAChipIsSampled() {
    let expanders = (UInt8(0x20)...0x23).map { address in
      let expander = PortExpander()
      bus.connect(expander, at: address)
      return expander
    }
    // An MPU-6050 with all of its registers, of which INT_STATUS always says that data is there.
    var registers = [UInt8](repeating: 0, count: 256)
    (registers[0x75], registers[0x3A]) = (0x68, 1)
    bus.connect(PointerDevice(registers), at: 0x68)
    #expect(found() == ["MPU-6050"])
    look(seconds: 200)
    #expect(expanders.allSatisfy { $0.pins == 0xFF })
    // It did look: at where an MMC5603 would be.
    #expect(bus.touched.contains(0x30))
  }

  @Test func anRM3100IsProbedOnlyIfItIsNamed() throws {
    var registers = [UInt8](repeating: 0, count: 256)
    registers[0x36] = 0x22
    bus.connect(PointerDevice(registers), at: 0x20)
    bus.connect(PortExpander(), at: 0x21)
    #expect(found() == [])
    #expect(bus.touched.isDisjoint(with: [0x20, 0x21]))
    #expect(found(chosen: [try ChosenChip(parsing: "rm3100@0x20")]) == ["RM3100"])
    #expect(bus.sent[0x20]?.count == 1 && bus.sent[0x21] == nil)
  }

  @Test func nothingReachesADisplay() {
    let displays = [Display(), Display()]
    bus.connect(displays[0], at: 0x3C)
    bus.connect(displays[1], at: 0x3D)
    look()
    #expect(displays.allSatisfy { $0.commands.isEmpty })
    #expect(bus.sent[0x3C] == nil && bus.sent[0x3D] == nil)
  }

  // One that begins as an ADXL345 does is read further; none is written.
  @Test(arguments: [1, 2], [0xE5, 0xFF, 0x00] as [UInt8])
  func anEEPROMKeepsItsContent(addressBytes: Int, first: UInt8) {
    let content = [first] + (1...255).map { UInt8(truncatingIfNeeded: $0 * 89 + 7) }
    let memories = (UInt8(0x50)...0x57).map { address in
      let memory = EEPROM(addressBytes: addressBytes, content: content)
      bus.connect(memory, at: address)
      return memory
    }
    #expect(found() == [])
    look()
    #expect(memories.allSatisfy { $0.content == content })
    // Of the eight only the ADXL345's is asked, and only ever told the place to read from.
    #expect(bus.sent.keys.sorted() == [0x53])
  }

  @Test func aPotentiometerIsNotIdentifiedAsAMagnetometerAndKeepsItsValue() {
    let potentiometers = [Potentiometer(), Potentiometer()]
    bus.connect(potentiometers[0], at: 0x2C)
    bus.connect(potentiometers[1], at: 0x2D)
    #expect(found() == [])
    look()
    #expect(potentiometers.allSatisfy { $0.wiper == 0x80 && !$0.isShutDown })
    // 0x80 is a QMC5883P's identity: one more register tells them apart.
    #expect(Set(bus.sent[0x2C] ?? []) == [0x00, 0x09] && bus.sent[0x2D] == nil)
  }

  @Test func noPotentiometerTakesAStep() {
    let potentiometers = (UInt8(0x28)...0x2F).map { address in
      let potentiometer = SteppingPotentiometer()
      bus.connect(potentiometer, at: address)
      return potentiometer
    }
    look()
    #expect(potentiometers.allSatisfy { $0.steps == 0 })
  }

  // 23:59:58 on Saturday the 21st of November 2026; and one that reads as an ICM-20948 in its second bank.
  @Test(arguments: [0x68, 0x69] as [UInt8])
  func aRealTimeClockIsNotChanged(at address: UInt8) {
    let time: [UInt8] = [0x58, 0x59, 0x23, 0x07, 0x21, 0x11, 0x26]
    let small = PointerDevice(time + [UInt8](repeating: 0, count: 12))  // a DS3231 has 0x13
    let large = PointerDevice(
      [0x00, 0x00] + time + [UInt8](repeating: 0x20, count: 128 - 2 - time.count))
    for clock in [small, large] {
      bus.connect(clock, at: address)
      let before = clock.registers
      #expect(found() == [])
      look()
      #expect(clock.registers == before)
    }
  }

  @Test func noRelayIsSwitched() {
    let relays = [Relay(), Relay()]
    bus.connect(relays[0], at: 0x18)
    bus.connect(relays[1], at: 0x19)
    look()
    #expect(relays.allSatisfy { $0.switched == 0 })
    #expect(Set(bus.sent[0x18] ?? []) == [0x0F])
  }

  // A converter's output, an amplifier's volume, a multiplexer's channels.
  @Test func aChipThatActsOnEachByteReceivesNone() {
    let takers = (Array(UInt8(0x48)...0x4F) + Array(UInt8(0x70)...0x77)).map { address in
      let taker = ByteTaker()
      bus.connect(taker, at: address)
      return taker
    }
    look()
    #expect(takers.allSatisfy { $0.taken.isEmpty })
  }

  // One whose unknown registers read zero looks like a BMM150 asleep.
  @Test(arguments: [0x10, 0x11, 0x12, 0x13] as [UInt8])
  func noRegisterOfARelayBoardIsWrittenNorOneOfItsRelaysAsked(at address: UInt8) {
    let board = PointerDevice([UInt8](repeating: 0, count: 128))
    bus.connect(board, at: address)
    #expect(found() == [])
    look()
    #expect(board.registers.allSatisfy { $0 == 0 })
    #expect(Set(bus.sent[address] ?? []) == [0x40, 0x4B, 0x4C])
  }

  // What reads like a QMC5883L and does not heed its reset is reset once, and not each second.
  @Test func aWakeUpWithoutEffectIsNotRepeated() {
    var registers = [UInt8](repeating: 0, count: 128)
    (registers[0x0D], registers[0x09]) = (0xFF, 0x01)
    bus.connect(PointerDevice(registers), at: 0x0D)
    look(seconds: 30)
    #expect((bus.sent[0x0D] ?? []).count { $0 == 0x80 } == 1)
  }

  // Whoever adds a chip learns here that it could never be found where it is asked for.
  @Test func everyAddressOfEachChipAllowsItsProbe() {
    for chip in Chip.supported where !chip.identity.isEmpty && chip.companion == nil {
      for address in chip.openAddresses {
        let table = ScriptedBus()
        table.connect(address)
        table.dummyBytes[address] = chip.dummyBytes
        for match in chip.identity { table.set(match.register, of: address, to: match.values[0]) }
        var probe = Probe(table, clock: clock, chips: [chip])
        probe.run()
        #expect(probe.found.map(\.chip.name).contains(chip.name), "at \(hexadecimal(address))")
      }
    }
    #expect(Chip.supported.filter(\.isAskedOnlyWhenNamed).map(\.name) == ["RM3100"])
  }

  /// The driver of a new chip may name an address whose other chips were not looked up.
  @Test(arguments: [0x40, 0x42, 0x60, 0x6F] as [UInt8])
  func nothingIsSentToAnAddressThatWasNotReviewed(address: UInt8) {
    var chip = Chip.qmc5883L
    chip.addresses = [address]
    var probe = Probe(bus, clock: clock, chips: [chip])
    probe.run()
    #expect(chip.openAddresses.isEmpty && !bus.touched.contains(address))
  }
}
