import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct BMI270Tests {
  private static let code = (0..<8_192).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 >> 8) }

  /// A chip that runs any code of 8 192 bytes, and says so with `state`.
  private func chip(
    state: UInt8 = 0x01, leak: UInt8 = 0
  ) throws -> (setUp: SetUp, taken: Taken) {
    let taken = Taken()
    let setUp = try SetUp(.bmi270, [0x00: 0x24], firmware: Self.code) {
      bus, address, register, bytes in
      if register == 0x5E { taken.bytes += bytes }
      guard register == 0x59 else { return }
      let runs = bytes == [0x01] && taken.bytes.count == 8_192
      bus.set(0x21, of: address, to: runs ? state : 0)
      bus.set(0x3C, of: address, to: leak)
    }
    return (setUp, taken)
  }

  private final class Taken {
    var bytes: [UInt8] = []
  }

  @Test func setUpUploadsTheFirmwareAndMeasuresAHundredTimesASecond() throws {
    let (setUp, taken) = try chip()
    let isUpload = { (line: String) in line.hasPrefix("0x5B") || line.hasPrefix("0x5E") }
    #expect(
      setUp.written.filter { !isUpload($0) } == [
        "0x7E = 0xB6", "0x7C = 0x00", "0x59 = 0x00", "0x59 = 0x01", "0x40 = 0xA8", "0x41 = 0x01",
        "0x42 = 0xE8", "0x43 = 0x01", "0x7D = 0x0E", "0x2F = 0x00",
      ])
    #expect(taken.bytes == Self.code)
  }

  // A word is two bytes: the piece that begins with byte 8 160 begins with word 4 080, 0xFF0.
  @Test func eachPieceIsPrecededByTheNumberOfItsWord() throws {
    let places = try chip().setUp.written.filter { $0.hasPrefix("0x5B") }
    #expect(places.count == 256)
    #expect(places.prefix(3) == ["0x5B = 0x00 0x00", "0x5B = 0x00 0x01", "0x5B = 0x00 0x02"])
    #expect(places.last == "0x5B = 0x00 0xFF")
  }

  // At most SMBus's 32 bytes at once; there are shorter codes of the maker's too, of 328 bytes and
  // more.
  @Test func shorterFirmwareIsUploadedCompletely() throws {
    let code = Array(Self.code.prefix(340))
    let bus = ScriptedBus()
    bus.connect(0x68, [0x00: 0x24, 0x21: 0x01])
    var sizes: [Int] = []
    bus.onWrite = { bus, address, register, bytes in
      if register == 0x5E { sizes.append(bytes.count) }
    }
    try PolledChip(.bmi270, at: 0x68, firmware: { _ in code }).setUp(on: bus, clock: HandClock())
    #expect(sizes == Array(repeating: 32, count: 10) + [20])
  }

  @Test(arguments: [nil, 0, 8_191, 8_194]) func withoutFirmwareNothingIsWritten(_ count: Int?)
    throws
  {
    let bus = ScriptedBus()
    bus.connect(0x69, [0x00: 0x24])
    let device = PolledChip(
      .bmi270, at: 0x69, firmware: { _ in count.map { [UInt8](repeating: 1, count: $0) } })
    let firmware = Firmware(file: "bmi270-init-data.fw", most: 8_192)
    #expect(throws: ChipError.noFirmware(firmware)) {
      try device.setUp(on: bus, clock: HandClock())
    }
    #expect(bus.writes.isEmpty)
    #expect(
      "\(ChipFault(cause: .noFirmware(firmware)))"
        == "its firmware is not in /lib/firmware/bmi270-init-data.fw; install linux-firmware, "
        + "which contains bmi270-init-data.fw since April 2025, or copy the file there")
  }

  // 2: init_err, as the chip says of code that does not fit.
  @Test func setUpFailsIfTheFirmwareDoesNotRun() {
    #expect(throws: ChipError.notReady(0x21)) { try chip(state: 0x02) }
  }

  @Test func aFailedTransferDuringTheUploadIsReported() {
    let bus = ScriptedBus()
    bus.connect(0x68, [0x00: 0x24])
    bus.fail(.timedOut(address: 0x68), count: 1, at: 0x68, after: 200)
    let device = PolledChip(.bmi270, at: 0x68, firmware: { _ in Self.code })
    #expect(throws: ChipError.bus(.timedOut(address: 0x68))) {
      try device.setUp(on: bus, clock: HandClock())
    }
  }

  // Acceleration first: 8 192 is 1 g; 328 is 10 °/s.
  @Test func bytesAreAccelerationThenRate() throws {
    let polled = try chip().setUp.poll([
      (0x0C, [0, 0, 0, 0xE0, 0x00, 0x20, 0x48, 0x01, 0xB8, 0xFE, 0, 0]), (0x03, [0xC0]),
    ])
    expectVector(
      polled?.measurement.acceleration?.metresPerSecondSquared, 0, -9.80665, 9.80665)
    let degree = Double.pi / 180
    expectVector(polled?.measurement.angularRate?.radiansPerSecond, 10 * degree, -10 * degree, 0)
  }

  // GYR_CAS of seven bits: 0x70 is −16, 0x10 is 16; of z's 5 120 counts 160 are in x, 32.8 for 1
  // °/s.
  @Test(arguments: [(0x70, 1.0), (0x10, -1), (0xF0, 1)] as [(UInt8, Double)])
  func theCrossAxisSensitivityOfZIsSubtractedFromX(_ leak: UInt8, _ sign: Double) throws {
    let polled = try chip(leak: leak).setUp.poll([
      (0x0C, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x14]), (0x03, [0xC0]),
    ])
    let unit = Double.pi / 180 / 32.8
    expectVector(
      polled?.measurement.angularRate?.radiansPerSecond, sign * 160 * unit, 0, 5_120 * unit)
  }

  @Test(arguments: [0x40, 0x80, 0x30] as [UInt8]) func aMeasurementNeedsBothSensorsReady(
    _ status: UInt8
  ) throws {
    #expect(try chip().setUp.poll([(0x03, [status])]) == nil)
  }

  @Test func theSentenceOfAFoundChipNamesItsMissingFirmware() throws {
    let bus = ScriptedBus()
    bus.connect(0x68, [0x00: 0x24])
    var without = Probe(bus, clock: HandClock())
    without.run()
    #expect(
      without.found.map(\.sentence) == [
        "0x68 is a BMI270. Using driver bmi270. It cannot measure yet: its firmware is not in "
          + "/lib/firmware/bmi270-init-data.fw; install linux-firmware, which contains "
          + "bmi270-init-data.fw since April 2025, or copy the file there."
      ])
    var with = Probe(
      bus, clock: HandClock(),
      firmware: {
        $0 == "bmi270-init-data.fw" ? Self.code : nil
      })
    with.run()
    #expect(with.found.map(\.sentence) == ["0x68 is a BMI270. Using driver bmi270."])
    #expect(bus.writes.isEmpty)
  }

  @Test func firmwareInstalledLaterIsUsedAtTheNextSetUp() {
    let bus = ScriptedBus()
    bus.connect(0x68, [0x00: 0x24, 0x21: 0x01])
    let clock = HandClock()
    var code: [UInt8]?
    var events: [BusSampler.Event] = []
    var counts: UInt8 = 0
    bus.onRead = { bus, address, register in
      guard register == 0x0C else { return }
      counts &+= 1
      bus.set(0x0C, of: address, to: [counts, 0, 0, 0, 0, 0x20, counts, 0, 0, 0, 0, 0])
      bus.set(0x03, of: address, to: 0xC0)
    }
    bus.set(0x03, of: 0x68, to: 0xC0)
    let sampler = BusSampler(
      chips: [PolledChip(.bmi270, at: 0x68, firmware: { _ in code })], clock: clock, open: { bus },
      onSample: { _, _ in }, onEvent: { events.append($1) })
    func run(milliseconds: Int64) {
      let end = clock.now.advanced(byMicroseconds: milliseconds * 1_000)
      while clock.now < end { clock.sleep(until: sampler.step()) }
    }
    run(milliseconds: 3_000)
    let firmware = Firmware(file: "bmi270-init-data.fw", most: 8_192)
    #expect(events == [.failed(ChipFault(cause: .noFirmware(firmware)))])  // told once
    code = Self.code
    run(milliseconds: 2_000)
    #expect(events == [.failed(ChipFault(cause: .noFirmware(firmware))), .started])
  }
}
