import Glibc
import I2C
import Testing

@testable import Haptics

/// Which line, which input device and which pattern is meant.
@Suite struct FindingTests {
  // A Raspberry Pi 5 has its pins on another chip than a Pi 4.
  private let chips = [
    GPIOLine.Chip(path: "/dev/gpiochip0", label: "gpio-brcmstb", lines: ["", "PMIC", ""]),
    GPIOLine.Chip(
      path: "/dev/gpiochip4", label: "pinctrl-rp1", lines: ["ID_SDA", "ID_SCL", "GPIO2"]),
    GPIOLine.Chip(path: "/dev/gpiochip5", label: "odd:name", lines: ["GPIO2", ""]),
  ]

  @Test(
    arguments: [
      ("GPIO2", "/dev/gpiochip4", 2), ("PMIC", "/dev/gpiochip0", 1),
      ("pinctrl-rp1:0", "/dev/gpiochip4", 0), ("odd:name:1", "/dev/gpiochip5", 1),
    ] as [(String, String, UInt32)])
  func aLineIsFoundByItsNameOrByItsChipsLabel(label: String, path: String, offset: UInt32) {
    #expect(GPIOLine(label, among: chips) == GPIOLine(path: path, offset: offset))
  }

  @Test(arguments: [
    "GPIO3", "", "2", "pinctrl-rp1:3", "pinctrl-rp1:-1", "pinctrl-rp1:", "gpiochip4:2",
  ])
  func anAbsentLineIsNotFound(label: String) { #expect(GPIOLine(label, among: chips) == nil) }

  @Test func aGamepadIsUsedOnlyIfItIsNamed() {
    #expect(RumbleMotor.isMeant("drv260x:haptics", nil))
    #expect(RumbleMotor.isMeant("gpio-vibrator", nil))
    #expect(!RumbleMotor.isMeant("Gamepad F310", nil))
    #expect(RumbleMotor.isMeant("Gamepad F310", "Gamepad F310"))
    #expect(!RumbleMotor.isMeant("drv260x:haptics", "Gamepad F310"))
  }

  @Test func aMutedMotorPlaysNothingAndConfiguredPatternsReplaceTheDefaults() {
    var settings = HapticSettings()
    settings.patterns[.aligned] = .buzz
    #expect(settings.pattern(for: .aligned) == .buzz)
    #expect(settings.pattern(for: .alignedUncertain) == .bump)
    settings.isMuted = true
    #expect(HapticEvent.allCases.allSatisfy { settings.pattern(for: $0) == .none })
  }

  @Test func withOutputNoneNoMotorIsSearched() throws {
    var settings = HapticSettings()
    settings.output = .none
    #expect(try settings.open() == nil)
  }

  @Test(
    .enabled(
      if: access("/dev/input", F_OK) != 0 && access("/dev/gpiochip0", F_OK) != 0
        && I2CAdapter.all().isEmpty, "needs a machine without such devices"))
  func aMissingMotorIsReportedAsNormal() {
    for output in [HapticSettings.Output.automatic, .drv2605l, .gpio, .forceFeedback] {
      var settings = HapticSettings()
      settings.output = output
      settings.line = "GPIO17"
      do {
        _ = try settings.open()
        Issue.record("\(output): a motor")
      } catch { #expect("\(error)".contains("that is normal where none is connected"), "\(error)") }
    }
  }
}
