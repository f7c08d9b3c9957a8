import I2C
import Testing

/// Which buses of a Raspberry Pi are for chips that a user connects.
///
/// Numbers and names are from listings of `i2cdetect -l` that users published (raspberrypi/linux #3602, #6039,
/// meta-raspberrypi #933, nixos-sbc #28; pi4j's and SunFounder's pages of the Pi 5); labels, aliases and nodes
/// from raspberrypi/linux: `bcm270x.dtsi`, `bcm270x-rpi.dtsi`, `bcm2708-rpi.dtsi`, `bcm2711-rpi-ds.dtsi`,
/// `bcm2712-rpi.dtsi`, `bcm2712-rpi-5-b.dts`.
struct RaspberryPiBusesTests {
  private typealias Purpose = I2CAdapter.Purpose

  private static let rp1 = "/axi/pcie@1000120000/rp1"
  private static let designWare = "Synopsys DesignWare I2C adapter"

  private func purposes(_ board: FakeBoard) -> [Int: Purpose] {
    Dictionary(uniqueKeysWithValues: board.adapters.map { ($0.number, $0.purpose) })
  }

  /// Before the Pi 4: HDMI's channel has the same driver as the header's bus.
  @Test(arguments: ["Raspberry Pi 3 Model B Plus Rev 1.3", "Raspberry Pi Zero 2 W Rev 1.0"])
  func onAPi3AndAZero2TheHeadersBusIsScannedAndHDMIsIsNot(model: String) throws {
    let board = try FakeBoard(
      model: model,
      adapters: [
        (0, "i2c-11-mux (chan_id 0)", "/soc/i2c0mux/i2c@0"),
        (1, "bcm2835 (i2c@7e804000)", "/soc/i2c@7e804000"),
        (2, "bcm2835 (i2c@7e805000)", "/soc/i2c@7e805000"),
        (3, "i2c@0", "/i2c@0"),  // dtoverlay=i2c-gpio,bus=3
        (10, "i2c-11-mux (chan_id 1)", "/soc/i2c0mux/i2c@1"),
        (11, "bcm2835 (i2c@7e205000)", "/soc/i2c@7e205000"),
      ],
      nodes: [
        "/soc/hdmi@7e902000": ["ddc": cell(0x16)], "/soc/i2c@7e805000": ["phandle": cell(0x16)],
        "/soc/i2c@7e804000": ["phandle": cell(0x15)], "/i2c@0": ["compatible": strings("i2c-gpio")],
      ],
      labels: [
        "i2c_arm": "/soc/i2c@7e804000", "i2c1": "/soc/i2c@7e804000", "i2c2": "/soc/i2c@7e805000",
        "i2c_vc": "/soc/i2c0mux/i2c@0", "i2c0": "/soc/i2c0mux/i2c@0", "i2c0if": "/soc/i2c@7e205000",
        "i2c_csi_dsi": "/soc/i2c0mux/i2c@1", "hdmi": "/soc/hdmi@7e902000",
      ],
      aliases: ["i2c1": "/soc/i2c@7e804000", "i2c2": "/soc/i2c@7e805000"])
    #expect(
      purposes(board) == [
        0: .camera, 1: .users, 2: .display, 3: .users, 10: .camera, 11: .camera,
      ])
  }

  @Test func onAPi4TheHeadersBusesMultiplexersAndUSBAdaptersAreScanned() throws {
    let board = try FakeBoard(
      model: "Raspberry Pi 4 Model B Rev 1.4",
      adapters: [
        (0, "i2c-22-mux (chan_id 0)", "/soc/i2c0mux/i2c@0"),
        (1, "bcm2835 (i2c@7e804000)", "/soc/i2c@7e804000"),
        (3, "bcm2835 (i2c@7e205600)", "/soc/i2c@7e205600"),
        (4, "bcm2835 (i2c@7e205800)", "/soc/i2c@7e205800"),
        (7, "i2c-tiny-usb at bus 001 device 004", nil),
        (10, "i2c-22-mux (chan_id 1)", "/soc/i2c0mux/i2c@1"),
        (20, "fef04500.i2c", "/soc/i2c@7ef04500"), (21, "fef09500.i2c", "/soc/i2c@7ef09500"),
        (22, "bcm2835 (i2c@7e205000)", "/soc/i2c@7e205000"),
        (30, "i2c-1-mux (chan_id 0)", "/soc/i2c@7e804000/mux@70/i2c@0"),  // dtoverlay=i2c-mux
      ],
      labels: [
        "i2c_arm": "/soc/i2c@7e804000", "i2c1": "/soc/i2c@7e804000", "i2c3": "/soc/i2c@7e205600",
        "i2c4": "/soc/i2c@7e205800", "ddc0": "/soc/i2c@7ef04500", "ddc1": "/soc/i2c@7ef09500",
        "i2c_vc": "/soc/i2c0mux/i2c@0", "i2c0": "/soc/i2c0mux/i2c@0", "i2c0if": "/soc/i2c@7e205000",
        "i2c_csi_dsi": "/soc/i2c0mux/i2c@1",
      ])
    #expect(
      purposes(board) == [
        0: .camera, 1: .users, 3: .users, 4: .users, 7: .users, 10: .camera, 20: .display,
        21: .display, 22: .camera, 30: .users,
      ])
  }

  @Test func onAPi5TheHeadersBusesAreScannedAndTheCamerasOfTheSameNameAreNot() throws {
    let rp1 = Self.rp1
    let board = try FakeBoard(
      model: "Raspberry Pi 5 Model B Rev 1.0",
      adapters: [
        (1, Self.designWare, "\(rp1)/i2c@74000"), (3, Self.designWare, "\(rp1)/i2c@7c000"),
        (10, Self.designWare, "\(rp1)/i2c@88000"), (11, Self.designWare, "\(rp1)/i2c@80000"),
        (12, "107d005600.i2c", "/soc@107c000000/i2c@7d005600"),
        (13, "107d508200.i2c", "/soc@107c000000/i2c@7d508200"),
        (14, "107d508280.i2c", "/soc@107c000000/i2c@7d508280"),
      ],
      labels: [
        "i2c_arm": "\(rp1)/i2c@74000", "i2c1": "\(rp1)/i2c@74000", "i2c3": "\(rp1)/i2c@7c000",
        "i2c4": "\(rp1)/i2c@80000", "i2c6": "\(rp1)/i2c@88000", "i2c_vc": "\(rp1)/i2c@70000",
        "i2c_csi_dsi": "\(rp1)/i2c@80000", "i2c_csi_dsi0": "\(rp1)/i2c@88000",
        "i2c_csi_dsi1": "\(rp1)/i2c@80000", "i2c_rp1boot": "/soc@107c000000/i2c@7d005600",
        "ddc0": "/soc@107c000000/i2c@7d508200", "ddc1": "/soc@107c000000/i2c@7d508280",
      ])
    #expect(
      purposes(board) == [
        1: .users, 3: .users, 10: .camera, 11: .camera, 12: .board, 13: .display, 14: .display,
      ])
    let chosen = ChosenBuses(named: nil, among: board.adapters).names.map(\.text)
    #expect(chosen == ["1 (\(Self.designWare))", "3 (\(Self.designWare))"])
  }

  // Of the first Pi the bus on the header is the other one: i2c_arm says so.
  @Test func onTheFirstPiTheHeadersBusIsScanned() throws {
    let board = try FakeBoard(
      model: "Raspberry Pi Model B Rev 1",
      adapters: [
        (0, "bcm2835 (i2c@7e205000)", "/soc/i2c@7e205000"),
        (1, "bcm2835 (i2c@7e804000)", "/soc/i2c@7e804000"),
      ],
      labels: [
        "i2c_arm": "/soc/i2c@7e205000", "i2c0": "/soc/i2c@7e205000",
        "i2c_vc": "/soc/i2c@7e804000", "i2c1": "/soc/i2c@7e804000",
      ])
    #expect(purposes(board) == [0: .users, 1: .camera])
  }

  // Linux's own trees, as distributions have them (nixos-sbc #28).
  @Test func withoutLabelsTheNodesNamesGiveThePurpose() throws {
    let board = try FakeBoard(
      model: "Raspberry Pi 4 Model B",
      adapters: [
        (0, "fef04500.i2c", "/soc/i2c@7ef04500"),
        (1, "bcm2835 (i2c@7e804000)", "/soc/i2c@7e804000"),
        (2, "bcm2835 (i2c@7e205000)", "/soc/i2c@7e205000"),
        (3, "i2c-2-mux (chan_id 0)", "/i2c0mux/i2c@0"),
        (5, "bcm2835 (i2c@7e805000)", "/soc/i2c@7e805000"),
      ])
    #expect(purposes(board) == [0: .display, 1: .users, 2: .camera, 3: .camera, 5: .display])
  }

  // Of others only what a name says is known; a node alone says nothing.
  @Test func onOtherBoardsAllBusesButThoseOfDisplaysAndMemoryAreScanned() throws {
    let board = try FakeBoard(
      model: "Radxa ROCK 5B",
      adapters: [
        (0, "rk3x-i2c", "/i2c@fd880000"), (6, "DesignWare HDMI", "/hdmi@fde80000"),
        (7, "SMBus I801 adapter at 2000", nil), (8, "DPDDC-B", nil),
      ])
    #expect(purposes(board) == [0: .users, 6: .display, 7: .board, 8: .display])
  }
}
