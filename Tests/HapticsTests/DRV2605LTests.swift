import I2C
import Testing

@testable import Haptics

/// What is written to the chip, and what is not written to another one.
///
/// Register values: drivers/input/misc/drv260x.c (the state after power-on) and Adafruit's libraries.
@Suite struct DRV2605LTests {
  private let bus = ScriptedBus()

  /// A DRV2605L after power-on, which plays for three looks at GO.
  private func connect(status: UInt8 = 0xE0, looks: Int = 3) {
    bus.connect(
      0x5A, [0x00: status, 0x01: 0x40, 0x04: 0x01, 0x1A: 0x36, 0x1D: 0xA0])
    var left = looks
    bus.onRead = { bus, _, register in
      guard register == 0x0C else { return }
      left -= 1
      if left <= 0 { bus.set(0x0C, of: 0x5A, to: 0) }
    }
  }

  private func chip(_ motor: DRV2605L.Motor = .eccentric) throws(HapticError) -> DRV2605L {
    try DRV2605L(on: bus, called: "bus 1", motor: motor)
  }

  @Test func itIsLookedForWithoutAWrite() throws {
    connect()
    #expect(try chip().name == "DRV2605L at 0x5A on bus 1")
    #expect(bus.writes.isEmpty)
    connect(status: 0x60)
    #expect(try chip().name == "DRV2605 at 0x5A on bus 1")
  }

  // 0x80 and 0xC0 are the DRV2604 and its L: they have memory and no library.
  @Test(arguments: [0x00, 0xFF, 0x80, 0xC0, 0x20] as [UInt8]) func anotherChipIsRefused(
    status: UInt8
  ) {
    bus.connect(0x5A, status == 0xFF ? [0: 0xFF, 1: 0xFF, 2: 0xFF, 3: 0xFF] : [0: status])
    #expect(throws: HapticError.otherChip(address: 0x5A, status: status)) { _ = try chip() }
    #expect(bus.writes.isEmpty)
  }

  @Test func anEmptyAddressIsNoAnswer() {
    #expect(throws: HapticError.bus(.noAcknowledge(address: 0x5A))) { _ = try chip() }
  }

  @Test func anEccentricMotorPlaysLibraryAInOpenLoop() throws {
    connect()
    try chip().play(.doubleClick) { _ in true }
    #expect(
      bus.writes == [
        .write([0x00], to: 0x01, of: 0x5A),
        .write([0x36], to: 0x1A, of: 0x5A),
        .write([0xA0], to: 0x1D, of: 0x5A),
        .write([0x01], to: 0x03, of: 0x5A),
        .write([0x01, 0x8C, 0x01, 0x00], to: 0x04, of: 0x5A),
        .write([0x01], to: 0x0C, of: 0x5A),
        .write([0x40], to: 0x01, of: 0x5A),
      ])
  }

  @Test func aLinearMotorPlaysLibrarySixInClosedLoop() throws {
    connect()
    bus.set(0x1D, of: 0x5A, to: 0xA1)
    try chip(.linear).play(.click) { _ in true }
    #expect(bus.devices[0x5A]?[0x1A] == 0xB6 && bus.devices[0x5A]?[0x1D] == 0xA0)
    #expect(bus.devices[0x5A]?[0x03] == 0x06)
    #expect(bus.devices[0x5A]?[0x04...0x05] == [0x01, 0x00])
  }

  // A dip of the supply resets the chip between two patterns.
  @Test func everyPatternSetsTheChipUpAnew() throws {
    connect()
    let chip = try chip(.linear)
    try chip.play(.click) { _ in true }
    connect()
    try chip.play(.click) { _ in true }
    #expect(bus.devices[0x5A]?[0x1A] == 0xB6 && bus.devices[0x5A]?[0x03] == 0x06)
  }

  @Test func toldToStopItStopsAndSleeps() throws {
    connect(looks: 100)
    try chip().play(.alert) { _ in false }
    #expect(bus.devices[0x5A]?[0x0C] == 0 && bus.devices[0x5A]?[0x01] == 0x40)
  }

  @Test func aChipThatNeverEndsIsStoppedAfterThreeSecondsAndTold() throws {
    connect(looks: .max)
    var waited = 0
    #expect(throws: HapticError.self) {
      try chip().play(.click) { milliseconds in
        waited += milliseconds
        return true
      }
    }
    #expect(waited == 3000)
    #expect(bus.devices[0x5A]?[0x0C] == 0 && bus.devices[0x5A]?[0x01] == 0x40)
  }

  @Test(arguments: [(0xE1, "short circuit"), (0xE2, "too hot")] as [(UInt8, String)])
  func whatTheChipComplainsOfIsTold(status: UInt8, words: String) throws {
    connect(status: status)
    do {
      try chip().play(.click) { _ in true }
      Issue.record("no error")
    } catch { #expect("\(error)".contains(words)) }
  }

  @Test(arguments: 0..<8) func aBusThatFailsAnywhereIsAnErrorAndNoTrap(skip: Int) throws {
    connect()
    let chip = try chip()
    bus.fail(.timedOut(address: 0x5A), count: 1, after: skip)
    #expect(throws: HapticError.bus(.timedOut(address: 0x5A))) {
      try chip.play(.click) { _ in true }
    }
  }

  @Test func nothingIsWrittenForThePatternNone() throws {
    connect()
    try chip().play(.none) { _ in true }
    #expect(bus.writes.isEmpty)
  }

  // The sequencer has eight places, effects count from 1 to 123.
  @Test func everyPatternFitsTheSequencer() {
    for pattern in HapticPattern.allCases {
      #expect(pattern.effects.count <= 8)
      for effect in pattern.effects { #expect(effect >= 0x80 || 1...123 ~= effect) }
      #expect(pattern.effects.isEmpty == (pattern == .none))
    }
  }
}
