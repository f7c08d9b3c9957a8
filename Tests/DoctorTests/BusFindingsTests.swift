import Doctor
import I2C
import IIO
import Sensors
import TestDoubles
import Testing

struct BusFindingsTests {
  private func findings(
    _ bus: BusObservation, _ change: (inout Observation) -> Void = { _ in }
  ) -> [Finding] {
    var seen = Observation(buses: [bus])
    change(&seen)
    return Diagnosis(of: seen).findings
  }

  @Test func theFixOfAMissingBusDependsOnTheMachine() {
    let missing = bus(.noSuchBus(name: "1"))
    #expect(findings(missing).map(\.grade) == [.fault])
    #expect(
      findings(missing) { $0.machine.isRaspberryPi = true }.map(\.remedy)
        == [MissingBus.onRaspberryPi])
    #expect(MissingBus.onRaspberryPi.hasPrefix("sudo raspi-config nonint do_i2c 0, or dtparam="))
    #expect(findings(missing).map(\.remedy) == [MissingBus.onAnotherBoard])
    #expect(
      findings(missing) {
        $0.machine.isRaspberryPi = true
        $0.machine.kernelAdapters = 1
      }.map(\.remedy) == ["sudo modprobe i2c-dev"])
    #expect(
      findings(missing) { $0.machine.adapters = [adapter] }.first?.remedy?
        .contains("1 (bcm2835 (i2c@7e804000))") == true)
  }

  // A Raspberry Pi 5 whose header's bus was never switched on: its kernel makes the two buses of HDMI.
  @Test func theBusesOfDisplaysAreNotOffered() {
    let missing = bus(.noSuchBus(name: "1"))
    #expect(
      findings(missing) {
        $0.machine.isRaspberryPi = true
        $0.machine.adapters = displays
      }.map(\.remedy) == [MissingBus.onRaspberryPi])
    #expect(
      findings(missing) { $0.machine.adapters = displays }.map(\.remedy)
        == [MissingBus.onAnotherBoard])
    #expect(
      findings(missing) { $0.machine.adapters = displays + [adapter] }.first?.remedy
        == "choose one of these with --bus or [sensors] bus: 1 (bcm2835 (i2c@7e804000))")
  }

  @Test(
    arguments: [
      ("i2c", true, false, "sudo usermod -aG i2c ada, and log in again"),
      ("dialout", true, false, "sudo usermod -aG dialout ada, and log in again"),
      ("i2c", true, true, "log in again: ada was added to that group after this login"),
      (
        "root", true, false,
        "sudo apt-get install i2c-tools (it gives /dev/i2c-1 to the group i2c),"
          + " then sudo usermod -aG i2c ada, and restart"
      ),
    ])
  func aPermissionFaultNamesTheGroupAndTheCommand(
    group: String, isOpen: Bool, isMember: Bool, remedy: String
  ) throws {
    let node = NodeAccess(
      path: "/dev/i2c-1", group: group, isOpenToGroup: isOpen, user: "ada", isMember: isMember)
    let finding = try #require(
      findings(bus(.permissionDenied(path: "/dev/i2c-1"), node)).first)
    #expect(finding.check == .permission && finding.grade == .fault)
    #expect(finding.text.contains("/dev/i2c-1") && finding.text.contains(group))
    #expect(finding.remedy == remedy)
  }

  @Test func aKnownChipNeedsNoFix() {
    var seen = Observation(buses: [bus(connectCompass)])
    seen.isMagnetometerMounted = true
    let findings = Diagnosis(of: seen).findings
    #expect(findings.allSatisfy { $0.grade == .ok && $0.remedy == nil })
    #expect(
      findings.about(.chip).first?.text.hasPrefix(
        "I2C bus 1 (bcm2835 (i2c@7e804000)): 0x2C is a QMC5883P. Boards marked GY-271 or HMC5883L"
          + " often carry it. Using driver qmc5883p. The directions of its axes are not confirmed")
        == true)
  }

  @Test func unconfirmedAxesAreAWarningUntilAMountIsConfigured() throws {
    var seen = Observation(buses: [bus(connectCompass)])
    let open = try #require(Diagnosis(of: seen).findings.about(.chip).first)
    #expect(open.grade == .warning && open.remedy == "qiblactl mount check")
    seen.isMagnetometerMounted = true
    #expect(Diagnosis(of: seen).findings.about(.chip).first?.grade == .ok)
  }

  @Test func aMagnetometerWithoutAccelerometerIsAWarning() throws {
    let chip = findings(bus(connectQMC5883P)).about(.chip)
    #expect(chip.map(\.grade) == [.warning, .warning])
    #expect(chip.first?.remedy == "qiblactl mount check")
    #expect(chip.last?.text.contains("no accelerometer") == true)
    #expect(chip.last?.remedy?.contains("docs/hardware/buy-and-wire.md") == true)
    // An accelerometer may be on a bus that does not open.
    let unknown = Observation(buses: [
      bus(connectQMC5883P), bus(.permissionDenied(path: "/dev/i2c-3")),
    ])
    #expect(!Diagnosis(of: unknown).findings.contains { $0.text.contains("no accelerometer") })
  }

  @Test func anEmptyBusIsAFaultWithAdviceForTheWiring() {
    let chip = findings(bus()).about(.chip)
    #expect(chip.map(\.grade) == [.fault])
    #expect(chip.first?.text.hasPrefix("nothing answers") == true)
    #expect(chip.first?.remedy?.contains("i2cdetect -y 1") == true)
  }

  // The header's bus of a Rock64 or an Orange Pi is off until an overlay enables it; the board's own buses are there.
  @Test func onAnotherBoardAnEmptyBusMayNotBeTheHeaders() {
    func remedy(on adapter: I2CAdapter, isRaspberryPi: Bool = false) -> String? {
      var empty = bus()
      empty.adapter = adapter
      return findings(empty) { $0.machine.isRaspberryPi = isRaspberryPi }.about(.chip).first?
        .remedy
    }
    let own = I2CAdapter(number: 1, name: "rk3x-i2c", node: "/i2c@ff160000")
    let usb = I2CAdapter(number: 7, name: "i2c-tiny-usb at bus 001 device 002")
    #expect(remedy(on: own)?.contains("enable its overlay (armbian-config)") == true)
    #expect(remedy(on: own)?.contains("check 3.3 V") == true)
    #expect(remedy(on: own, isRaspberryPi: true)?.contains("overlay") == false)
    #expect(remedy(on: usb)?.contains("overlay") == false)
  }

  // A magnetometer's address with registers that no chip has.
  @Test func anUnknownChipIsReportedWithItsRegistersAndHowToNameIt() throws {
    let chip = findings(bus { $0.connect(0x1E, [0x0A: 0x12]) }).about(.chip)
    #expect(chip.map(\.grade) == [.warning, .fault])
    let stranger = try #require(chip.first)
    #expect(stranger.text.contains("0x1E: an unknown chip answers"))
    #expect(stranger.text.contains("register 0x0A reads 0x12"))
    #expect(
      stranger.remedy == "if it is a sensor, name its driver: [sensors] chips = \"DRIVER@0x1E\"")
    #expect(chip[1].text.hasPrefix("no magnetometer is found"))
    #expect(chip[1].remedy?.contains("docs/hardware/chips.md") == true)
  }

  // A BNO055 at the pins of a Raspberry Pi 4, whose controller does not wait for it.
  @Test func aChipThatStretchesTheClockIsAFaultWithItsFix() throws {
    let stretching = bus {
      $0.connect(0x28, [0x00: 0xA0, 0x01: 0xFB, 0x02: 0x32, 0x03: 0x0F])
      $0.canStretchClock = false
    }
    let chip = findings(stretching).about(.chip)
    #expect(chip.map(\.grade) == [.fault])
    let fault = try #require(chip.first)
    #expect(fault.text.contains("BNO055 at 0x28 cannot measure yet: it holds the clock low"))
    #expect(fault.remedy?.contains("dtoverlay=i2c-gpio") == true)
  }

  /// A bus on which a kernel driver uses the chip at 0x1E.
  private let owned = BusFindingsTests.kernelOwned(0x1E)

  /// A bus on which a kernel driver uses the chip at an address.
  private static func kernelOwned(_ address: UInt8, named name: String? = nil) -> BusObservation {
    var owned = bus {
      $0.connect(address)
      $0.fail(.ownedByKernelDriver(address: address), count: 1000, at: address)
    }
    owned.kernelNames[address] = name
    return owned
  }

  /// What the driver hmc5843 makes of it.
  private func kernelMagnetometer() throws -> IIODevice {
    try kernelDevice("hmc5883l", "1-001e", "magn", scale: "0.000009174")
  }

  private func kernelDevice(
    _ name: String, _ place: String, _ channel: String, scale: String
  ) throws -> IIODevice {
    var files = ["name": name, "in_\(channel)_scale": scale]
    for axis in ["x", "y", "z"] { files["in_\(channel)_\(axis)_raw"] = "" }
    return try #require(
      IIODevice(
        path: "/sys/bus/iio/devices/iio:device0",
        target: "../../../devices/platform/soc/i2c-1/\(place)/iio:device0", files: files))
  }

  @Test func aKernelDriverWithoutMeasurementsIsFixedByUnbindingIt() {
    let chip = findings(Self.kernelOwned(0x1E, named: "hmc5883l")).about(.chip)
    #expect(chip.map(\.grade) == [.warning, .fault])
    #expect(
      chip.first?.remedy
        == "echo 1-001e | sudo tee /sys/bus/i2c/devices/1-001e/driver/unbind")
    #expect(chip.last?.remedy?.hasPrefix("detach the chip from the kernel's driver") == true)
  }

  // A DS3231 by dtoverlay=i2c-rtc, and the sound chip of a Rock Pi: the machine needs their drivers.
  @Test(arguments: [(0x68, "ds3231"), (0x11, "es8316")] as [(UInt8, String)])
  func aChipThatIsNoSensorOfOursStaysWithItsKernelDriver(_ address: UInt8, _ name: String) {
    let chip = findings(Self.kernelOwned(address, named: name)).about(.chip)
    #expect(chip.map(\.grade) == [.ok, .fault])
    #expect(chip.first?.text.hasSuffix("in use by the kernel's driver of \(name)") == true)
    #expect(chip.first?.remedy == nil && chip.last?.remedy?.hasPrefix("check 3.3 V") == true)
  }

  @Test func aChipWithoutANameOfTheKernelIsNotUnbound() {
    let chip = findings(owned).about(.chip)
    #expect(chip.map(\.grade) == [.warning, .fault])
    #expect(chip.allSatisfy { $0.remedy?.contains("unbind") != true })
    #expect(chip.allSatisfy { $0.remedy?.contains("detach") != true })
  }

  @Test func aMagnetometerWithAKernelDriverIsEnough() throws {
    let device = try kernelMagnetometer()
    let accelerometer = try kernelDevice("adxl345", "1-0053", "accel", scale: "0.038300")
    let findings = findings(owned) { $0.kernelDevices = [device, accelerometer] }
    #expect(findings.allSatisfy { $0.grade == .ok })
    #expect(
      findings.about(.chip).first?.text
        == "hmc5883l on I2C bus 1 at 0x1E is read through the kernel's driver")
    #expect(self.findings(owned) { $0.kernelDevices = [device] }.map(\.grade).last == .warning)
    // Then a bus that is not there is no fault.
    let missing = self.findings(bus(.noSuchBus(name: "1"))) { $0.kernelDevices = [device] }
    #expect(missing.map(\.grade) == [.warning, .ok])
  }

  // The kernel calls its driver for the BMM150 by the first chip of that family.
  @Test(arguments: ["rm3100", "bmc150_magn", "mmc5633"])
  func unconfirmedAxesOfAKernelDriversChipAreAWarning(_ name: String) throws {
    let device = try kernelDevice(name, "1-0030", "magn", scale: "0.0001")
    func chip(_ isMounted: Bool) -> Finding? {
      findings(owned) {
        $0.kernelDevices = [device]
        $0.isMagnetometerMounted = isMounted
      }.about(.chip).first { $0.text.hasPrefix("\(name) ") }
    }
    #expect(chip(false)?.grade == .warning && chip(false)?.remedy == "qiblactl mount check")
    #expect(chip(true)?.grade == .ok)
  }

  // Mirrored: the axes of an LIS3MDL are right-handed, so no board has this matrix.
  @Test func aMountMatrixThatIsNotUsedIsAWarning() throws {
    var files = ["name": "lis3mdl", "in_magn_scale": "0.0001"]
    for axis in ["x", "y", "z"] { files["in_magn_\(axis)_raw"] = "" }
    files["mount_matrix"] = "1, 0, 0; 0, 1, 0; 0, 0, -1"
    let device = try #require(IIODevice(path: "/sys/bus/iio/devices/iio:device0", files: files))
    let chip = findings(bus()) { $0.kernelDevices = [device] }.about(.chip).first
    #expect(chip?.grade == .warning && chip?.remedy == "qiblactl mount check")
    #expect(chip?.text.hasSuffix(IIODevice.ignoredMountMatrix) == true)
  }

  @Test func aMountMatrixOfOnlyOneHalfOfAPackageIsAWarningUntilAMountIsConfigured() throws {
    var magnetometer = try kernelDevice("lsm9ds1_magn", "1-001e", "magn", scale: "0.0001")
    magnetometer.hasAxesApart = true
    for isMounted in [false, true] {
      let seen = findings(bus()) { [magnetometer] in
        $0.kernelDevices = [magnetometer]
        $0.isMagnetometerMounted = isMounted
      }
      let chip = seen.about(.chip).first
      #expect(chip?.grade == (isMounted ? .ok : .warning))
      #expect(chip?.text.hasSuffix(IIODevice.oneMountMatrix) == true)
    }
  }

  @Test func missingFirmwareIsAFaultWithItsSource() throws {
    let seen = Observation(buses: [bus { $0.connect(0x68, [0x00: 0x24]) }])
    let found = try #require(Diagnosis(of: seen).findings.about(.chip).first)
    #expect(found.grade == .fault)
    #expect(
      found.text
        == "I2C bus 1 (bcm2835 (i2c@7e804000)): BMI270 at 0x68 cannot measure yet: "
        + "its firmware is not in /lib/firmware/bmi270-init-data.fw")
    #expect(found.remedy?.contains("linux-firmware") == true)
  }

  @Test func anInertialChipWithoutMagnetometerIsAFault() {
    let chip = findings(bus { $0.connect(0x68, [0x75: 0x68]) }).about(.chip)
    #expect(chip.map(\.grade) == [.ok, .fault])
    #expect(chip.last?.remedy?.contains("connect one") == true)
  }

  @Test func aRunningDaemonIsTheFirstFindingAndNoFault() {
    let seen = Observation(daemonSocket: "/run/qiblad/stream.sock", buses: [bus(connectQMC5883P)])
    let diagnosis = Diagnosis(of: seen)
    #expect(diagnosis.isHealthy)
    #expect(diagnosis.findings.first?.check == .daemon)
    #expect(diagnosis.findings.first?.text.contains("/run/qiblad/stream.sock") == true)
  }

  @Test func whileADaemonRunsNothingIsWrittenToTheBus() throws {
    let scripted = ScriptedBus()
    scripted.connect(0x0D, [0x0D: 0xFF, 0x0C: 0x00])  // known only after a reset
    #expect(throws: I2CError.unsupported) {
      try ReadOnlyBus(scripted).write(0x80, to: 0x0A, of: 0x0D)
    }
    #expect(try ReadOnlyBus(scripted).read(0x0D, of: 0x0D) == 0xFF)
    #expect(scripted.writes.isEmpty)
  }
}
