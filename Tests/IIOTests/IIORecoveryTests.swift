import Glibc
import Quantities
import TestFiles
import Testing

@testable import IIO

@Suite(.timeLimit(.minutes(10))) struct IIORecoveryTests {
  @Test func settingsAreWrittenOnceMoreAndStayAsTheyWere() throws {
    let sysfs = try FakeSysfs()
    var files = FakeSysfs.hmc5883l
    files["in_magn_scale_available"] = "0.000007299 0.000009174 0.000012195"
    try sysfs.write("iio:device0", files)
    let device = try #require(IIODevice.all(in: sysfs.folder.path).first)
    device.writeSettingsAnew()
    #expect(smallText(device.path + "/in_magn_scale")?.hasPrefix("0.000009174") == true)
    #expect(smallText(device.path + "/in_magn_sampling_frequency")?.hasPrefix("75.0") == true)
    #expect(IIODevice.all(in: sysfs.folder.path).first == device)
    #expect(device.rateHz == 75)
  }

  @Test func aSettingGoesToAnotherValueAndBack() throws {
    let sysfs = try FakeSysfs()
    var files = FakeSysfs.lis3mdl
    files["sampling_frequency"] = "80"
    files["sampling_frequency_available"] = "1.00000 80"
    try sysfs.write("iio:device0", files)
    let device = try #require(IIODevice.all(in: sysfs.folder.path).first)
    device.writeSettingsAnew()
    // A plain file keeps of 1.00000 what 80 is too short to cover; a driver takes each write by itself.
    #expect(smallText("\(device.path)/sampling_frequency") == "8000000")
  }

  @Test func zerosAreToldAndWhatMeasuresAgainToo() async throws {
    let sysfs = try FakeSysfs()
    var files = FakeSysfs.lis3mdl
    for axis in ["x", "y", "z"] { files["in_magn_\(axis)_raw"] = "0" }
    try sysfs.write("iio:device0", files)
    let (events, continuation) = AsyncStream.makeStream(of: IIOEvent.self)
    let reader = IIOReader(
      name: IIOName("lis3mdl"), folder: sysfs.folder.path, intervalMicroseconds: 2000
    ) { continuation.yield($0) }
    try reader.start()
    defer { reader.stop() }
    var iterator = events.makeAsyncIterator()
    guard case .failed(let error) = await iterator.next() else {
      Issue.record("zeros are no measurement")
      return
    }
    #expect(
      error
        == .faulty(.allZero, .magneticField, path: sysfs.folder.path + "/iio:device0"))
    #expect("\(error)".contains("the magnetic field: it reads zero on every axis"))
    guard case .reset = await iterator.next() else {
      Issue.record("it is not set up again")
      return
    }
    try sysfs.write("iio:device0", ["in_magn_x_raw": "1252"])
    var next = await iterator.next()
    // Where the machine is slow it is set up again and again meanwhile.
    while case .reset = next { next = await iterator.next() }
    guard case .found(_, .magneticField) = next else {
      Issue.record("it is not told that it measures again, but: \(String(describing: next))")
      return
    }
    guard case .sample(let sample) = await iterator.next() else {
      Issue.record("no sample")
      return
    }
    #expect(abs((sample.magneticField?.microtesla.x ?? 0) - 18.2792) < 1e-9)
  }
}
