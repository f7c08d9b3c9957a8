import I2C
import Quantities
import Sensors
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
  private var lastMeasurement: Int64 = 0
  private var sampler: BusSampler?

  func start() -> BusSampler {
    plug()
    bus.onRead = { [unowned self] bus, address, register in
      guard register == 0x06 else { return }
      let measurement = clock.now.microseconds / 10_000
      guard measurement > lastMeasurement else { return bus.set(0x06, of: address, to: 0) }
      lastMeasurement = measurement
      if isAlive { x = x % 2000 + 1 }
      bus.set(
        0x00, of: address, to: UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: x >> 8), 0,
        1,
        0, 1)
      bus.set(0x06, of: address, to: 1)
    }
    let sampler = BusSampler(
      devices: [Device(.qmc5883L, at: 0x0D)], clock: clock,
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
    let end = clock.now.advanced(byMicroseconds: milliseconds * 1000)
    while let next = sampler?.step(), next < end { clock.sleep(until: next) }
    clock.sleep(until: end)
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
    let jitter = try #require(sampler.statistics[0].jitterMicroseconds)
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
    #expect(sampler.statistics[0].errors == 4)
    #expect(sampler.statistics[0].resets == 0)
  }

  @Test func anUnplugIsToldWithinAQuarterOfASecondAndTheReplugWithinOne() throws {
    let bench = Bench()
    _ = bench.start()
    bench.run(milliseconds: 1000)
    let unplugged = bench.clock.now
    bench.bus.disconnect(0x0D)
    bench.run(milliseconds: 5000)
    #expect(bench.events == [.started, .failed(.bus(.noAcknowledge(address: 0x0D)))])
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
    #expect(bench.events == [.started, .failed(.bus(.adapterGone))])
    #expect(try #require(bench.eventTimes.last).microseconds(since: unplugged) <= 250_000)
    #expect(bench.opened == 1)
    bench.refusal = nil
    let replugged = bench.clock.now
    bench.run(milliseconds: 1500)
    #expect(bench.opened == 2)
    #expect(bench.events.last == .started)
    #expect(try #require(bench.eventTimes.last).microseconds(since: replugged) <= 1_000_000)
  }

  @Test func countsThatDoNotChangeAreStuckAfterThreeSecondsAndTheChipIsSetUpAgain() throws {
    let bench = Bench()
    let sampler = bench.start()
    bench.run(milliseconds: 1000)
    bench.isAlive = false
    bench.run(milliseconds: 2900)
    #expect(bench.events == [.started])
    bench.run(milliseconds: 300)
    #expect(bench.events == [.started, .failed(.stuck)])
    bench.isAlive = true
    bench.run(milliseconds: 500)
    #expect(bench.events.last == .started)
    #expect(sampler.statistics[0].resets == 1)
  }

  @Test func aChipThatLostItsSettingsIsSetUpAgain() {
    let bench = Bench()
    let sampler = bench.start()
    bench.run(milliseconds: 1000)
    bench.bus.set(0x09, of: 0x0D, to: 0)
    bench.run(milliseconds: 1000)
    #expect(bench.events == [.started, .failed(.configurationLost(0x09)), .started])
    #expect(sampler.statistics[0].resets == 1)
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
    #expect(bench.events.last == .failed(.notTheChip))
    #expect(bench.bus.writes.isEmpty)
  }
}
