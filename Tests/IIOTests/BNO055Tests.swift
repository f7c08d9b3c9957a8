import Quantities
import TestFiles
import Testing

@testable import IIO

/// The kernel's driver bno055: what is switched off, and what is set right.
@Suite(.timeLimit(.minutes(10))) struct BNO055Tests {
  @Test func itsFieldIsTenTimesWhatTheChipMeasured() throws {
    let channels = try #require(IIODevice(path: "/x", files: FakeSysfs.bno055)).channels
    #expect(channels.map(\.quantity) == [.magneticField, .acceleration, .angularRate])
    expect(channels[0].vector(counts: Vector3(320, 0, -640)), Vector3(20, 0, -40))
    expect(channels[1].vector(counts: Vector3(0, 0, 981)), Vector3(0, 0, 9.81))
    expect(channels[2].vector(counts: Vector3(0, 0, 900)), Vector3(0, 0, 1))
  }

  @Test func aDriverThatWasSetRightIsNotCorrected() throws {
    var files = FakeSysfs.bno055
    files["in_magn_scale"] = "0.000625000"
    let channel = try #require(IIODevice(path: "/x", files: files)).channels[0]
    expect(channel.vector(counts: Vector3(320, 0, -640)), Vector3(20, 0, -40))
  }

  @Test func itIsReadWithoutItsFusionAt500DegreesASecond() throws {
    let sysfs = try FakeSysfs()
    try sysfs.write("iio:device0", FakeSysfs.bno055)
    let device = try #require(IIODevice.all(in: sysfs.folder.path).first)
    #expect(device.switchOffItsFusion())
    #expect(smallText(device.path + "/fusion_enable")?.hasPrefix("0") == true)
    let scale = try #require(smallText(device.path + "/in_anglvel_scale").flatMap(number))
    #expect(abs(scale * 1_877_467 / 500 - 1) < 0.005)  // 180 · 2¹⁵ / π = 1 877 467
    try sysfs.write("iio:device1", FakeSysfs.mpu9250)
    #expect(!IIODevice.all(in: sysfs.folder.path)[1].switchOffItsFusion())
  }

  @Test func whereItsFusionCannotBeSwitchedOffNothingElseIsChanged() throws {
    let sysfs = try FakeSysfs()
    var files = FakeSysfs.bno055
    files["fusion_enable"] = nil
    try sysfs.write("iio:device0", files)
    let device = try #require(IIODevice.all(in: sysfs.folder.path).first)
    #expect(!device.switchOffItsFusion())
    #expect(smallText(device.path + "/in_anglvel_scale").flatMap(number) == 0.001111111)
  }

  private func expect(
    _ a: Vector3, _ b: Vector3, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect((a - b).length < 1e-5 * b.length, "\(a)", sourceLocation: sourceLocation)
  }
}
