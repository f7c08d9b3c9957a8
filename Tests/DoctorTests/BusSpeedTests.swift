import Doctor
import I2C
import Quantities
import Sensors
import TestDoubles
import Testing
import Wire

/// A bus that is too slow for its chips is told before a sample comes late.
struct BusSpeedTests {
  private let line = "dtparam=i2c_arm_baudrate=400000"

  /// What is said of a Pi's bus with a QMC5883P and an MPU-6050.
  private func bus(
    _ clock: BusClock?, _ connect: (ScriptedBus) -> Void = connectCompass
  ) -> [Finding] {
    var seen = Observation(buses: [DoctorTests.bus(connect)])
    seen.machine.clocks[1] = clock
    return Diagnosis(of: seen).findings.about(.bus)
  }

  // docs/hardware/chips.md, "Load on the bus": 39 + 84 and 165 clocks, a hundred times a second; 39 + 93, and two
  // blocks, 39 + 84 + 84.
  @Test func aChipTakesTheClocksOfItsTransfers() {
    #expect(Chip.qmc5883L.leastClocks == 12_300)
    #expect(Chip.mpu6050.leastClocks == 16_500)
    #expect(Chip.ak8963.leastClocks == 13_200)
    #expect(Chip.lsm303D.leastClocks == 20_700)
  }

  // 1.44 · 28 800 clocks are 104 % of 40 kHz, 66 % of 62.5, 41 % of 100, and 26 % of 160.
  @Test(
    arguments: [
      (100_000, 0.4, true), (100_000, 0.625, true), (100_000, 1, false), (400_000, 0.4, false),
    ])
  func aCompassNeedsMoreThanAnIdlePiGivesAt100kHz(hertz: Int, share: Double, isSlow: Bool) throws {
    let findings = bus(BusClock(hertz: hertz, idleShare: share, line: line))
    #expect(findings.map(\.grade) == (isSlow ? [.ok, .warning] : [.ok]))
    guard isSlow else { return }
    #expect(
      findings.last?.remedy
        == "echo \(line) | sudo tee -a /boot/firmware/config.txt, and restart")
    #expect(
      findings.last?.text.contains("I2C bus 1 (bcm2835 (i2c@7e804000)) is set to 100 kHz") == true)
    if share == 0.4 {
      #expect(
        findings.last?.text.hasSuffix(
          "which is 40 kHz while the board idles; QMC5883P, MPU-6050 need about 41 000 clocks a"
            + " second, 104 % of that") == true)
    }
  }

  @Test func aMagnetometerAloneNeedsNoMoreThan100kHz() {
    #expect(
      bus(BusClock(hertz: 100_000, idleShare: 0.4, line: line), connectQMC5883P).map(\.grade)
        == [.ok])
  }

  // README of the overlays: `dtoverlay=i2c6` without `pins_22_23` is on GPIO 0 and 1, so a second line moves the bus.
  @Test func theLineOfAnOverlayIsCompletedAndNoneIsAppended() throws {
    let remedy = try #require(
      bus(BusClock(hertz: 100_000, idleShare: 0.4, overlay: "i2c6")).last?.remedy)
    #expect(
      remedy
        == "add ,baudrate=400000 to the line dtoverlay=i2c6... of /boot/firmware/config.txt, and restart"
    )
  }

  @Test func aBusWithUnknownClockGivesNoFinding() { #expect(bus(nil).map(\.grade) == [.ok]) }

  @Test func aSlowBusOfARunningDaemonIsReported() {
    func device(_ chip: String, _ address: UInt8) -> DevicesMessage.Device {
      var device = DevicesMessage.Device(
        bus: adapter.label, address: address, chip: chip, driver: chip, evidence: [], note: chip,
        status: .measuring)
      device.measures = [.mag, .accel]
      return device
    }
    var seen = Observation(daemonSocket: "/run/q/stream.sock")
    seen.machine.adapters = [adapter]
    seen.machine.clocks[1] = BusClock(hertz: 100_000, idleShare: 0.4, line: line)
    seen.daemonDevices = DevicesMessage(
      sequence: 0, time: Timestamp(microseconds: 0), buses: [.init(name: adapter.label)],
      devices: [device("QMC5883P", 0x2C), device("MPU-6050", 0x68)])
    let slow = Diagnosis(of: seen).findings.about(.bus)
    #expect(slow.map(\.grade) == [.warning])
    #expect(slow.first?.text.contains("QMC5883P, MPU-6050 need about 41 000") == true)
  }

  @Test func theFixOfAnAmbiguousBusIsItsNumber() {
    let refused = DoctorTests.bus(.ambiguousBus(name: "1", numbers: [1, 3]))
    let finding = Diagnosis(of: Observation(buses: [refused])).findings.first
    #expect(finding?.grade == .fault && finding?.remedy?.hasSuffix(": 1, 3") == true)
  }
}
