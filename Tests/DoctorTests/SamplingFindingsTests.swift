import Doctor
import Glibc
import I2C
import IIO
import Quantities
import Sensors
import TestDoubles
import Testing

struct SamplingFindingsTests {
  /// Where the Earth's field has 48.9 µT, as in London by WMM2025, along no axis of the chip.
  private let field = Vector3(-18.2, 7.9, 44.7)

  @Test func aWorkingChipNeedsNoFix() {
    let findings = findings(of: magnetometer(field, noise: 0.2), expectedField: 48.9)
    #expect(findings.allSatisfy { $0.grade == .ok && $0.remedy == nil })
    #expect(findings.map(\.check) == [.bus, .chip, .chip, .rate, .noise, .field])
  }

  // 100 measurements of three axes: the estimate scatters by √1.5/√(2 · 3 · 99), 5 %; four times that.
  @Test(arguments: [0.1, 0.5, 3]) func theNoiseIsPerAxis(noise: Double) throws {
    let statistics = try #require(FieldStatistics(magnetometer(field, noise: noise).fields))
    #expect(abs(statistics.noise / noise - 1) < 0.2)
    #expect(abs(statistics.strength - field.length) < noise)
  }

  // A turn by 20°/s moves a field of 50 µT by 0.17 µT between measurements at 100 Hz; the noise that
  // this looks like is 0.17/√6.
  @Test func aSlowTurnIsHardlyNoise() throws {
    let fields = (0..<100).map { index in
      let angle = Double(index) * 0.2 * .pi / 180
      return MagneticField(microtesla: Vector3(cos(angle), sin(angle), 0) * 50)
    }
    let statistics = try #require(FieldStatistics(fields))
    #expect(abs(statistics.noise - 0.1745 / 6.0.squareRoot()) < 0.001)
  }

  @Test func muchNoiseIsAWarning() {
    let noise = findings(of: magnetometer(field, noise: 3)).about(.noise)
    #expect(noise.map(\.grade) == [.warning])
  }

  @Test func aRepeatedValueIsAFault() {
    let noise = findings(of: magnetometer(field, noise: 0)).about(.noise)
    #expect(noise.map(\.grade) == [.fault])
  }

  @Test(arguments: [(100.0, Finding.Grade.ok), (91, .ok), (89, .warning), (30, .warning)])
  func aSlowBusIsAWarning(rate: Double, grade: Finding.Grade) {
    let finding = findings(of: magnetometer(field, noise: 0.2, rateHz: rate)).about(.rate)
    #expect(finding.map(\.grade) == [grade])
    #expect(finding.first?.text.contains(" \(Int(rate)) times a second, set up for 100") == true)
  }

  @Test func aSlowBusOfARaspberryPiIsMadeFasterByACommand() {
    let slow = magnetometer(field, noise: 0.2, rateHz: 60)
    let clock = BusClock(hertz: 100_000, line: "dtparam=i2c_arm_baudrate=400000")
    #expect(
      findings(of: slow, clock: clock).about(.rate).first?.remedy
        == "echo dtparam=i2c_arm_baudrate=400000 | sudo tee -a /boot/firmware/config.txt, and restart"
    )
    let usb = I2CAdapter(number: 3, name: "i2c-tiny-usb at bus 001 device 004")
    for elsewhere in [findings(of: slow), findings(of: slow, on: usb)] {
      #expect(elsewhere.about(.rate).first?.remedy?.contains("another adapter") == true)
    }
  }

  @Test func aSlowChipOnAFastBusIsNotMadeFasterByTheBus() {
    let slow = magnetometer(field, noise: 0.2, rateHz: 60)
    let clock = BusClock(hertz: 400_000, line: "dtparam=i2c_arm_baudrate=400000")
    let rate = findings(of: slow, clock: clock).about(.rate)
    #expect(rate.map(\.grade) == [.warning])
    #expect(rate.first?.remedy?.hasPrefix("check the pull-ups and the cable") == true)
    #expect(rate.first?.remedy?.contains("400") == false)
  }

  // How often the kernel's driver measures is the kernel's business.
  @Test func theRateOfAKernelDriversChipIsNotChecked() {
    var seen = Observation()
    var chip = magnetometer(field, noise: 0.2, rateHz: 20)
    chip.expectedRateHz = nil
    seen.kernelSampled = [chip]
    let findings = Diagnosis(of: seen).findings
    #expect(findings.map(\.check) == [.rate, .noise, .field])
    #expect(findings.allSatisfy { $0.grade == .ok })
  }

  @Test func anErrorOfAKernelDriverIsAFaultWithItsText() {
    var chip = SampledChip(name: "hmc5883l on I2C bus 1 at 0x1E")
    chip.kernelError = .system(call: "read", path: "in_magn_x_raw", errno: 5)
    var seen = Observation()
    seen.kernelSampled = [chip]
    let findings = Diagnosis(of: seen).findings
    #expect(findings.map(\.grade) == [.fault])
    #expect(findings.first?.text.contains("in_magn_x_raw: read failed with errno 5") == true)
    #expect(findings.first?.remedy?.contains("dmesg") == true)
  }

  @Test func aChipThatMeasuresNothingIsAFaultWithItsReason() {
    var chip = SampledChip(name: "QMC5883P at 0x2C", expectedRateHz: 100)
    #expect(findings(of: chip).about(.rate).map(\.grade) == [.fault])
    chip.fault = ChipFault(.saturated)
    let rate = findings(of: chip).about(.rate)
    #expect(rate.map(\.grade) == [.fault])
    #expect(
      rate.first?.text.contains("beyond its range") == true
        && rate.first?.remedy?.contains("magnet") == true)
  }

  // The Earth's surface has 22 to 67 µT (British Geological Survey).
  @Test(
    arguments: [
      (21.0, Finding.Grade.warning), (23, .ok), (66, .ok), (68, .warning), (1, .fault),
      (4, .fault), (6, .warning), (290, .warning), (320, .fault),
    ])
  func theFieldMustBePossibleSomewhereOnEarth(strength: Double, grade: Finding.Grade) {
    let direction = field / field.length
    let finding = findings(of: magnetometer(direction * strength, noise: 0.05)).about(.field)
    #expect(finding.map(\.grade) == [grade])
    #expect((finding.first?.remedy == nil) == (grade == .ok))
  }

  // 30 µT is a field of the Earth, but not in London.
  @Test func withAKnownPlaceTheFieldMustFitThatPlace() {
    let chip = magnetometer(field / field.length * 30, noise: 0.05)
    #expect(findings(of: chip, expectedField: 48.9).about(.field).map(\.grade) == [.warning])
    #expect(findings(of: chip, expectedField: 31).about(.field).map(\.grade) == [.ok])
  }
}
