import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

/// A bus with one QMC5883L that measures each 10 ms, and what a sampler tells of it.
private final class Bench {
  let bus = ScriptedBus()
  let clock = HandClock()
  /// What opening the bus answers; `nil` opens it.
  var refusal: I2CError?
  private(set) var opened = 0
  private(set) var samples: [Sample] = []
  private(set) var events: [BusSampler.Event] = []
  private(set) var eventTimes: [Timestamp] = []
  /// Counts of x; changed with each measurement while `isAlive`.
  var x: Int16 = 1200
  var isAlive = true
  /// What the six bytes of data are, instead of a measurement.
  var data: [UInt8]?
  /// STATUS, where there is something new.
  var status: UInt8 = 1
  private var lastMeasurement: Int64 = 0
  private var sampler: BusSampler?

  /// - Parameters:
  ///   - more: chips after it, by index.
  ///   - others: chips before it, by index.
  func start(with more: [PolledChip] = [], after others: [PolledChip] = []) -> BusSampler {
    plug()
    bus.onRead = { [unowned self] bus, address, register in
      if address == 0x68, register == 0x3A {
        bus.set(0x3C, of: address, to: UInt8(clock.now.microseconds / 4_000 & 0x3F))
      }
      guard address == 0x0D, register == 0x06 else { return }
      let measurement = clock.now.microseconds / 10_000
      guard measurement > lastMeasurement else { return bus.set(0x06, of: address, to: 0) }
      lastMeasurement = measurement
      if isAlive { x = x % 2000 + 1 }
      bus.set(
        0x00, of: address, to: UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: x >> 8), 0,
        1,
        0, 1)
      if let data { bus.set(0x00, of: address, to: data) }
      bus.set(0x06, of: address, to: status)
    }
    let sampler = BusSampler(
      chips: others + [PolledChip(.qmc5883L, at: 0x0D)] + more, clock: clock,
      open: { [unowned self] () throws(I2CError) in
        if let refusal { throw refusal }
        opened += 1
        return bus
      },
      onSample: { [unowned self] _, sample in samples.append(sample) },
      onEvent: { [unowned self] _, event in
        events.append(event)
        eventTimes.append(clock.now)
      })
    self.sampler = sampler
    return sampler
  }

  func plug() { bus.connect(0x0D, [0x0D: 0xFF, 0x0C: 0x01]) }

  func run(milliseconds: Int64) {
    clock.run(milliseconds: milliseconds) { sampler?.step() }
  }

  /// The adapter is unplugged for a second.
  func replugAdapter() {
    bus.fail(.adapterGone, count: 1)
    refusal = .noSuchBus(name: "i2c-tiny-usb")
    run(milliseconds: 1000)
    refusal = nil
  }
}

struct BusSamplerTests {
  @Test func samplesComeAtTheChipsRateWithTheTimeOfTheTransfer() throws {
    let bench = Bench()
    let sampler = bench.start()
    bench.run(milliseconds: 3000)
    #expect(bench.events == [.started])
    let rate = try #require(sampler.statistics[0].rateHz)
    #expect(abs(rate - 100) < 2)
    let jitter = try #require(sampler.statistics[0].jitterP99)
    #expect(jitter <= 1300)  // a sixteenth of the period, twice
    for (earlier, later) in zip(bench.samples, bench.samples.dropFirst()) {
      #expect(earlier.time < later.time)
    }
    #expect(bench.samples.last?.magneticField?.microtesla.y == 256 * 100 / 3000.0)
  }

  @Test func oneFailedTransferIsCountedAndForgiven() {
    let bench = Bench()
    let sampler = bench.start()
    bench.run(milliseconds: 1000)
    bench.bus.fail(.timedOut(address: 0x0D), count: 4, at: 0x0D)
    bench.run(milliseconds: 1000)
    #expect(bench.events == [.started])
    #expect(sampler.statistics[0].counts.errors.timeout == 4)
    #expect(sampler.statistics[0].counts.errors.total == 4)
    #expect(sampler.statistics[0].counts.resets == 0)
  }

