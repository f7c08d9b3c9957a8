import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct ProbeTests {
  private let clock = HandClock()

  private func probe(_ bus: ScriptedBus) -> Probe {
    var probe = Probe(bus, clock: clock)
    probe.run()
    return probe
  }

  private func names(_ probe: Probe) -> [String] {
    probe.found.map { "\(hexadecimal($0.address)) \($0.chip.name)" }
  }

  @Test func anEmptyBusHasNothingAndNothingIsWritten() {
    let bus = ScriptedBus()
    let probe = probe(bus)
    #expect(probe.found.isEmpty)
    #expect(probe.evidence.isEmpty)
    #expect(bus.writes.isEmpty)
  }

  @Test func theSentenceNamesTheChipAndTheLabelOfItsBoards() throws {
    let bus = ScriptedBus()
    bus.connect(0x2C, [0x00: 0x80])
    let probe = probe(bus)
    let found = try #require(probe.found.first)
    #expect(
      found.sentence
        == "0x2C is a QMC5883P. Boards marked GY-271 or HMC5883L often carry it. Using driver qmc5883p."
        + " The directions of its axes are not confirmed (INAV #10994 and ArduPilot #31874 agree,"
        + " PX4's driver has y and z the other way round): check with qiblactl mount check."
    )
    #expect(bus.writes.isEmpty)
    #expect(
      probe.evidence.map(\.description)
        == ["0x2C: QMC5883P, because register 0x00 reads 0x80, register 0x09 reads 0x00"])
  }

  @Test func identityNeedsNoWrite() {
    let bus = ScriptedBus()
    bus.connect(0x0D, [0x0D: 0xFF, 0x0C: 0x01])
    bus.connect(0x1C, [0x0F: 0x3D])
    bus.connect(0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33])
    bus.connect(0x68, [0x00: 0xD1])
    #expect(
      names(probe(bus)) == ["0x0D QMC5883L", "0x1C LIS3MDL", "0x1E HMC5883L", "0x68 BMI160"])
    #expect(bus.writes.isEmpty)
  }

  @Test func anLSM303AGRIsIdentifiedByItsAccelerometer() {
    let bus = ScriptedBus()
    bus.connect(0x1E, [0x4F: 0x40])
    #expect(names(probe(bus)) == ["0x1E LIS2MDL"])
    bus.connect(0x18, [0x0F: 0x33])  // a board of its own: the package's is at 0x19
    #expect(names(probe(bus)) == ["0x18 LIS3DH", "0x1E LIS2MDL"])
    bus.connect(0x19, [0x0F: 0x33])
    #expect(names(probe(bus)).contains("0x1E LSM303AGR"))
  }

  @Test func anLSM303DLHCIsIdentifiedByItsAccelerometer() {
    let bus = ScriptedBus()
    bus.connect(0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33])
    bus.connect(0x19, [0x0F: 0x33])
    #expect(names(probe(bus)).contains("0x1E LSM303DLHC"))
  }

  // Sense HAT, and Adafruit's and SparkFun's boards; the straps of the two halves are separate.
  @Test(arguments: [(0x1C, 0x6A), (0x1E, 0x6B), (0x1E, 0x6A)] as [(UInt8, UInt8)])
  func anLSM9DS1IsIdentifiedByTheOtherChipInItsPackage(_ field: UInt8, _ motion: UInt8) {
    let bus = ScriptedBus()
    bus.connect(field, [0x0F: 0x3D])
    bus.connect(motion, [0x0F: 0x68])
    #expect(
      names(probe(bus)) == [
        "\(hexadecimal(field)) LSM9DS1 MAG", "\(hexadecimal(motion)) LSM9DS1",
      ])
    bus.connect(motion, [0x0F: 0x6C])  // a LIS3MDL with an LSM6DSOX, as on Adafruit's 4517
    #expect(names(probe(bus)).first == "\(hexadecimal(field)) LIS3MDL")
    #expect(bus.writes.isEmpty)
  }

  // 0x0F at 0x6B: an L3GD20 is in the LSM9DS0 and on the GY-89; the MinIMU-9 v3 has the L3GD20H.
  @Test(
    arguments: [(0xD4, "LSM303D or LSM9DS0", "L3GD20"), (0xD7, "LSM303D", "L3GD20H")]
      as [(UInt8, String, String)])
  func withAnL3GD20AnLSM303DMayBeAnLSM9DS0(
    _ identity: UInt8, _ name: String, _ gyro: String
  ) {
    let bus = ScriptedBus()
    bus.connect(0x1D, [0x0F: 0x49])
    bus.connect(0x6B, [0x0F: identity])
    #expect(names(probe(bus)) == ["0x1D \(name)", "0x6B \(gyro)"])
    #expect(bus.writes.isEmpty)
    guard case .open? = probe(bus).found.first?.chip.axes else {
      #expect(identity != 0xD4, "which of the two it is is not known")
      return
    }
    #expect(identity == 0xD4)
  }

  // GY-85: 0x00 reads 0x68, and nothing is known by that alone.
  @Test func anITG3205IsIdentifiedByMoreThanItsAddressRegister() {
    let bus = ScriptedBus()
    bus.connect(0x68, [0x00: 0x68])
    #expect(names(probe(bus)) == ["0x68 ITG-3205"])
    bus.connect(0x68, [0x00: 0x68, 0x17: 0x0A])
    #expect(probe(bus).found.isEmpty)
    // an MPU-6050 whose first trim byte is by chance like that
    bus.connect(0x68, [0x00: 0x68, 0x75: 0x68])
    #expect(names(probe(bus)).first == "0x68 MPU-6050")
  }

  // 0x17 bit 2 at 0x6A is the LSM6DSV32X, whose ranges are twice as wide.
  @Test func anLSM6DSV32XIsNotTakenForAnLSM6DSV16X() {
    let bus = ScriptedBus()
    bus.connect(0x6A, [0x0F: 0x70])
    #expect(names(probe(bus)) == ["0x6A LSM6DSV16X"])
    bus.connect(0x6A, [0x0F: 0x70, 0x17: 0x04])
    #expect(probe(bus).found.isEmpty)
  }

  // A bus whose lines float reads ones.
  @Test func aBusThatReadsOnlyOnesHasNoChip() {
    let bus = ScriptedBus()
    bus.connect(0x0D, Dictionary(uniqueKeysWithValues: (0...255).map { (UInt8($0), 0xFF) }))
    let probe = probe(bus)
    #expect(probe.found.isEmpty)
    #expect(bus.writes.isEmpty)
    #expect(probe.evidence.map(\.chip) == [nil])
  }

  @Test func aQMC5883LWithoutItsSecondIdentificationRegisterIsIdentifiedByItsReset() {
    let bus = ScriptedBus()
    bus.connect(0x0D, [0x0D: 0xFF, 0x0C: 0x00, 0x09: 0x1D])
    bus.onWrite = { bus, address, register, bytes in
      if register == 0x0A, bytes == [0x80] {
        bus.set(0x09, of: address, to: 0)
        bus.set(0x0A, of: address, to: 0)
      }
    }
    #expect(names(probe(bus)) == ["0x0D QMC5883L"])
    #expect(bus.writes == [.write([0x80], to: 0x0A, of: 0x0D)])
  }

  @Test func aChipWithAKernelDriverIsNotRead() {
    let bus = ScriptedBus()
    bus.connect(0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33])
    bus.fail(.ownedByKernelDriver(address: 0x1E), count: 100, at: 0x1E)
    let probe = probe(bus)
    #expect(probe.found.isEmpty)
    #expect(probe.evidence.map(\.findings) == [[.failed(.ownedByKernelDriver(address: 0x1E))]])
    #expect(
      probe.evidence.first?.description.contains("a kernel driver uses the chip") == true)
  }

  @Test func anUnknownChipIsListedWithItsRegisters() {
    let bus = ScriptedBus()
    bus.connect(0x1E, [0x0A: 0x12])
    #expect(
      probe(bus).evidence.first?.description
        == "0x1E: an unknown chip answers: register 0x0A reads 0x12, "
        + "register 0x0F reads 0x00, register 0x4F reads 0x00")
  }

  // At 0x1E several chips may be, each with a register of its own.
  @Test(arguments: [0, 1]) func afterAFailedTransferNothingMoreIsReadAtItsAddress(_ reads: Int) {
    let bus = ScriptedBus()
    bus.connect(0x1E, [0x0A: 0x12])
    bus.fail(.noAcknowledge(address: 0x1E), count: 1, at: 0x1E, after: reads)
    let probe = probe(bus)
    let transfers = bus.transfers.filter {
      if case .read(_, _, 0x1E) = $0 { true } else { false }
    }
    #expect(transfers.count == reads + 1)
    #expect(probe.found.isEmpty)
  }

  // A relay board may sit where it does, so that it is not woken; the user is told what to say.
  @Test func aSleepingBMM150IsFoundWhereItIsNamed() throws {
    let bus = ScriptedBus()
    bus.connect(0x10)
    bus.connect(0x12, [0x4C: 0x55])  // another sensor
    bus.onWrite = { bus, address, register, bytes in
      if register == 0x4B, bytes == [1] { bus.set(0x40, of: address, to: 0x32) }
    }
    let unnamed = probe(bus)
    #expect(unnamed.found.isEmpty && bus.writes.isEmpty)
    let said = unnamed.evidence.map {
      $0.description.hasSuffix("if it is a BMM150, name it: [sensors] chips = \"bmm150@0x10\"")
    }
    #expect(said == [true, false])
    var named = Probe(bus, clock: clock, chosen: [try ChosenChip(parsing: "bmm150@0x10")])
    named.run()
    #expect(names(named) == ["0x10 BMM150"])
    // awake it says who it is
    bus.set(0x40, of: 0x10, to: 0x32)
    #expect(names(probe(bus)) == ["0x10 BMM150"])
  }

  // A clock may sit where it does, so that it is not woken; the user is told what to say.
  @Test func anICM20948InAnotherBankIsFoundWhereItIsNamedWithTheMagnetometerBehindIt() throws {
    let bus = ScriptedBus()
    bus.connect(0x69, [0x7F: 0x20])
    bus.onWrite = { bus, address, register, bytes in
      if register == 0x7F, bytes == [0] { bus.set(0x00, of: address, to: 0xEA) }
      if register == 0x0F, bytes == [0x02] { bus.connect(0x0C, [0x00: 0x48, 0x01: 0x09]) }
    }
    let unnamed = probe(bus)
    #expect(unnamed.found.isEmpty && bus.writes.isEmpty)
    #expect(
      unnamed.evidence.first?.description.hasSuffix(
        "if it is an ICM-20948, name it: [sensors] chips = \"icm20948@0x69\"") == true)
    var named = Probe(bus, clock: clock, chosen: [try ChosenChip(parsing: "icm20948@0x69")])
    named.run()
    #expect(names(named) == ["0x69 ICM-20948", "0x0C AK09916"])
  }

  @Test func anMPU9250ShowsItsAK8963() {
    let bus = ScriptedBus()
    bus.connect(0x68, [0x75: 0x71])
    bus.onWrite = { bus, _, register, bytes in
      if register == 0x37, bytes == [0x02] { bus.connect(0x0C, [0x00: 0x48, 0x01: 0x9A]) }
    }
    #expect(names(probe(bus)) == ["0x68 MPU-9250", "0x0C AK8963"])
  }

  // An MPU-9150 says what an MPU-6050 says.
  @Test func anMPU9150ShowsItsAK8975() {
    let bus = ScriptedBus()
    bus.connect(0x68, [0x75: 0x68])
    bus.onWrite = { bus, _, register, bytes in
      if register == 0x37, bytes == [0x02] { bus.connect(0x0C, [0x00: 0x48]) }
    }
    #expect(names(probe(bus)) == ["0x68 MPU-6050", "0x0C AK8975"])
  }

  // GY-86 and GY-87: HMC5883L, QMC5883L or QMC5883P on the auxiliary bus of what says 0x68, 0x70 or
  // 0x98.
  @Test(
    arguments: [
      (0x68, "MPU-6050", 0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33], "HMC5883L"),
      (0x70, "MPU-6500", 0x0D, [0x0D: 0xFF, 0x0C: 0x01], "QMC5883L"),
      (0x98, "MPU-6500", 0x2C, [0x00: 0x80], "QMC5883P"),
    ] as [(UInt8, String, UInt8, [UInt8: UInt8], String)])
  func anMPUShowsTheMagnetometerBehindIt(
    _ identity: UInt8, _ name: String, _ address: UInt8, _ registers: [UInt8: UInt8],
    _ magnetometer: String
  ) {
    let bus = ScriptedBus()
    bus.connect(0x68, [0x75: identity, 0x6A: 0x20, 0x6B: 0x40])  // master on, asleep
    bus.onWrite = { bus, _, _, _ in
      let table = bus.devices[0x68] ?? []
      let isOpen = table[0x37] == 0x02 && table[0x6A] & 0x20 == 0 && table[0x6B] & 0x40 == 0
      if isOpen, bus.devices[address] == nil { bus.connect(address, registers) }
    }
    #expect(
      names(probe(bus)) == ["0x68 \(name)", "\(hexadecimal(address)) \(magnetometer)"])
  }

  // 23:59:58 on Saturday the 21st of November 2026, as a DS3231 has it, beside what reads like a
  // bank.
  @Test func nothingIsWrittenToAClock() {
    let bus = ScriptedBus()
    bus.connect(0x68, [0x7F: 0x20])
    bus.set(0x00, of: 0x68, to: 0x58, 0x59, 0x23, 0x07, 0x21, 0x11, 0x26)
    let probe = probe(bus)
    #expect(probe.found.isEmpty)
    #expect(bus.writes.isEmpty)
    #expect(probe.evidence.first?.findings.contains(.looksLikeClock) == true)
  }

  // 24 s are the BMI270's identity, 51 s with a stopped oscillator the BMI160's.
  @Test(arguments: [0x24, 0xD1] as [UInt8])
  func aClockIsNoInertialSensorAtAnySecond(seconds: UInt8) {
    let bus = ScriptedBus()
    bus.connect(0x68, [:])
    bus.set(0x00, of: 0x68, to: seconds, 0x59, 0x23, 0x07, 0x21, 0x11, 0x26)
    #expect(probe(bus).found.isEmpty)
    #expect(bus.writes.isEmpty)
    // No clock is at this address.
    bus.connect(0x69, [:])
    bus.set(0x00, of: 0x69, to: seconds, 0x59, 0x23, 0x07, 0x21, 0x11, 0x26)
    #expect(probe(bus).found.map(\.address) == [0x69])
  }

  @Test func anEEPROMThatBeginsLikeAnADXL345IsNotTakenForOne() {
    let bus = ScriptedBus()
    let noise = (0...255).map { (UInt8($0), UInt8(truncatingIfNeeded: $0 * 89 + 229)) }
    bus.connect(0x53, Dictionary(uniqueKeysWithValues: noise))  // 0xE5 at its beginning
    let probe = probe(bus)
    #expect(probe.found.isEmpty)
    #expect(bus.writes.isEmpty)
  }

  @Test func twoMEMSICChipsAtOneAddressAreDistinguished() {
    for (register, value, name) in [(0x2F, 0x30, "MMC5983MA"), (0x39, 0x10, "MMC5603")] {
      let bus = ScriptedBus()
      bus.connect(0x30, [UInt8(register): UInt8(value)])
      #expect(names(probe(bus)) == ["0x30 \(name)"])
    }
  }

  @Test func aNamedChipIsNotIdentified() throws {
    let bus = ScriptedBus()
    bus.connect(0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33])
    bus.connect(0x19, [0x0F: 0x33])
    let chosen = [
      try ChosenChip(parsing: "hmc5883l@0x1E"), try ChosenChip(parsing: "qmc5883p@0x2C"),
    ]
    var probe = Probe(bus, clock: clock, chosen: chosen)
    probe.run()
    // the accelerometer beside it no longer makes it an LSM303DLHC; at 0x2C nobody answers
    #expect(names(probe) == ["0x19 LIS3DH", "0x1E HMC5883L"])
  }

  @Test(arguments: [
    "hmc5883l", "hmc5883l@1E", "hmc5883l@0xFF", "hmc5883l@0x1E@", "@0x1E", "x@0x1E",
  ])
  func aTextThatNamesNoChipIsAnError(_ text: String) {
    #expect(throws: ChosenChipError.self) { try ChosenChip(parsing: text) }
  }

  @Test func oneFailedTransferDoesNotHideAChip() {
    let bus = ScriptedBus()
    bus.connect(0x2C, [0x00: 0x80])
    bus.fail(.timedOut(address: 0x2C), count: 1, at: 0x2C)
    #expect(names(probe(bus)) == ["0x2C QMC5883P"])
  }
}
