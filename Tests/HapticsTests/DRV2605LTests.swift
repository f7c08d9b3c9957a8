import I2C
import TestDoubles
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

  @Test func identificationWritesNothing() throws {
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

  /// Of a motor whose data sheet and calibration are known.
  private let tuning = MotorTuning(
    ratedVolts: 2, clampVolts: 3,
    calibration: .init(compensation: 0x0B, backEMF: 0x72, backEMFGain: 1))

  // By hand: √(1 − 0.0015 · 200) = 0.83666; 2 V · that / 20.58 mV = 81.3; 3 V · 255 / 5.44 V = 140.6.
  @Test func aLinearMotorsVoltagesAndCalibrationAreWritten() throws {
    connect()
    let chip = try DRV2605L(on: bus, called: "bus 1", motor: .linear, tuning: tuning)
    try chip.play(.click) { _ in true }
    #expect(bus.devices[0x5A]?[0x16...0x1A] == [81, 140, 0x0B, 0x72, 0xB5])
  }

  // 3 V · 255 / 5.6 V = 136.6. In open loop the rated voltage is ignored, and the calibration not used.
  @Test func forAnEccentricMotorOnlyTheClampVoltageIsWritten() throws {
    connect()
    let chip = try DRV2605L(on: bus, called: "bus 1", motor: .eccentric, tuning: tuning)
    try chip.play(.click) { _ in true }
    #expect(bus.devices[0x5A]?[0x16...0x1A] == [0, 136, 0, 0, 0x36])
  }

  // TI's example as worked through in the Arduino forum: 2 V at 175 Hz are 83; at 200 Hz it is 2 % less.
  @Test func withoutAVoltageTheRegisterIsUnchanged() throws {
    for volts in stride(from: 0.5, through: 5.4, by: 0.1) {
      let tuning = MotorTuning(ratedVolts: volts, clampVolts: volts)
      let rated = Double(try #require(tuning.ratedRegister))
      let real = 20.58e-3 * rated / (1 - 1.5e-3 * 175).squareRoot()
      #expect(real <= volts && (real > volts * 0.94 - 0.03))
      #expect(Double(try #require(tuning.clampRegister(.linear))) * 5.44 / 255 < volts + 1e-9)
      #expect(Double(try #require(tuning.clampRegister(.eccentric))) * 5.6 / 255 < volts + 1e-9)
    }
  }

  @Test func aCalibrationGivesThreeNumbers() throws {
    connect(looks: 80)
    bus.set(0x18, of: 0x5A, to: 0x0D, 0x70, 0x36)
    let tuning = MotorTuning(ratedVolts: 2, clampVolts: 3)
    let chip = try DRV2605L(on: bus, called: "bus 1", motor: .linear, tuning: tuning)
    let found = try chip.calibrate { _ in true }
    #expect(found == .init(compensation: 0x0D, backEMF: 0x70, backEMFGain: 2))
    #expect(
      bus.writes == [
        .write([0x07], to: 0x01, of: 0x5A), .write([0xB6], to: 0x1A, of: 0x5A),
        .write([0xA0], to: 0x1D, of: 0x5A), .write([81], to: 0x16, of: 0x5A),
        .write([140], to: 0x17, of: 0x5A), .write([0x01], to: 0x0C, of: 0x5A),
        .write([0x40], to: 0x01, of: 0x5A),
      ])
  }

  @Test(arguments: [(0xE8, 3, "failed"), (0xE0, Int.max, "did not finish")])
  func aFailedCalibrationIsReported(status: UInt8, looks: Int, words: String) throws {
    connect(status: status, looks: looks)
    do {
      _ = try chip(.linear).calibrate { _ in true }
      Issue.record("no error")
    } catch { #expect("\(error)".contains(words)) }
    #expect(bus.devices[0x5A]?[0x01] == 0x40 && bus.devices[0x5A]?[0x0C] == 0)
  }

  @Test func anEccentricMotorIsNotCalibratedAndAStoppedOneGivesNothing() throws {
    connect(looks: 100)
    #expect(throws: HapticError.self) { try chip().calibrate { _ in true } }
    #expect(bus.writes.isEmpty)
    #expect(try chip(.linear).calibrate { _ in false } == nil)
  }

  @Test(arguments: 0..<10) func aBusFailureDuringCalibrationIsAnError(skip: Int) throws {
    connect()
    let chip = try DRV2605L(
      on: bus, called: "bus 1", motor: .linear, tuning: MotorTuning(ratedVolts: 2, clampVolts: 3))
    bus.fail(.timedOut(address: 0x5A), count: 1, after: skip)
    #expect(throws: HapticError.bus(.timedOut(address: 0x5A))) {
      _ = try chip.calibrate { _ in true }
    }
  }

  /// GO is cleared, and the chip goes into standby.
  private let stop: [ScriptedBus.Transfer] = [
    .write([0x00], to: 0x0C, of: 0x5A), .write([0x40], to: 0x01, of: 0x5A),
  ]

  // The 8th transfer sets GO; with three looks at it, the 12th reads the status and the 13th is the standby.
  @Test(arguments: 7..<13) func aBusFailureWhileTheMotorRunsStopsIt(skip: Int) throws {
    connect()
    let chip = try chip()
    bus.fail(.timedOut(address: 0x5A), count: 1, after: skip)
    #expect(throws: HapticError.bus(.timedOut(address: 0x5A))) {
      try chip.play(.click) { _ in true }
    }
    #expect(Array(bus.writes.suffix(2)) == stop)
  }

  @Test(arguments: 7..<14) func aBusFailureWhileACalibrationRunsStopsTheMotor(skip: Int) throws {
    connect()
    let chip = try DRV2605L(
      on: bus, called: "bus 1", motor: .linear, tuning: MotorTuning(ratedVolts: 2, clampVolts: 3))
    bus.fail(.timedOut(address: 0x5A), count: 1, after: skip)
    #expect(throws: HapticError.bus(.timedOut(address: 0x5A))) {
      _ = try chip.calibrate { _ in true }
    }
    #expect(Array(bus.writes.suffix(2)) == stop)
  }

  @Test func whereTheStopFailsTooTheFirstFailureIsTold() throws {
    connect()
    let chip = try chip()
    bus.fail(.timedOut(address: 0x5A), count: 1, after: 8)
    bus.fail(.noAcknowledge(address: 0x5A), count: 2, after: 8)
    #expect(throws: HapticError.bus(.timedOut(address: 0x5A))) {
      try chip.play(.click) { _ in true }
    }
    #expect(Array(bus.writes.suffix(2)) == stop)
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

  @Test func aStoppedPatternPutsTheChipIntoStandby() throws {
    connect(looks: 100)
    try chip().play(.alert) { _ in false }
    #expect(bus.devices[0x5A]?[0x0C] == 0 && bus.devices[0x5A]?[0x01] == 0x40)
  }

  @Test func aPatternThatDoesNotFinishIsStoppedAfterThreeSeconds() throws {
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
  func faultsOfTheChipAreReported(status: UInt8, words: String) throws {
    connect(status: status)
    do {
      try chip().play(.click) { _ in true }
      Issue.record("no error")
    } catch { #expect("\(error)".contains(words)) }
  }

  @Test(arguments: 0..<8) func aBusFailureAtAnyTransferIsAnError(skip: Int) throws {
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
