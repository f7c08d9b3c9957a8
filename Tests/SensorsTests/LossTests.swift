import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

/// A QMC5883L at any rate, on a bus whose transfers take their time, and when its loss is told.
private final class Bench {
  let bus = ScriptedBus()
  let clock = HandClock()
  private(set) var events: [(event: BusSampler.Event, time: Timestamp)] = []
  private(set) var statistics = SamplingStatistics()
  private var sampler: BusSampler?
  private var lastMeasurement: Int64 = 0
  private var x: UInt8 = 0

  /// - Parameter transferMicroseconds: of each transfer, one that fails too.
  init(rateHz: Double, transferMicroseconds: Int64) {
    var chip = Chip.qmc5883L
    chip.rateHz = rateHz
    plug()
    let period = Int64(1_000_000 / rateHz)
    bus.onRead = { [unowned self] bus, address, register in
      clock.sleep(until: clock.now.advanced(byMicroseconds: transferMicroseconds))
      guard address == 0x0D, register == 0x06 else { return }
      let measurement = clock.now.microseconds / period
      bus.set(0x06, of: address, to: measurement > lastMeasurement ? 1 : 0)
      lastMeasurement = measurement
      x = x &+ 1 == 0 ? 1 : x &+ 1
      bus.set(0x00, of: address, to: x, 4, 0, 1, 0, 1)
    }
    sampler = BusSampler(
      chips: [PolledChip(chip, at: 0x0D)], clock: clock,
      open: { [unowned self] () throws(I2CError) in bus }, onSample: { _, _ in },
      onEvent: { [unowned self] _, event in events.append((event, clock.now)) })
  }

  func plug() { bus.connect(0x0D, [0x0D: 0xFF, 0x0C: 0x01]) }

  func run(milliseconds: Int64) {
    clock.run(milliseconds: milliseconds) { sampler?.step() }
    sampler.map { statistics = $0.statistics[0] }
  }
}

struct LossTests {
  /// Chips' rates, the slowest that the QMC5883L has too, and transfers of a fast bus and of one that
  /// takes a tenth of a second to give up.
  private static let benches: [(rateHz: Double, transferMicroseconds: Int64)] = [
    (200, 300), (100, 300), (100, 6000), (75, 3000), (10, 300), (10, 6000), (100, 100_000),
  ]

  // A quarter of a second, less a tick of 60 Hz and the 3 ms that a tick waits for late samples.
  private static let limit: Int64 = 250_000 - 16_667 - 3000

  @Test(arguments: benches, [0, 3, 7, 42, 61, 99])
  func aChipThatIsGoneIsToldInTimeAtWhicheverMomentItGoes(
    _ bench: (rateHz: Double, transferMicroseconds: Int64), _ moment: Int64
  ) throws {
    let (rate, transfer) = bench
    // What fails so slowly takes two transfers before anybody can know.
    let quick = transfer < 100_000
    let bench = Bench(rateHz: rate, transferMicroseconds: quick ? transfer : 300)
    bench.run(milliseconds: 2000 + moment)
    #expect(bench.events.map(\.event) == [.started])
    let unplugged = bench.clock.now
    if quick {
      bench.bus.disconnect(0x0D)
    } else {
      bench.bus.onRead = { _, _, _ in
        bench.clock.sleep(until: bench.clock.now.advanced(byMicroseconds: transfer))
      }
      bench.bus.fail(.timedOut(address: 0x0D), count: 1000)
    }
    bench.run(milliseconds: 1000)
    #expect(bench.events.count == 2)
    let told = try #require(bench.events.last)
    guard case .failed(let fault) = told.event, fault.kind == .bus else {
      Issue.record("\(told.event)")
      return
    }
    #expect(told.time.microseconds(since: unplugged) <= Self.limit)
  }

  @Test(arguments: [10.0, 75, 100, 200], [1, 2])
  func aFailedTransferNowAndThenIsNoLoss(_ rate: Double, _ inARow: Int) {
    let bench = Bench(rateHz: rate, transferMicroseconds: 3000)
    bench.run(milliseconds: 1000)
    for _ in 0..<20 {
      bench.bus.fail(.noAcknowledge(address: 0x0D), count: inARow, at: 0x0D)
      bench.run(milliseconds: 331)
    }
    #expect(bench.events.map(\.event) == [.started])
    #expect(bench.statistics.counts.errors.total == 20 * inARow)
    #expect(bench.statistics.counts.resets == 0)
  }

  // At 100 kHz a status takes 0.4 ms and six bytes 0.8; an adapter on USB takes 1 to 3 for each.
  @Test(arguments: [300, 600, 2000])
  func noMeasurementIsMissedOnASlowBus(_ transferMicroseconds: Int64) throws {
    let bench = Bench(rateHz: 100, transferMicroseconds: transferMicroseconds)
    bench.run(milliseconds: 10_000)
    let rate = try #require(bench.statistics.rateHz)
    #expect(abs(rate - 100) < 1)
  }

  // A loaded machine: the thread did not run for a while, and the first transfer after that fails.
  @Test func aHiccupOfTheMachineIsNoLoss() {
    let bench = Bench(rateHz: 100, transferMicroseconds: 300)
    bench.run(milliseconds: 1000)
    for pause: Int64 in [50, 150, 180] {
      bench.clock.advance(milliseconds: pause)
      bench.bus.fail(.timedOut(address: 0x0D), count: 1, at: 0x0D)
      bench.run(milliseconds: 500)
    }
    #expect(bench.events.map(\.event) == [.started])
  }
}
