import Quantities
import TestFiles
import Testing

@testable import IIO

@Suite struct IIODeviceTests {
  @Test func oneScaleForAllAxesAndOneForEachAreBothRead() throws {
    let shared = try #require(IIODevice(path: "/x", files: FakeSysfs.hmc5883l))
    let each = try #require(IIODevice(path: "/x", files: FakeSysfs.lis3mdl))
    // 9 174 · 10⁻⁹ and 146 · 10⁻⁶ gauss a count, 100 µT a gauss.
    #expect(isClose(shared.channels[0].scale, Vector3(1, 1, 1) * 9.174e-4))
    #expect(isClose(each.channels[0].scale, Vector3(1, 1, 1) * 0.0146))
  }

  @Test func aScaleOfOneAxisCountsForItAlone() throws {
    var files = FakeSysfs.lis3mdl
    files["in_magn_z_scale"] = "0.001020"
    let channel = try #require(IIODevice(path: "/x", files: files)).channels[0]
    #expect(isClose(channel.scale, Vector3(0.0146, 0.0146, 0.102)))
  }

  @Test func aCountBecomesSIUnitsAlongTheAxesOfTheDevice() throws {
    let device = try #require(IIODevice(path: "/x", files: FakeSysfs.mpu9250))
    #expect(device.channels.map(\.quantity) == [.magneticField, .acceleration, .angularRate])
    // The magnetometer's x is the accelerometer's y, and its z points the other way.
    let field = device.channels[0].vector(counts: Vector3(276, 10, -20))
    #expect(isClose(field, Vector3(1.652, 45.5952, 3.304)))
    let force = device.channels[1].vector(counts: Vector3(0, 0, 16_384))
    #expect(isClose(force, Vector3(0, 0, 9.797632)))
    let rate = device.channels[2].vector(counts: Vector3(0, 94, 0))
    #expect(isClose(rate, Vector3(0, 0.100084056, 0)))
  }

  // Linux, Documentation/ABI/testing/sysfs-bus-iio: the offset is added, then scaled.
  @Test func anOffsetIsAddedBeforeTheScale() throws {
    var files = FakeSysfs.lis3mdl
    files["in_magn_offset"] = "-100"
    files["in_magn_y_offset"] = "50"
    let channel = try #require(IIODevice(path: "/x", files: files)).channels[0]
    let field = channel.vector(counts: Vector3(1100, 950, 100))
    #expect(isClose(field, Vector3(14.6, 14.6, 0)))
  }

  @Test func aDriverThatLeavesTheMiddleOutIsCorrected() throws {
    var files = FakeSysfs.lis3mdl
    files["name"] = "mmc5603"
    let channel = try #require(IIODevice(path: "/x", files: files)).channels[0]
    // 2¹⁹ is zero, and 1 000 counts are 14.6 µT with this scale.
    let field = channel.vector(counts: Vector3(525_288, 524_288, 523_288))
    #expect(isClose(field, Vector3(14.6, 0, -14.6)))
    files["in_magn_offset"] = "-10"
    let told = try #require(IIODevice(path: "/x", files: files)).channels[0]
    #expect(told.offset == Vector3(-10, -10, -10))
  }

  // docs/hardware/chips.md: the LIS2MDL's y is to the right of x, the MMC5983MA's z out of the bottom after SET, the
  // RM3100's y to the right and z down; the drivers turn none.
  @Test(arguments: [
    ("lis2mdl", Vector3(14.6, 29.2, 43.8)), ("iis2mdc", Vector3(14.6, 29.2, 43.8)),
    ("mmc5983", Vector3(14.6, -29.2, -43.8)), ("lis3mdl", Vector3(14.6, -29.2, 43.8)),
    ("rm3100", Vector3(14.6, 29.2, -43.8)), ("qmc5883p", Vector3(29.2, -14.6, -43.8)),
  ])
  func theAxesOfALeftHandedChipAreTurned(name: String, field: Vector3) throws {
    var files = FakeSysfs.lis3mdl
    files["name"] = name
    let channel = try #require(IIODevice(path: "/x", files: files)).channels[0]
    #expect(isClose(channel.vector(counts: Vector3(1000, -2000, 3000)), field))
  }

