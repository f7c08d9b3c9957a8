import Glibc
import Quantities
import TestFiles
import Testing

@testable import IIO

@Suite(.timeLimit(.minutes(10))) struct IIOReaderTests {
  @Test func theDevicesThatACompassNeedsAreFoundInOrder() throws {
    let sysfs = try FakeSysfs()
    try sysfs.write("iio:device10", FakeSysfs.mpu9250)
    try sysfs.write("iio:device2", FakeSysfs.lis3mdl)
    try sysfs.write("iio:device0", ["name": "bmp280", "in_temp_input": "21000"])
    try sysfs.write("trigger0", ["name": "lis3mdl-trigger"])
    let devices = IIODevice.all(in: sysfs.folder.path)
    #expect(devices.map(\.name) == ["lis3mdl", "mpu9250"])
    #expect(devices.first?.path == sysfs.folder.path + "/iio:device2")
  }

  @Test func aFolderThatIsNotThereHasNoDevices() {
    #expect(IIODevice.all(in: "/nowhere/at/all").isEmpty)
  }

  @Test func eachQuantityIsASampleOfItsOwnAndTimeRunsOn() throws {
    let sysfs = try FakeSysfs()
    try sysfs.write("iio:device0", FakeSysfs.mpu9250)
    let device = try #require(IIODevice.all(in: sysfs.folder.path).first)
    var sampler = try IIOSampler(device)
    var samples: [Sample] = []
    var health = ChannelHealth { _ in }
    for _ in 0..<2 { try sampler.read(&health) { samples.append($0) } }
    #expect(samples.count == 6)
    #expect(samples[0].magneticField != nil && samples[0].acceleration == nil)
    #expect(samples[1].acceleration != nil && samples[1].angularRate == nil)
    #expect(samples[2].angularRate != nil && samples[2].magneticField == nil)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  @Test func theDriverIsAskedForItsHighestRate() throws {
    let sysfs = try FakeSysfs()
    try sysfs.write("iio:device0", FakeSysfs.hmc5883l)
    let device = try #require(IIODevice.all(in: sysfs.folder.path).first)
    device.askForItsHighestRate()
    let text = smallText(device.path + "/in_magn_sampling_frequency")
    #expect(text?.hasPrefix("75.0") == true)
  }

  @Test func whatIsNoNumberIsAnErrorThatNamesTheFile() throws {
    let sysfs = try FakeSysfs()
    try sysfs.write("iio:device0", FakeSysfs.lis3mdl)
    let device = try #require(IIODevice.all(in: sysfs.folder.path).first)
    var sampler = try IIOSampler(device)
    try sysfs.write("iio:device0", ["in_magn_y_raw": "busy"])
    #expect(throws: IIOError.notANumber(path: device.path + "/in_magn_y_raw")) {
      var health = ChannelHealth { _ in }
      try sampler.read(&health) { _ in }
    }
  }

  @Test func aDeviceThatGoesIsToldOnceAndFoundAgain() async throws {
    let sysfs = try FakeSysfs()
    let (events, continuation) = AsyncStream.makeStream(of: IIOEvent.self)
    let reader = IIOReader(
      name: IIOName("lis3mdl"), folder: sysfs.folder.path, intervalMicroseconds: 500
    ) {
      continuation.yield($0)
    }
    try reader.start()
    defer { reader.stop() }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next().map(word) == "missing")
    // The device is whole when its folder gets the name that is looked for.
    try sysfs.write("being made", FakeSysfs.lis3mdl)
    try move("being made", to: "iio:device3", in: sysfs)
    #expect(await iterator.next().map(word) == "found")
    #expect(await iterator.next().map(word) == "sample")
    // An empty file stands for a driver that has nothing to read any more.
    try sysfs.write("iio:device3", ["in_magn_x_raw": ""])
    #expect(await nextOtherThanASample(from: &iterator) == "failed")
    try move("iio:device3", to: "gone", in: sysfs)
    #expect(await nextOtherThanASample(from: &iterator) == "missing")
    try sysfs.write("gone", ["in_magn_x_raw": "7"])
    try move("gone", to: "iio:device0", in: sysfs)
    #expect(await iterator.next().map(word) == "found")
  }

  // A link to itself stands for a list that cannot be read: the system refuses to open it (ELOOP, open(2)).
  @Test func aListThatCannotBeReadIsNoAbsentDevice() async throws {
    let sysfs = try FakeSysfs()
    defer { withExtendedLifetime(sysfs) {} }
    let loop = sysfs.folder.path + "/loop"
    try #require(symlink("loop", loop) == 0)
    let (events, continuation) = AsyncStream.makeStream(of: IIOEvent.self)
    let reader = IIOReader(name: IIOName("lis3mdl"), folder: loop) { continuation.yield($0) }
    try reader.start()
    defer { reader.stop() }
    var iterator = events.makeAsyncIterator()
    guard case .failed(let error)? = await iterator.next() else {
      Issue.record("nothing is reported")
      return
    }
    #expect(error == .system(call: "opendir", path: loop, errno: ELOOP) && !error.isAbsence)
  }

  @Test func aSilentBufferIsReportedAndUsedAgainAfterTheDeviceWasAbsent() async throws {
    let sysfs = try FakeSysfs()
    defer { withExtendedLifetime(sysfs) {} }
    try sysfs.write("iio:device0", FakeSysfs.lis3mdl)
    let nodes = try sysfs.addBuffer(to: "iio:device0", trigger: "lis3mdl-trigger")
    // Opened for both, so that neither end waits for the other.
    let pipe = open("\(nodes)/iio:device0", O_RDWR | O_CLOEXEC)
    try #require(pipe >= 0)
    defer { close(pipe) }
    try fire(pipe, x: 1252)
    let (events, continuation) = AsyncStream.makeStream(of: IIOEvent.self)
    let reader = IIOReader(
      name: IIOName("lis3mdl"), folder: sysfs.folder.path, nodes: nodes, intervalMicroseconds: 500
    ) { continuation.yield($0) }
    try reader.start()
    defer { reader.stop() }
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next().map(word) == "found")
    #expect(await iterator.next().flatMap(instant) == Self.kernelTime)
    #expect(await iterator.next().map(word) == "silent")
    // Its files have the time of the reading.
    #expect(await iterator.next().map(word) == "found")
    #expect(await iterator.next().flatMap(instant) != Self.kernelTime)
    try sysfs.write("iio:device0", ["in_magn_x_raw": ""])
    try move("iio:device0", to: "gone", in: sysfs)
    var news = await nextOtherThanASample(from: &iterator)
    while news == "failed" { news = await nextOtherThanASample(from: &iterator) }
    #expect(news == "missing")
    try sysfs.write("gone", ["in_magn_x_raw": "1253"])
    try fire(pipe, x: 1253)
    try move("gone", to: "iio:device0", in: sysfs)
    #expect(await iterator.next().map(word) == "found")
    #expect(await iterator.next().flatMap(instant) == Self.kernelTime)
  }

  /// What the kernel's clock shows when the trigger fires.
  private static let kernelTime = Timestamp(microseconds: 5_000_000)

  /// The trigger fires: counts of 16 bits for x, −2169 and 2935, and the time in ns.
  private func fire(_ pipe: Int32, x: Int16) throws {
    var frame = withUnsafeBytes(of: x.littleEndian) { Array($0) }
    frame += [0x87, 0xf7, 0x77, 0x0b, 0, 0]
    let nanoseconds = Self.kernelTime.microseconds * 1000
    frame += withUnsafeBytes(of: nanoseconds.littleEndian) { Array($0) }
    try #require(write(pipe, frame, frame.count) == frame.count)
  }

  /// When an event's sample was measured; `nil` for another event.
  private func instant(_ event: IIOEvent) -> Timestamp? {
    if case .sample(let sample) = event { sample.time } else { nil }
  }

  private func nextOtherThanASample(
    from iterator: inout AsyncStream<IIOEvent>.Iterator
  ) async -> String? {
    while let event = await iterator.next() {
      // Where the machine is slow, what never changes here is taken for stuck.
      if !["sample", "stuck", "reset"].contains(word(event)) { return word(event) }
    }
    return nil
  }

  private func move(_ old: String, to new: String, in sysfs: FakeSysfs) throws {
    try #require(rename("\(sysfs.folder.path)/\(old)", "\(sysfs.folder.path)/\(new)") == 0)
  }

  private func word(_ event: IIOEvent) -> String {
    switch event {
    case .found: "found"
    case .sample: "sample"
    case .failed(.missing): "missing"
    case .failed(.faulty): "stuck"
    case .failed(.silent): "silent"
    case .failed: "failed"
    case .reset: "reset"
    }
  }
}
