import Glibc
import Quantities
import TestFiles
import Testing

@testable import IIO

@Suite(.timeLimit(.minutes(10))) struct IIOBufferTests {
  @Test func aReadingHasTheInstantOfTheKernel() throws {
    let sysfs = try FakeSysfs()
    let device = try lis3mdl(in: sysfs)
    let nodes = try sysfs.addBuffer(to: "iio:device0", trigger: "lis3mdl-trigger")
    // Opened for both, so that neither end waits for the other.
    // A number that another program had asked for would lie between ours.
    try sysfs.write("iio:device0/scan_elements", ["in_temp_en": "1"])
    let pipe = open("\(nodes)/iio:device0", O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
    defer { close(pipe) }
    guard var buffer = IIOBuffer(device, folder: sysfs.folder.path, nodes: nodes) else {
      Issue.record("no buffer")
      return
    }
    // 1252, −2169 and 2935 counts of 146 · 10⁻⁶ gauss, at 5 000 000 999 ns.
    var frame: [UInt8] = [0xe4, 0x04, 0x87, 0xf7, 0x77, 0x0b, 0, 0]
    frame += withUnsafeBytes(of: Int64(5_000_000_999).littleEndian) { Array($0) }
    try #require(write(pipe, frame, frame.count) == frame.count)
    var health = ChannelHealth { _ in }
    let sample = try buffer.next(&health)
    let field = try #require(sample.magneticField).microtesla
    #expect((field - Vector3(18.2792, -31.6674, 42.851)).length < 1e-9)
    #expect(sample.time == Timestamp(microseconds: 5_000_000))
    let path = device.path
    #expect(smallText("\(path)/buffer/enable") == "1\n")
    #expect(smallText("\(path)/scan_elements/in_magn_y_en") == "1\n")
    #expect(smallText("\(path)/scan_elements/in_temp_en") == "0\n")
    #expect(smallText("\(path)/current_timestamp_clock")?.hasPrefix("boottime") == true)
  }

  @Test func theBufferIsGivenBack() throws {
    let sysfs = try FakeSysfs()
    let device = try lis3mdl(in: sysfs)
    let nodes = try sysfs.addBuffer(to: "iio:device0", trigger: "lis3mdl-trigger")
    #expect(IIOBuffer(device, folder: sysfs.folder.path, nodes: nodes)?.device == device)
    #expect(smallText("\(device.path)/buffer/enable") == "0\n")
  }

  // Linux 6.1, kfifo_buf.c: 2 readings; a reader that is late by more would miss some.
  @Test func theBufferHasRoomForAReaderThatIsLate() throws {
    let sysfs = try FakeSysfs()
    let device = try lis3mdl(in: sysfs)
    let nodes = try sysfs.addBuffer(to: "iio:device0", trigger: "lis3mdl-trigger")
    try sysfs.write("iio:device0/buffer", ["length": "2"])
    #expect(IIOBuffer(device, folder: sysfs.folder.path, nodes: nodes)?.device == device)
    #expect(smallText("\(device.path)/buffer/length") == "64")
  }

  @Test func aTriggerThatIsSilentIsTold() throws {
    let sysfs = try FakeSysfs()
    let device = try lis3mdl(in: sysfs)
    let nodes = try sysfs.addBuffer(to: "iio:device0", trigger: "lis3mdl-trigger")
    let pipe = open("\(nodes)/iio:device0", O_RDWR | O_CLOEXEC)
    defer { close(pipe) }
    guard var buffer = IIOBuffer(device, folder: sysfs.folder.path, nodes: nodes) else {
      Issue.record("no buffer")
      return
    }
    do throws(IIOError) {
      var health = ChannelHealth { _ in }
      _ = try buffer.next(&health)
      Issue.record("there was something to read")
    } catch {
      #expect(error == .silent(path: "\(nodes)/iio:device0"))
    }
  }

  @Test func theDriversOwnTriggerIsChosen() throws {
    let sysfs = try FakeSysfs()
    let device = try lis3mdl(in: sysfs)
    let nodes = try sysfs.addBuffer(to: "iio:device0", trigger: "")
    #expect(IIOBuffer(device, folder: sysfs.folder.path, nodes: nodes)?.device == nil)
    try sysfs.write("trigger4", ["name": "lis3mdl-dev0"])
    #expect(IIOBuffer(device, folder: sysfs.folder.path, nodes: nodes)?.device == device)
    let chosen = smallText("\(device.path)/trigger/current_trigger")
    #expect(chosen?.hasPrefix("lis3mdl-dev0") == true)
  }

  // The kernel lets nobody open a node that is open already; here there is none to open.
  @Test func aBufferThatSomebodyUsesIsLeftAlone() throws {
    let sysfs = try FakeSysfs()
    let device = try lis3mdl(in: sysfs)
    _ = try sysfs.addBuffer(to: "iio:device0", trigger: "lis3mdl-trigger")
    try sysfs.write("iio:device0/buffer", ["enable": "1"])
    #expect(IIOBuffer(device, folder: sysfs.folder.path, nodes: "/nowhere")?.device == nil)
    #expect(smallText("\(device.path)/buffer/enable") == "1\n")
    #expect(smallText("\(device.path)/scan_elements/in_magn_x_en") == "0\n")
  }

  @Test func aBufferThatWasLeftEnabledIsTakenOver() throws {
    let sysfs = try FakeSysfs()
    let device = try lis3mdl(in: sysfs)
    let nodes = try sysfs.addBuffer(to: "iio:device0", trigger: "lis3mdl-trigger")
    try sysfs.write("iio:device0/buffer", ["enable": "1"])
    #expect(IIOBuffer(device, folder: sysfs.folder.path, nodes: nodes)?.device == device)
  }

  @Test func withoutScanElementsThereIsNoBuffer() throws {
    let sysfs = try FakeSysfs()
    let device = try lis3mdl(in: sysfs)
    #expect(IIOBuffer(device, folder: sysfs.folder.path)?.device == nil)
  }

  private func lis3mdl(in sysfs: FakeSysfs) throws -> IIODevice {
    try sysfs.write("iio:device0", FakeSysfs.lis3mdl)
    return try #require(IIODevice.all(in: sysfs.folder.path).first)
  }
}