  // RTIMULib, ArduPilot: accelerometer and gyro of an LSM9DS1 have x along the arrow, y right, z up.
  @Test(arguments: [("accel", 0.5), ("gyro", 0.25)]) func bothDevicesOfAnLSM9DS1AreTurnedInY(
    part: String, scale: Double
  ) throws {
    let prefix = part == "accel" ? "in_accel" : "in_anglvel"
    var files = ["name": "lsm9ds1-imu_\(part)", "\(prefix)_scale": "\(scale)"]
    for axis in ["x", "y", "z"] { files["\(prefix)_\(axis)_raw"] = "0" }
    let channel = try #require(IIODevice(path: "/x", files: files)).channels[0]
    #expect(channel.vector(counts: Vector3(1, 2, 3)) == Vector3(1, -2, 3) * scale)
  }

  // By the sources in the chips' files: the AK8963's x, y, z along the MPU-9250's y, x, −z; the AK09916's along
  // the ICM-20948's x, −y, −z; the LSM303AGR's counts along its accelerometer's x, −y, z.
  @Test(arguments: [
    ("ak8963", Vector3(-29.2, 14.6, -43.8)), ("ak09916", Vector3(14.6, 29.2, -43.8)),
    ("ak8975", Vector3(-29.2, 14.6, -43.8)), ("lsm9ds1_magn", Vector3(-14.6, 29.2, 43.8)),
    ("lsm303agr_magn", Vector3(14.6, 29.2, 43.8)), ("ak09918", Vector3(14.6, -29.2, 43.8)),
  ])
  func aMagnetometerHasTheAxesOfItsPackageUnlessTheDriverWasToldItsMount(
    name: String, field: Vector3
  ) throws {
    var files = FakeSysfs.lis3mdl
    files["name"] = name
    let untold = try #require(IIODevice(path: "/x", files: files)).channels[0]
    #expect(isClose(untold.vector(counts: Vector3(1000, -2000, 3000)), field))
    files["mount_matrix"] = "0, -1, 0; 1, 0, 0; 0, 0, 1"
    let told = try #require(IIODevice(path: "/x", files: files)).channels[0]
    #expect(told.mountMatrix.row1 == Vector3(0, 1, 0))
  }

  @Test(arguments: [
    ("../../../devices/platform/soc/fe804000.i2c/i2c-1/1-001e/iio:device0", 1, 0x1e),
    ("../../../devices/vhci_hcd.0/usb1/1-1/1-1:1.0/i2c-12/12-0068/iio:device3", 12, 0x68),
  ])
  func thePlaceOnTheBusIsInTheKernelsPath(target: String, bus: Int, address: UInt8) {
    let device = IIODevice(path: "/x", target: target, files: FakeSysfs.lis3mdl)
    #expect(device?.place == I2CPlace(bus: bus, address: address))
  }

  @Test(arguments: [
    nil, "../../../devices/pci0000:00/0000:00:15.0/spi0.0/iio:device0",
    "../../../devices/platform/1-1/iio:device0",
  ])
  func aChipThatIsElsewhereHasNoPlaceOnABus(target: String?) {
    #expect(IIODevice(path: "/x", target: target, files: FakeSysfs.lis3mdl)?.place == nil)
  }

