import I2C
import Testing

struct I2CErrorTests {
  @Test func onlyTheLossOfTheBusReopensIt() {
    #expect(I2CError.adapterGone.isLossOfBus)
    #expect(I2CError.noSuchBus(name: "1").isLossOfBus)
    #expect(!I2CError.noAcknowledge(address: 0x1E).isLossOfBus)
    #expect(!I2CError.adapter(errno: 5).isLossOfBus)
  }

  @Test func eachErrorHasARemedyOnOneLine() {
    let errors: [I2CError] = [
      .noAcknowledge(address: 0x1E), .ownedByKernelDriver(address: 0x1E), .timedOut(address: 0x1E),
      .shortRead(address: 0x1E), .adapterGone, .noSuchBus(name: "1"),
      .permissionDenied(path: "/dev/i2c-1"), .unsupported, .adapter(errno: 5),
    ]
    for error in errors {
      #expect(error.description.contains("; "))
      #expect(!error.description.contains("\n"))
    }
  }

  // A DS3231 is at 0x68, like an MPU-6050: its driver sets the machine's clock.
  @Test func theErrorOfAKernelDriversChipLeavesOtherChipsToTheirDriver() {
    let text = "\(I2CError.ownedByKernelDriver(address: 0x68))"
    #expect(
      text.hasPrefix("a kernel driver uses the chip at 0x68; a magnetometer, accelerometer or"))
    #expect(text.hasSuffix("leave any other chip to it"))
  }
}
