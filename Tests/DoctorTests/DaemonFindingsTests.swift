import Doctor
import I2C
import IIO
import Quantities
import Sensors
import TestDoubles
import Testing
import Wire

struct DaemonFindingsTests {
  private func device(
    _ status: DevicesMessage.Device.Status?, chip: String? = "QMC5883P",
    measures: [StateMessage.Sensor.Kind] = [.mag],
    _ change: (inout DevicesMessage.Device) -> Void = { _ in }
  ) -> DevicesMessage.Device {
    var device = DevicesMessage.Device(
      bus: "1", address: 0x2C, chip: chip, driver: "qmc5883p", evidence: [],
      note: "0x2C is a QMC5883P.", status: status)
    (device.measures, device.rateHz, device.askedRateHz) = (measures, 99, 100)
    change(&device)
    return device
  }

  private func findings(
    _ devices: [DevicesMessage.Device], buses: [DevicesMessage.Bus] = [.init(name: "1")],
    isMounted: Bool = true, machine: Observation.Machine = Observation.Machine()
  ) -> [Finding] {
    var seen = Observation(daemonSocket: "/run/q/stream.sock")
    seen.machine = machine
    seen.isMagnetometerMounted = isMounted
    seen.daemonDevices = DevicesMessage(
      sequence: 0, time: Timestamp(microseconds: 0), buses: buses, devices: devices)
    return Diagnosis(of: seen).findings
  }

  @Test(arguments: [true, false]) func aDaemonThatDoesNotAnswerIsAFault(hasService: Bool) {
    var seen = Observation(daemonSocket: "/run/q/stream.sock")
    seen.isDaemonSilent = true
    seen.machine.hasService = hasService
    let finding = Diagnosis(of: seen).findings[0]
    #expect(finding.check == .daemon && finding.grade == .fault)
    #expect(finding.text.hasPrefix("the daemon does not answer (/run/q/stream.sock)"))
    #expect((finding.remedy == "sudo systemctl restart qiblad") == hasService)
  }

  @Test func theRatesReportedByTheDaemonAreChecked() {
    let sound = findings([device(.measuring, measures: [.mag, .accel])])
    #expect(sound.map(\.check) == [.daemon, .chip, .rate])
    #expect(sound.allSatisfy { $0.grade == .ok })
    #expect(sound[0].text.hasSuffix("what follows is its report"))
    #expect(sound[2].text == "QMC5883P at 0x2C measures 99 times a second, set up for 100")
    let slow = findings([device(.measuring) { $0.rateHz = 60 }])
    #expect(slow[2].grade == .warning && slow[2].remedy?.contains("400 kHz") == true)
    let young = findings([device(.measuring) { $0.rateHz = nil }])
    #expect(young[2].grade == .ok && young[2].text.contains("just started"))
  }

  @Test func unconfirmedAxesAreAWarningWithoutAMount() throws {
    let open = device(.measuring)
    let known = device(.measuring, chip: "LIS3MDL")
    let warning = try #require(findings([open], isMounted: false).first { $0.check == .chip })
    #expect(warning.grade == .warning && warning.remedy?.hasSuffix("qiblactl mount check") == true)
    #expect(findings([open], isMounted: true).first { $0.check == .chip }?.grade == .ok)
    #expect(findings([known], isMounted: false).first { $0.check == .chip }?.grade == .ok)
  }

  // The kernel's names. docs/hardware/chips.md has the axes of RM3100 and BMM150 as open, those of the LIS3MDL as
  // known.
  @Test(arguments: [("rm3100", true), ("bmc150_magn", true), ("lis3mdl", false)])
  func openAxesOfAKernelDriversChipAreAWarningUnlessThereIsAMountMatrix(
    name: String, isOpen: Bool
  ) {
    let sentence = "\(name) measures the magnetic field (/sys/bus/iio/devices/iio:device0)"
    func grade(_ note: String) -> Finding.Grade? {
      let device = device(.measuring, chip: name) { ($0.driver, $0.note) = ("iio", note) }
      return findings([device], isMounted: false).first { $0.check == .chip }?.grade
    }
    let axes = Chip.sentence(openAxes: Chip.openAxes(ofKernelDevice: name))
    #expect(grade(sentence + "." + axes) == (isOpen ? .warning : .ok))
    #expect(grade(sentence + ".") == .ok)
    for problem in [IIODevice.ignoredMountMatrix, IIODevice.oneMountMatrix] {
      #expect(grade("\(sentence); \(problem).") == .warning)
    }
  }

  @Test func aSlowKernelDriverIsNotBlamedOnTheSpeedOfTheBus() throws {
    let slow = device(.measuring, chip: "hmc5883l") {
      ($0.driver, $0.rateHz, $0.askedRateHz) = ("iio", 20, 75)
    }
    let rate = try #require(findings([slow]).first { $0.check == .rate })
    #expect(rate.grade == .warning && rate.remedy?.contains("a trigger") == true)
    #expect(rate.remedy?.contains("kernel_drivers = false") == true)
    #expect(rate.remedy?.contains("kHz") == false)
  }

