import I2C
import Testing

struct BusClockTests {
  /// A board with one adapter on its header.
  private func clock(
    _ model: String, _ node: String, properties: [String: [UInt8]], label: String = "i2c_arm",
    channel: String = ""
  ) throws -> BusClock? {
    let board = try FakeBoard(
      model: model, adapters: [(1, "bus", node + channel)], nodes: [node: properties],
      labels: [label: node])
    return BusClock(of: try #require(board.adapters.first), in: board.tree)
  }

  private static let bcm2711 = strings("brcm,bcm2711-i2c", "brcm,bcm2835-i2c")
  private static let line = "dtparam=i2c_arm_baudrate=400000"

  // docs/hardware/buy-and-wire.md, "Speed": 100 kHz are 40 on an idle Pi 4, 62.5 on a Pi 3, 100 on a Pi 5.
  @Test(
    arguments: [
      ("Raspberry Pi 4 Model B", "/soc/i2c@7e804000", bcm2711, 40_000.0),
      ("Raspberry Pi 3 Model B", "/soc/i2c@7e804000", strings("brcm,bcm2835-i2c"), 62_500),
      ("Raspberry Pi 5 Model B", "/axi/i2c@74000", strings("snps,designware-i2c"), 100_000),
    ])
  func theClockComesFromTheNodeAndIsLowerWhileTheCoreIdles(
    model: String, node: String, kind: [UInt8], idle: Double
  ) throws {
    let clock = try #require(
      try clock(model, node, properties: ["compatible": kind, "clock-frequency": cell(100_000)]))
    #expect(clock.hertz == 100_000 && clock.idleHertz == idle && clock.line == Self.line)
  }

  @Test func aFrequencyInTheTreeIsUsed() throws {
    let clock = try clock(
      "Raspberry Pi 4 Model B", "/soc/i2c@7e804000",
      properties: ["compatible": Self.bcm2711, "clock-frequency": cell(400_000)])
    #expect(clock?.hertz == 400_000 && clock?.idleHertz == 160_000)
  }

  // i2c_parse_fw_timings of the kernel: 100 kHz where the node says nothing.
  @Test func withoutAFrequencyInTheTreeTheClockIs100kHz() throws {
    let clock = try clock(
      "Radxa ROCK 5B", "/i2c@fd880000", properties: ["compatible": strings("rockchip,rk3399-i2c")])
    #expect(clock == BusClock(hertz: 100_000))
  }

  @Test func aMultiplexersChannelHasTheClockOfItsBus() throws {
    let clock = try clock(
      "Raspberry Pi 4 Model B", "/soc/i2c@7e804000",
      properties: ["compatible": Self.bcm2711, "clock-frequency": cell(400_000)],
      channel: "/mux@70/i2c@0")
    #expect(clock?.hertz == 400_000)
  }

  // With the pins that the user chose there, a line is in config.txt already.
  @Test func anotherBusOfTheHeaderHasAnOverlayInPlaceOfALine() throws {
    let clock = try clock(
      "Raspberry Pi 4 Model B", "/soc/i2c@7e205600", properties: ["compatible": Self.bcm2711],
      label: "i2c3")
    #expect(clock?.overlay == "i2c3" && clock?.line == nil)
  }

  @Test func aBusInSoftwareOrOnUSBHasNoKnownClock() throws {
    #expect(
      try clock(
        "Raspberry Pi 4 Model B", "/i2c@0", properties: ["compatible": strings("i2c-gpio")],
        label: "i2c_gpio") == nil)
    #expect(BusClock(of: I2CAdapter(number: 3, name: "i2c-tiny-usb at bus 1")) == nil)
  }
}
