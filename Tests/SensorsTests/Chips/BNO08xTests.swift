import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

/// A BNO08x on a scripted bus: transfers, packets and faults.
struct BNO08xTests {
  private let bus = ScriptedBus()
  private let clock = HandClock()
  private let hub: ScriptedHub
  private let device = PolledChip(.bno08x, at: 0x4A)

  init() { hub = ScriptedHub(bus) }

  private func poll() throws -> TimedMeasurement? { try device.poll(on: bus, clock: clock) }

  // 2 512 / 256 is 9.8125 m/s²; 512 / 512 is 1 rad/s; 320 / 16 is 20 µT.
  private static let all = ScriptedHub.packet(
    ScriptedHub.report(0x01, Vector3(0, -128, 2512)),
    ScriptedHub.report(0x07, Vector3(512, 0, -256)),
    ScriptedHub.report(0x0F, Vector3(320, 0, -640)))

  @Test func setUpEmptiesTheHubAndAsksForThreeReportsAt100Hz() throws {
    hub.queue = [ScriptedHub.advertisement]
    try device.setUp(on: bus, clock: clock)
    #expect(hub.intervals == [0x01: 10_000, 0x07: 10_000, 0x0F: 10_000])
    #expect(
      bus.writes == [
        // 16 bytes on channel 2: command 7, calibration of nothing
        .write([0, 2, 0, 0xF2, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0], to: 0x10, of: 0x4A),
        // 21 bytes: feature 1, every 0x2710 = 10 000 µs
        .write(
          [0, 2, 1, 0xFD, 1, 0, 0, 0, 0x10, 0x27, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], to: 0x15, of: 0x4A),
        .write(
          [0, 2, 2, 0xFD, 7, 0, 0, 0, 0x10, 0x27, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], to: 0x15, of: 0x4A),
        .write(
          [0, 2, 3, 0xFD, 15, 0, 0, 0, 0x10, 0x27, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], to: 0x15, of: 0x4A
        ),
      ])
    #expect(clock.now == Timestamp(microseconds: 0))  // the other chips do not wait
  }

  @Test func aPacketIsReadInTwoStepsUntilNothingIsLeft() throws {
    try device.setUp(on: bus, clock: clock)
    hub.queue = [Self.all]
    bus.forgetTransfers()
    let measurement = try #require(try poll()).measurement
    #expect(
      bus.transfers == [
        .receive(count: 4, from: 0x4A), .receive(count: 51, from: 0x4A),
        .receive(count: 4, from: 0x4A),
      ])
    expectVector(measurement.acceleration?.metresPerSecondSquared, 0, -0.5, 9.8125)
    expectVector(measurement.angularRate?.radiansPerSecond, 1, 0, -0.5)
    expectVector(measurement.magneticField?.microtesla, 20, 0, -40)
  }

  @Test func reportsInSeparatePacketsAreOneMeasurementWithoutTheMissingOnes() throws {
    try device.setUp(on: bus, clock: clock)
    hub.queue = [0x01, 0x07].map { ScriptedHub.packet(ScriptedHub.report($0, Vector3(1, 2, 3))) }
    let measurement = try #require(try poll()).measurement
    #expect(measurement.acceleration != nil && measurement.angularRate != nil)
    #expect(measurement.magneticField == nil)
    #expect(try poll() == nil)
  }

  @Test func reportsThatWereNotRequestedAreSkipped() throws {
    try device.setUp(on: bus, clock: clock)
    let rotation = [UInt8(0x05)] + [UInt8](repeating: 7, count: 13)
    hub.queue = [ScriptedHub.packet(rotation, ScriptedHub.report(0x0F, Vector3(16, 32, 48)))]
    expectVector(try poll()?.measurement.magneticField?.microtesla, 1, 2, 3)
  }

  @Test func aHubThatRestartedGetsItsRequestsAgainWithoutAReset() throws {
    try device.setUp(on: bus, clock: clock)
    hub.queue = [ScriptedHub.advertisement]
    #expect(throws: ChipError.restarted) { try poll() }
    try device.setUp(on: bus, clock: clock)
    #expect(hub.resets == 0 && hub.intervals.count == 3)
  }

  @Test func aHubThatIsSetUpAgainForAnotherReasonIsResetFirst() throws {
    try device.setUp(on: bus, clock: clock)
    try device.setUp(on: bus, clock: clock)
    #expect(hub.resets == 1 && hub.intervals.isEmpty)
    #expect(throws: ChipError.restarted) { try poll() }
    try device.setUp(on: bus, clock: clock)
    #expect(hub.resets == 1 && hub.intervals.count == 3)
  }

  @Test func aMalformedPacketIsABusError() throws {
    try device.setUp(on: bus, clock: clock)
    var spoiled = Self.all
    spoiled[9] = 0x81  // a bit of the report's number
    hub.queue = [spoiled]
    #expect(throws: ChipError.bus(.shortRead(address: 0x4A))) { try poll() }
  }

  @Test func anotherChipAtItsAddressIsNotWrittenTo() {
    bus.senders[0x4A] = { _ in [0x12, 0x34, 0x12, 0x34] }
    #expect(throws: ChipError.notTheChip) { try device.setUp(on: bus, clock: clock) }
    #expect(bus.writes.isEmpty)
  }

  /// An ADS1115 at 641 counts: its bytes look like the header of a part of a packet, of 258 bytes on the channel of
  /// answers.
  private static let converter = (0..<129).flatMap { _ in [0x02, 0x81] as [UInt8] }

  // It is found by what it has to say, an ADS1115 (sixteen bits over and over), a PCF8591 and zeros are not it, and
  // nobody is told a register's number there.
  @Test(
    arguments: [
      (ScriptedHub.advertisement, true), (all, true), ([0x05, 0x00, 0x05, 0x00, 0x05], false),
      ([0x05, 0x00, 0x00, 0x00, 0x00], false), ([], false), (converter, false),
    ] as [([UInt8], Bool)])
  func aHubIsIdentifiedOnlyByAValidPacket(_ packet: [UInt8], _ isFound: Bool) {
    hub.queue = packet.isEmpty ? [] : [packet]
    var probe = Probe(bus, clock: clock)
    probe.run()
    #expect(probe.found.map(\.chip.name) == (isFound ? ["BNO08x"] : []))
    #expect(bus.writes.isEmpty)
    let asked = bus.transfers.filter { if case .read(_, _, 0x4A) = $0 { true } else { false } }
    #expect(asked.isEmpty)
  }

  @Test func aSilentHubIsFoundIfTheConfigurationNamesIt() throws {
    var probe = Probe(bus, clock: clock, chosen: [try ChosenChip(parsing: "bno08x@0x4A")])
    probe.run()
    #expect(probe.found.map(\.chip.name) == ["BNO08x"])
  }

  // raspberrypi/linux #254: wrong bits, and no error.
  @Test(arguments: [(Chip.bno08x, 0x4A), (.bno055, 0x28)] as [(Chip, UInt8)])
  func onABusWithoutClockStretchingAHubIsIdentifiedAndNotRead(_ chip: Chip, _ address: UInt8) throws
  {
    if address == 0x28 {
      bus.connect(0x28, [0x00: 0xA0, 0x01: 0xFB, 0x02: 0x32, 0x03: 0x0F])
    } else {
      hub.queue = [ScriptedHub.advertisement]
    }
    bus.canStretchClock = false
    var probe = Probe(bus, clock: clock)
    probe.run()
    let found = try #require(probe.found.first)
    #expect(found.missing == .clockStretching && found.sentence.contains("i2c-gpio"))
    #expect(throws: ChipError.noClockStretching) {
      try PolledChip(chip, at: address).setUp(on: bus, clock: clock)
    }
    #expect(bus.writes.isEmpty)
    // Who names the chip gets it.
    let chosen = try ChosenChip(parsing: "\(chip.driver)@\(hexadecimal(address))")
    #expect(!chosen.chip.stretchesClock)
  }

  // 100 Hz for 5 s, then nothing, then a start: told, and well again.
  @Test func samplingGoesOnAfterSilenceAndARestartOfTheHub() throws {
    var next = Timestamp(microseconds: 0)
    var isSilent = false
    var count = 0.0
    hub.queue = [ScriptedHub.advertisement]
    hub.beforeReading = { [hub, clock] in
      guard hub.intervals.count == 3, !isSilent, clock.now >= next else { return }
      next = clock.now.advanced(byMicroseconds: 10_000)
      count += 1
      hub.queue.append(
        ScriptedHub.packet(
          ScriptedHub.report(0x01, Vector3(count, 0, 2512)),
          ScriptedHub.report(0x07, Vector3(count, 0, 0)),
          ScriptedHub.report(0x0F, Vector3(320, count, -640))))
    }
    var samples = 0
    var faults: [ChipFault] = []
    let runner = BusRunner(
      clock: clock,
      listener: .init(
        sample: { _, _ in samples += 1 },
        event: { if case .failed(let fault) = $1 { faults.append(fault) } },
        probed: { _, _ in }, unavailable: { _ in }),
      open: { [bus] () throws(I2CError) in bus })
    func run(seconds: Int64) {
      let end = clock.now.advanced(byMicroseconds: seconds * 1_000_000)
      while clock.now < end { clock.sleep(until: runner.step()) }
    }
    run(seconds: 5)
    #expect((450...505).contains(samples) && faults.isEmpty)
    isSilent = true
    run(seconds: 1)
    #expect(faults.first == ChipFault(.silent))
    isSilent = false
    run(seconds: 3)
    #expect(hub.resets == 1 && faults.last == ChipFault(cause: .restarted))
    let before = samples
    hub.queue = [ScriptedHub.advertisement]
    run(seconds: 2)
    #expect(samples - before > 150 && hub.resets == 1)
  }
}