  @Test(arguments: [(1, "; 1 transfer has failed"), (12, "; 12 transfers have failed")])
  func failedTransfersAreSaid(errors: Int, text: String) {
    let rate = findings([device(.measuring) { $0.errors = errors }]).first { $0.check == .rate }
    #expect(rate?.grade == .ok && rate?.text.hasSuffix("set up for 100\(text)") == true)
  }

  @Test func withoutAMagnetometerThatMeasuresThereIsAFault() {
    for devices in [[], [device(.starting, measures: [])], [device(.measuring, measures: [.gyro])]]
    {
      let last = findings(devices).last
      #expect(last?.check == .chip && last?.grade == .fault)
      #expect(last?.remedy?.contains("stop the daemon") == true)
    }
  }

  @Test func theServiceIsStoppedWithTheSocketsThatWouldStartItAgain() {
    var machine = Observation.Machine()
    machine.hasService = true
    let remedy = findings([], machine: machine).last?.remedy
    #expect(
      remedy?.hasPrefix("sudo systemctl stop qiblad.socket qiblad-control.socket qiblad, then ")
        == true)
  }

  @Test func aFailedChipIsOnlyAWarningIfAnotherMagnetometerMeasures() {
    // It measured before: the daemon keeps that in its report.
    let broken = device(.failed, measures: [.mag, .accel]) { $0.fault = "it repeats one value" }
    let alone = findings([broken])
    #expect(alone.last?.text == "no magnetometer of the daemon measures")
    #expect(alone.last?.grade == .fault)
    #expect(alone.first { $0.check == .rate }?.grade == .fault)
    #expect(alone.first { $0.check == .rate }?.text.hasSuffix("it repeats one value") == true)
    let spare = findings([broken, device(.measuring)])
    #expect(spare.first { $0.check == .rate }?.grade == .warning)
    #expect(!spare.contains { $0.grade == .fault })
    // The failed chip has one.
    #expect(!spare.contains { $0.text.hasPrefix("no accelerometer") })
  }

  @Test func aChipWithOneFailedQuantityIsAWarning() {
    let part = findings([
      device(.measuring, measures: [.mag, .accel]) { $0.fault = "angular rate: it reads all ones" }
    ])
    #expect(part.last?.grade == .warning && part.last?.text.contains("all ones") == true)
  }

  @Test func aMagnetometerAloneIsAWarning() {
    #expect(findings([device(.measuring)]).last?.text.hasPrefix("no accelerometer") == true)
    let both = [device(.measuring), device(.measuring, measures: [.accel])]
    #expect(!findings(both).contains { $0.text.hasPrefix("no accelerometer") })
  }

  // The daemon's own words end with what to do; of a bus that is not there the machine decides.
  @Test func aBusThatTheDaemonCannotUseIsTheOnlyFaultAndHasItsRemedy() throws {
    let denied = "\(I2CError.permissionDenied(path: "/dev/i2c-1"))"
    var machine = Observation.Machine()
    machine.isRaspberryPi = true
    machine.adapters = [adapter]
    let bus = adapter.label
    let refused = findings([], buses: [.init(name: bus, error: denied)], machine: machine)
    let fault = try #require(refused.last)
    #expect(refused.map(\.grade) == [.ok, .fault])
    #expect(fault.text == "I2C bus \(bus): /dev/i2c-1: permission denied")
    #expect(fault.remedy?.hasPrefix("put the user into the group") == true)

    machine.adapters = []
    let words = "\(I2CError.noSuchBus(name: "1"))"
    let missing = findings([], buses: [.init(name: "1", error: words)], machine: machine)
    #expect(missing.map(\.grade) == [.ok, .fault])
    #expect(missing.last?.text == "there is no I2C bus 1")
    #expect(missing.last?.remedy == MissingBus.onRaspberryPi)
    #expect(words.contains(MissingBus.onRaspberryPi))
    machine.adapters = displays
    let off = findings([], buses: [.init(name: "1", error: words)], machine: machine)
    #expect(off.last?.remedy == MissingBus.onRaspberryPi)
  }

  @Test func unknownChipsAndBusErrorsAreReported() {
    let stranger = device(nil, chip: nil, measures: []) {
      $0.note = "0x3C: an unknown chip answers"
    }
    let all = findings(
      [stranger, device(.measuring)],
      buses: [.init(name: "1"), .init(name: "7", error: "there is no I2C bus 7")])
    #expect(all[1].check == .bus && all[1].grade == .warning)
    #expect(all[1].text == "there is no I2C bus 7")
    #expect(all[2] == Finding(.chip, .warning, "0x3C: an unknown chip answers"))
  }
}
