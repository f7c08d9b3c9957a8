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
}
