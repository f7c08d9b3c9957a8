import Glibc
import I2C
import TestFiles
import Testing

struct I2CAdapterTests {
  /// A directory like the kernel's, with two adapters and a file that is none.
  private func listing() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for (node, name) in [("i2c-10", "bcm2835 (i2c@7e804000)"), ("i2c-1", "i2c-tiny-usb at bus 1")] {
      let path = try directory.directory(node)
      _ = try directory.file("\(node)/name", name + "\n")
      #expect(path.hasSuffix(node))
    }
    _ = try directory.file("i2c-dev", "not an adapter")
    return directory
  }

  @Test func adaptersAreListedByNumberWithTheirNames() throws {
    let directory = try listing()
    #expect(
      I2CAdapter.all(in: directory.path) == [
        I2CAdapter(number: 1, name: "i2c-tiny-usb at bus 1"),
        I2CAdapter(number: 10, name: "bcm2835 (i2c@7e804000)"),
      ])
  }

  // i2c-bcm2835.c: a Raspberry Pi's controller up to the Pi 4, and its buses of the header and of HDMI; the Pi 5's,
  // one in software and one on USB wait.
  @Test(
    arguments: [
      ("bcm2835 (i2c@7e804000)", false), ("bcm2835 (i2c@fe205000)", false),
      ("Synopsys DesignWare I2C adapter", true), ("i2c-gpio", true),
      ("i2c-tiny-usb at bus 001 device 002", true), ("", true),
    ])
  func onlyTheOldControllerOfARaspberryPiLacksClockStretching(_ name: String, _ waits: Bool) {
    #expect(I2CAdapter(number: 1, name: name).canStretchClock == waits)
  }

  // i2c-mux.c: a channel is named after the bus of its multiplexer, which can be another one's channel.
  @Test func aMultiplexersChannelIsDrivenByTheControllerOfItsBus() {
    let adapters = [
      I2CAdapter(number: 1, name: "bcm2835 (i2c@7e804000)"),
      I2CAdapter(number: 7, name: "i2c-tiny-usb at bus 001 device 002"),
      I2CAdapter(number: 11, name: "i2c-1-mux (chan_id 0)"),
      I2CAdapter(number: 12, name: "i2c-7-mux (chan_id 3)"),
      I2CAdapter(number: 13, name: "i2c-11-mux (chan_id 1)"),
      I2CAdapter(number: 14, name: "i2c-99-mux (chan_id 0)"),
      I2CAdapter(number: 15, name: "i2c-mux (chan_id 0)"),
      I2CAdapter(number: 16, name: "i2c-16-mux (chan_id 0)"),
    ]
    let controllers = adapters.map { $0.controller(among: adapters) }
    #expect(controllers.map(\.number) == [1, 7, 1, 7, 1, 14, 15, 16])
    #expect(
      controllers.map(\.canStretchClock) == [false, true, false, true, false, true, true, true])
  }

  // There the node is beside the name; in /sys/class/i2c-dev it is the device's.
  @Test func anAdapterThatProgramsCannotOpenYetHasItsPurposeToo() throws {
    let (header, hdmi) = ("/axi/pcie@1000120000/rp1/i2c@74000", "/axi/i2c@7d508200")
    let board = try FakeBoard(
      model: "Raspberry Pi 5 Model B Rev 1.0",
      adapters: [
        (1, "Synopsys DesignWare I2C adapter", header), (11, "107d508200.i2c", hdmi),
        (13, "i2c-tiny-usb at bus 001 device 004", nil),
      ], labels: ["i2c_arm": header, "ddc0": hdmi])
    #expect(board.kernelsAdapters == board.adapters)
    #expect(board.kernelsAdapters.map(\.purpose) == [.users, .display, .users])
  }

  @Test func theKernelsNameOfAChipIsThatOfItsDevice() throws {
    let directory = try TemporaryDirectory()
    _ = try directory.directory("1-0068")
    _ = try directory.file("1-0068/name", "ds3231\n")
    let adapter = I2CAdapter(number: 1, name: "bcm2835 (i2c@7e804000)")
    #expect(adapter.deviceName(at: 0x0D) == "1-000d")
    #expect(adapter.kernelDevice(at: 0x68, in: directory.path) == "ds3231")
    #expect(adapter.kernelDevice(at: 0x1E, in: directory.path) == nil)
    #expect(!directory.names.isEmpty)
  }

  @Test func withoutTheKernelsListThereIsNoAdapter() {
    #expect(I2CAdapter.all(in: "/nowhere") == [])
  }

  // A link to itself stands for a list that cannot be read: the system refuses to open it (ELOOP, open(2)).
  @Test func aListThatCannotBeReadMakesNoAdapterAbsent() throws {
    let directory = try TemporaryDirectory()
    let loop = directory.path + "/loop"
    try #require(symlink("loop", loop) == 0)
    let known = [I2CAdapter(number: 1, name: "one"), I2CAdapter(number: 7, name: "seven")]
    #expect(I2CAdapter.all(in: loop, known: known) == known)
    #expect(I2CAdapter.all(in: "/nowhere", known: known) == [])
    #expect(!directory.names.isEmpty)
  }

  @Test(arguments: [
    "10", "i2c-10", "/dev/i2c-10", "bcm2835 (i2c@7e804000)", "10 (bcm2835 (i2c@7e804000))",
  ])
  func aBusIsFoundByNumberNodeNameAndLabel(_ text: String) throws {
    let directory = try listing()
    let adapters = I2CAdapter.all(in: directory.path)
    #expect(!directory.names.isEmpty)
    #expect(try I2CBusName(text).adapter(among: adapters).number == 10)
  }

  @Test func aBusIsFoundByALinkToItsNode() throws {
    let directory = try TemporaryDirectory()
    let node = try directory.file("i2c-10", "")
    let link = directory.path + "/compass"
    #expect(symlink(node, link) == 0)
    let adapters = [I2CAdapter(number: 1, name: "one"), I2CAdapter(number: 10, name: "ten")]
    #expect(try I2CBusName(link).adapter(among: adapters).number == 10)
  }

  // What was listed before is not looked up again.
  @Test func thePurposeOfAKnownAdapterIsNotReadAgain() throws {
    let directory = try listing()
    let known = [I2CAdapter(number: 10, name: "bcm2835 (i2c@7e804000)", purpose: .board)]
    #expect(
      I2CAdapter.all(in: directory.path, known: known).map(\.purpose) == [.users, .board])
  }

  @Test(arguments: ["2", "i2c-", "", "bcm2835", "i2c-1 "])
  func anUnknownNameFindsNoBus(_ text: String) {
    let adapters = [I2CAdapter(number: 1, name: "one"), I2CAdapter(number: 10, name: "ten")]
    #expect(throws: I2CError.noSuchBus(name: text)) {
      try I2CBusName(text).adapter(among: adapters)
    }
  }

  // A name of digits is a name first: numbers move when an adapter is plugged in again.
  @Test func aNameTakesPrecedenceOverANumber() throws {
    let adapters = [I2CAdapter(number: 1, name: "one"), I2CAdapter(number: 7, name: "1")]
    #expect(try I2CBusName("1").adapter(among: adapters).number == 7)
  }

  @Test func theErrorNamesTheAbsentBus() {
    #expect(throws: I2CError.noSuchBus(name: "no such adapter")) {
      try LinuxI2CBus(I2CBusName("no such adapter"))
    }
    #expect(throws: I2CError.noSuchBus(name: "/dev/i2c-none")) {
      try LinuxI2CBus(path: "/dev/i2c-none")
    }
  }

  // ENOTTY: what is no adapter does not know its requests.
  @Test func openingAFileThatIsNotAnAdapterFails() throws {
    #expect(throws: I2CError.adapter(errno: 25)) { try LinuxI2CBus(path: "/dev/null") }
  }
}