  @Test func anUnplugIsToldWithinAQuarterOfASecondAndTheReplugWithinOne() throws {
    let bench = Bench()
    _ = bench.start()
    bench.run(milliseconds: 1000)
    let unplugged = bench.clock.now
    bench.bus.disconnect(0x0D)
    bench.run(milliseconds: 5000)
    #expect(
      bench.events == [.started, .failed(ChipFault(cause: .bus(.noAcknowledge(address: 0x0D))))])
    #expect(try #require(bench.eventTimes.last).microseconds(since: unplugged) <= 250_000)
    let replugged = bench.clock.now
    bench.plug()
    bench.run(milliseconds: 2000)
    #expect(bench.events.last == .started)
    #expect(try #require(bench.eventTimes.last).microseconds(since: replugged) <= 1_000_000)
  }

  @Test func aBusThatIsGoneIsClosedAndOpenedAgain() throws {
    let bench = Bench()
    _ = bench.start()
    bench.run(milliseconds: 1000)
    bench.bus.fail(.adapterGone, count: 1)
    bench.refusal = .noSuchBus(name: "i2c-tiny-usb")
    let unplugged = bench.clock.now
    bench.run(milliseconds: 3000)
    #expect(bench.events == [.started, .failed(ChipFault(cause: .bus(.adapterGone)))])
    #expect(try #require(bench.eventTimes.last).microseconds(since: unplugged) <= 250_000)
    #expect(bench.opened == 1)
    bench.refusal = nil
    let replugged = bench.clock.now
    bench.run(milliseconds: 1500)
    #expect(bench.opened == 2)
    #expect(bench.events.last == .started)
    #expect(try #require(bench.eventTimes.last).microseconds(since: replugged) <= 1_000_000)
  }

  // Less than the three seconds of a loss after which `BusRunner` probes the bus again.
  @Test func afterALossOfTheBusAChipMeasuresAgainBesideOneThatLacksItsFirmware() {
    let bench = Bench()
    bench.bus.connect(0x68, [0x00: 0x24])
    _ = bench.start(with: [PolledChip(.bmi270, at: 0x68)])
    bench.run(milliseconds: 1000)
    expectSamplesAfterReplug(bench)
  }

  /// The adapter is unplugged and plugged in again, and a chip measures within the next second.
  private func expectSamplesAfterReplug(
    _ bench: Bench, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    bench.replugAdapter()
    let samples = bench.samples.count
    bench.run(milliseconds: 1000)
    #expect(bench.opened == 2, sourceLocation: sourceLocation)
    #expect(bench.events.last == .started, sourceLocation: sourceLocation)
    // 100 a second, but for up to 0.25 s until the bus is opened again, and the set-up.
    #expect(bench.samples.count > samples + 60, sourceLocation: sourceLocation)
  }

  // Without an identity nothing answers at the second chip's address.
  @Test(arguments: [0x33, nil] as [UInt8?], [true, false])
  func afterALossOfTheBusAChipMeasuresAgainBesideOneThatIsAbsent(
    _ identity: UInt8?, _ isAbsentOneFirst: Bool
  ) {
    let bench = Bench()
    if let identity { bench.bus.connect(0x68, [0x75: identity]) }
    let absent = [PolledChip(.mpu6050, at: 0x68)]
    _ = isAbsentOneFirst ? bench.start(after: absent) : bench.start(with: absent)
    bench.run(milliseconds: 1000)
    expectSamplesAfterReplug(bench)
  }

  // The read of the status is followed by the loss, each time that the chip was set up.
  @Test func aBusThatIsLostAgainBeforeAMeasurementIsReportedOnce() {
    let bench = Bench()
    _ = bench.start()
    bench.run(milliseconds: 1000)
    bench.bus.onRead = { bus, _, register in
      if register == 0x06 { bus.fail(.adapterGone, count: 1) }
    }
    bench.run(milliseconds: 3000)
    #expect(bench.events == [.started, .failed(ChipFault(cause: .bus(.adapterGone)))])
    #expect(bench.opened > 5)
  }

  @Test func countsThatDoNotChangeAreStuckAfterThreeSecondsAndTheChipIsSetUpAgain() throws {
    let bench = Bench()
    let sampler = bench.start()
    bench.run(milliseconds: 1000)
    bench.isAlive = false
    bench.run(milliseconds: 2900)
    #expect(bench.events == [.started])
    bench.run(milliseconds: 300)
    #expect(bench.events == [.started, .failed(ChipFault(.stuck))])
    bench.isAlive = true
    bench.run(milliseconds: 500)
    #expect(bench.events.last == .started)
    #expect(sampler.statistics[0].counts.resets == 1)
  }

  @Test func aChipThatLostItsSettingsIsSetUpAgain() {
    let bench = Bench()
    let sampler = bench.start()
    bench.run(milliseconds: 1000)
    bench.bus.set(0x09, of: 0x0D, to: 0)
    bench.run(milliseconds: 1000)
    #expect(
      bench.events == [.started, .failed(ChipFault(cause: .configurationLost(0x09))), .started])
    #expect(sampler.statistics[0].counts.resets == 1)
    #expect(bench.bus.devices[0x0D]?[0x09] == 0x19)
  }

  @Test func anotherChipAtTheAddressIsNotWrittenTo() {
    let bench = Bench()
    _ = bench.start()
    bench.run(milliseconds: 1000)
    bench.bus.disconnect(0x0D)
    bench.run(milliseconds: 1000)
    bench.bus.connect(0x0D, [0x0D: 0x33])
    bench.bus.forgetTransfers()
    bench.run(milliseconds: 2000)
    #expect(bench.events.last == .failed(ChipFault(cause: .notTheChip)))
    #expect(bench.bus.writes.isEmpty)
  }

  // Less than 0.3 s may be chance, as of a gyro at rest; those measurements are not delivered either.
  @Test(arguments: [(UInt8(0x00), SensorFault.allZero), (0xFF, .allOnes)])
  func nothingButZerosOrOnesIsAFaultAndNoSample(_ byte: UInt8, _ fault: SensorFault) {
    let bench = Bench()
    _ = bench.start()
    bench.run(milliseconds: 1000)
    let count = bench.samples.count
    bench.data = [UInt8](repeating: byte, count: 6)
    bench.run(milliseconds: 250)
    #expect(bench.events == [.started] && bench.samples.count == count)
    bench.run(milliseconds: 100)
    #expect(bench.events == [.started, .failed(ChipFault(fault))])
    bench.run(milliseconds: 5000)
    #expect(bench.samples.count == count)
    bench.data = nil
    bench.run(milliseconds: 1000)
    #expect(bench.events == [.started, .failed(ChipFault(fault)), .started])
  }

  @Test func aSecondOfOverflowIsSaturation() {
    let bench = Bench()
    let sampler = bench.start()
    bench.run(milliseconds: 1000)
    bench.status = 0b011
    bench.run(milliseconds: 900)
    #expect(bench.events == [.started])
    bench.run(milliseconds: 200)
    #expect(bench.events == [.started, .failed(ChipFault(.saturated))])
    #expect(sampler.statistics[0].counts.overflows > 80)
  }

  @Test func aChipThatMeasuresNothingNewIsSilent() {
    let bench = Bench()
    _ = bench.start()
    bench.run(milliseconds: 1000)
    bench.status = 0
    bench.run(milliseconds: 250)
    #expect(bench.events == [.started, .failed(ChipFault(.silent))])
  }

  // While something turns, a field that stands still for a second is stuck.
  @Test func inMotionAFieldIsStuckSooner() {
    let bench = Bench()
    bench.bus.connect(0x68, [0x75: 0x68])
    // 20 °/s about x, and an acceleration that changes
    bench.bus.set(0x3A, of: 0x68, to: 1, 0, 0, 0, 0, 0x20, 0, 0, 0, 0x02, 0x90, 0, 0, 0, 0)
    _ = bench.start(with: [PolledChip(.mpu6050, at: 0x68)])
    bench.run(milliseconds: 1000)
    bench.isAlive = false
    bench.run(milliseconds: 1500)
    #expect(bench.events == [.started, .started, .failed(ChipFault(.stuck))])
  }

  // 340 counts a °C, 0 at 36.53 °C: −3 401 are 10.003 °C less, of which a hundredth is kept.
  @Test func aSampleHasTheTemperatureOfItsChip() {
    let bench = Bench()
    bench.bus.connect(0x68, [0x75: 0x68])
    bench.bus.set(0x3A, of: 0x68, to: 1, 0, 0, 0, 0, 0x20, 0, 0xF2, 0xB7, 0, 0, 0, 0, 0, 0)
    _ = bench.start(with: [PolledChip(.mpu6050, at: 0x68)])
    bench.run(milliseconds: 500)
    let (rates, fields) = (
      bench.samples.filter { $0.angularRate != nil },
      bench.samples.filter { $0.magneticField != nil }
    )
    #expect(rates.count > 30 && rates.allSatisfy { $0.temperatureCelsius == 26.53 })
    #expect(fields.count > 30 && fields.allSatisfy { $0.temperatureCelsius == nil })
  }
}