  @Test(arguments: [
    ("0, 1, 0; 1, 0, 0; 0, 0, -1", Matrix3(Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, -1))),
    (
      "0.36,0.48,-0.8;-0.8,0.6,0;0.48,0.64,0.6",
      Matrix3(Vector3(0.36, 0.48, -0.8), Vector3(-0.8, 0.6, 0), Vector3(0.48, 0.64, 0.6))
    ),
  ])
  func aMountMatrixIsReadByRows(text: String, expected: Matrix3) {
    #expect(parseMountMatrix(text) == expected)
  }

  @Test(arguments: [
    "0, 0, 0; 0, 0, 0; 0, 0, 0", "1, 0, 0; 0, 1, 0; 0, 0, -1", "1, 0, 0; 0, 1, 0",
    "1, 0; 0, 1", "1, 0, 0; 0, 1, 0; 0, 0, one", "",
  ])
  func whatIsNoRotationIsNoMountMatrix(text: String) {
    #expect(parseMountMatrix(text) == nil)
  }

  @Test func theMatrixOfAQuantityWinsOverThatOfTheDevice() throws {
    var files = FakeSysfs.lis3mdl
    files["in_magn_mount_matrix"] = "-1, 0, 0; 0, -1, 0; 0, 0, 1"
    let channel = try #require(IIODevice(path: "/x", files: files)).channels[0]
    #expect(channel.mountMatrix.row1 == Vector3(1, 0, 0))
    files["in_magn_mount_matrix"] = nil
    files["mount_matrix"] = "0, -1, 0; 1, 0, 0; 0, 0, 1"
    let other = try #require(IIODevice(path: "/x", files: files)).channels[0]
    #expect(other.mountMatrix.row1 == Vector3(0, 1, 0))
  }

  // Linux, mount-matrix.txt: a device with a screen, x right, y up the screen, z out of it. Forward is up the
  // screen: 20 µT there, 5 to the right and 40 down are seen by a board with x forward, y left and z up.
  @Test func aDeviceTreesMatrixIsThatOfADeviceWithAScreen() throws {
    var files = FakeSysfs.lis3mdl
    files["in_magn_scale"] = "0.01"
    for axis in ["x", "y", "z"] { files["in_magn_\(axis)_scale"] = nil }
    // The chip's z is to the right, its x up the screen, its y out of it.
    files["mount_matrix"] = "0, 0, 1; 1, 0, 0; 0, 1, 0"
    let channel = try #require(IIODevice(path: "/x", files: files)).channels[0]
    let field = channel.vector(counts: Vector3(20, -40, 5))
    #expect(isClose(field, Vector3(20, -5, -40)))
    #expect(isClose(BoardMount.componentsUp.bodyFromBoard * field, Vector3(20, 5, 40)))
  }

  /// A device with a name, a scale of 1 and a mount matrix.
  private func device(
    _ name: String, _ prefix: String = "in_magn", matrix: String, isInDeviceTree: Bool = true
  ) throws -> IIODevice {
    var files = ["name": name, "\(prefix)_scale": "1", "\(prefix)_mount_matrix": matrix]
    for axis in ["x", "y", "z"] { files["\(prefix)_\(axis)_raw"] = "" }
    if isInDeviceTree { files["of_node/mount-matrix"] = "" }
    return try #require(IIODevice(path: "/x", files: files))
  }

  // Linux, mount-matrix.txt: it turns the counts as they are. By this one the chip's y is to the left and its x up the
  // screen, so 2 along y and 1 along x are 2 to the left and 1 forward.
  @Test func aMountMatrixTurnsTheCountsOfTheRegisters() throws {
    let device = try device("rm3100", matrix: "0, -1, 0; 1, 0, 0; 0, 0, 1")
    #expect(device.channels[0].hasMountMatrix && !device.hasFieldAlongChipAxes)
    let field = device.channels[0].vector(counts: Vector3(1, 2, 3))
    #expect(isClose(field, Vector3(1, 2, 3) * 100))
  }

  // imx8mq-librem5.dtsi: the LSM9DS1's accelerometer is left-handed, and the matrix mirrors it. x is to the right, y up
  // the screen, z into it.
  @Test(arguments: [("accel", "in_accel"), ("gyro", "in_anglvel")])
  func aMountMatrixOfALeftHandedChipMirrors(part: String, prefix: String) throws {
    let device = try device(
      "lsm9ds1-imu_\(part)", prefix, matrix: "1, 0, 0; 0, 1, 0; 0, 0, -1")
    #expect(device.channels[0].hasMountMatrix && !device.ignoresMountMatrix)
    let vector = device.channels[0].vector(counts: Vector3(1, 2, 3))
    #expect(isClose(vector, Vector3(2, -1, -3)))
  }

  @Test(arguments: [
    ("lis3mdl", "1, 0, 0; 0, 1, 0; 0, 0, -1", Vector3(1, 2, 3)),
    ("lis2mdl", "0, -1, 0; 1, 0, 0; 0, 0, 1", Vector3(1, -2, 3)),
    ("lis3mdl", "1, 0, 0; 0, 1, 0; 0, 1, 0", Vector3(1, 2, 3)),
  ])
  func aMountMatrixThatLeadsToNoRightHandedFrameIsNotUsedAndThisIsSaid(
    name: String, matrix: String, field: Vector3
  ) throws {
    let device = try device(name, matrix: matrix)
    #expect(device.hasFieldAlongChipAxes && device.ignoresMountMatrix)
    #expect(device.sentence.contains(IIODevice.ignoredMountMatrix))
    #expect(isClose(device.channels[0].vector(counts: Vector3(1, 2, 3)), field * 100))
  }

  // imx8mq-librem5-r2.dts: a matrix for the accelerometer and gyro of an LSM9DS1, and none for its magnetometer. A
  // LIS3MDL is another package.
  @Test(arguments: [
    ("lsm9ds1_magn", false, true), ("lsm9ds1_magn", true, false), ("lis3mdl", false, false),
  ])
  func aMountMatrixOfOnlyOneHalfOfAPackageIsSaidOfItsMagnetometer(
    name: String, hasOwn: Bool, isSaid: Bool
  ) throws {
    let sysfs = try FakeSysfs()
    var (field, force) = (FakeSysfs.lis3mdl, ["name": "lsm9ds1-imu_accel"])
    field["name"] = name
    force["in_accel_scale"] = "0.000598"
    force["mount_matrix"] = "1, 0, 0; 0, -1, 0; 0, 0, 1"
    for axis in ["x", "y", "z"] { force["in_accel_\(axis)_raw"] = "0" }
    try sysfs.write("iio:device0", field)
    try sysfs.write("iio:device1", force)
    if hasOwn { try sysfs.write("iio:device0/of_node", ["mount-matrix": "1"]) }
    let devices = IIODevice.all(in: sysfs.folder.path)
    #expect(devices.map { $0.channels[0].hasMountMatrix } == [hasOwn, true])
    #expect(devices.map(\.hasAxesApart) == [isSaid, false])
    #expect(devices.map { $0.sentence.contains(IIODevice.oneMountMatrix) } == [isSaid, false])
  }

  // The kernel gives the identity where the device tree has no matrix, and some drivers zeros.
  @Test(arguments: ["1, 0, 0; 0, 1, 0; 0, 0, 1", "0, 0, 0; 0, 0, 0; 0, 0, 0"])
  func aMatrixThatWasNotSetIsNone(matrix: String) throws {
    for name in ["lis3mdl", "lis2mdl", "rm3100"] {
      let device = try device(name, matrix: matrix, isInDeviceTree: false)
      #expect(device.hasFieldAlongChipAxes && !device.ignoresMountMatrix)
      #expect(device.sentence == "\(name) measures the magnetic field (/x).")
    }
  }

  @Test func anIdentityOfTheDeviceTreeIsAMountMatrix() throws {
    let device = try device("lis3mdl", matrix: "1, 0, 0; 0, 1, 0; 0, 0, 1")
    #expect(device.channels[0].hasMountMatrix)
    #expect(
      isClose(device.channels[0].vector(counts: Vector3(1, 2, 3)), Vector3(2, -1, 3) * 100))
  }

  @Test func thePropertyOfTheDeviceTreeIsLookedFor() throws {
    let sysfs = try FakeSysfs()
    try sysfs.write("iio:device0", FakeSysfs.lis3mdl)
    let without = try #require(IIODevice.all(in: sysfs.folder.path).first)
    #expect(!without.channels[0].hasMountMatrix)
    try sysfs.write("iio:device0/of_node", ["mount-matrix": "1"])
    let with = try #require(IIODevice.all(in: sysfs.folder.path).first)
    #expect(with.channels[0].hasMountMatrix)
  }

  @Test func whatADriverKnowsOfItsOwnPackageIsNoDeviceTreesMatrix() throws {
    let own = try #require(IIODevice(path: "/x", files: FakeSysfs.mpu9250)).channels
    #expect(own[1].mountMatrix == .identity)
    #expect(own[0].mountMatrix.row0 == Vector3(0, 1, 0))
  }

  @Test(arguments: ["name", "in_magn_y_raw", "in_magn_z_scale"])
  func withoutOneOfItsFilesItIsNoDevice(missing: String) {
    var files = FakeSysfs.lis3mdl
    files[missing] = nil
    #expect(IIODevice(path: "/x", files: files) == nil)
  }

  @Test(arguments: ["nan", "inf", "", "0.1 0.2", "x"])
  func aScaleThatIsNoNumberMakesNoChannel(text: String) {
    var files = FakeSysfs.lis3mdl
    files["in_magn_x_scale"] = text
    #expect(IIODevice(path: "/x", files: files) == nil)
  }

  @Test func theHighestRateUpTo200HzIsAskedForAsTheDriverWritesIt() throws {
    let each = try #require(IIODevice(path: "/x", files: FakeSysfs.hmc5883l))
    #expect(each.rates == [IIORate(file: "in_magn_sampling_frequency", fastest: "75.0")])
    var files = FakeSysfs.lis3mdl
    files["sampling_frequency_available"] = "10 400 50 1600 200 100"
    let device = try #require(IIODevice(path: "/x", files: files))
    #expect(device.rates == [IIORate(file: "sampling_frequency", fastest: "200")])
    files["sampling_frequency"] = nil
    #expect(try #require(IIODevice(path: "/x", files: files)).rates.isEmpty)
  }

  private func isClose(_ a: Vector3, _ b: Vector3) -> Bool {
    (a - b).length <= 1e-9 * max(a.length, b.length)
  }
}
