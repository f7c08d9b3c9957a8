import Testing

@testable import IIO

@Suite struct IIOScanTests {
  // Linux, Documentation/ABI/testing/sysfs-bus-iio; the types are those of st_magn, hmc5843, st_accel
  // and rm3100.
  @Test(arguments: [
    ("le:s16/16>>0", [0x2c, 0x01], 300), ("be:s16/16>>0", [0x01, 0x2c], 300),
    ("le:s16/16>>0", [0xa8, 0xfd], -600), ("le:s12/16>>4", [0x00, 0xc0], -1024),
    ("le:s12/16>>4", [0x0f, 0x40], 1024), ("be:s24/32>>8", [0xff, 0xff, 0xfe, 0x77], -2),
    ("le:u12/16>>0", [0xff, 0xff], 4095), ("be:u8/8>>0", [0x81], 129),
    ("le:s64/64>>0", [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], -2),
  ])
  func aNumberIsReadAsItsTypeSays(text: String, bytes: [UInt8], expected: Int64) throws {
    let type = try #require(IIOScanType(text + "\n"))
    #expect(type.value(in: [0x55] + bytes, at: 1) == expected)
  }

  @Test(arguments: [
    "", "le:s16/16", "le:s16/16X2>>0", "xe:s16/16>>0", "le:f32/32>>0", "le:s17/16>>0",
    "le:s12/16>>5", "le:s0/16>>0", "le:s16/12>>0", "le:s16/16>>-1",
  ])
  func whatIsNoTypeIsRefused(text: String) {
    #expect(IIOScanType(text) == nil)
  }

  // Three numbers of 16 bits and an instant of 64: 6 bytes, 2 to fill up, 8.
  @Test func eachNumberIsAlignedToItsSizeAndTheWholeToTheLargest() throws {
    let layout = try #require(self.layout(of: "le:s16/16>>0"))
    #expect(layout.offsets == [0, 2, 4, 8] && layout.bytes == 16)
    let wide = try #require(self.layout(of: "le:s32/32>>0"))
    #expect(wide.offsets == [0, 4, 8, 16] && wide.bytes == 24)
  }

  @Test func theOrderIsThatOfTheIndices() throws {
    var files = self.files("be:s16/16>>0")
    files["in_magn_y_index"] = "2"
    files["in_magn_z_index"] = "1"
    let layout = try #require(
      IIOScanLayout(names: ["in_magn_x", "in_magn_y", "in_magn_z"], files: files))
    let frame: [UInt8] = [0, 1, 0, 2, 0, 3]
    #expect(layout.value("in_magn_x", in: frame) == 1)
    #expect(layout.value("in_magn_y", in: frame) == 3)
    #expect(layout.value("in_magn_z", in: frame) == 2)
    #expect(layout.value("in_accel_x", in: frame) == nil)
  }

  @Test func withoutAllOfItsNumbersThereIsNoLayout() {
    #expect(IIOScanLayout(names: ["in_magn_x", "in_accel_x"], files: files("le:s16/16>>0")) == nil)
    #expect(IIOScanLayout(names: [], files: [:]) == nil)
  }

  private func layout(of type: String) -> IIOScanLayout? {
    let names = ["in_magn_x", "in_magn_y", "in_magn_z", "in_timestamp"]
    return IIOScanLayout(names: names, files: files(type))
  }

  private func files(_ type: String) -> [String: String] { FakeSysfs.scanElements(type) }
}
