import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

/// Chips that measure only when they are asked to.
struct TriggerTests {
  // The data is read, and the request for the next measurement fails.
  @Test func afterAFailedTriggerTheNextPollTriggersAgain() throws {
    let setUp = try SetUp(.ist8310, [0x00: 0x10])
    setUp.bus.fail(.timedOut(address: 0x0E), count: 1, at: 0x0E, after: 1)
    #expect(throws: ChipError.bus(.timedOut(address: 0x0E))) {
      try setUp.poll([(0x02, [0x01, 0x64, 0x00, 0xCE, 0xFF, 0x96, 0x00])])
    }
    setUp.bus.forgetTransfers()
    #expect(try setUp.poll([(0x02, [0x00])]) == nil)
    #expect(setUp.bus.transfers == [.write([0x01], to: 0x0A, of: 0x0E)])
    setUp.clock.advance(milliseconds: 6)
    #expect(try setUp.poll([(0x02, [0x01])])?.delay == 3_000)
  }

  @Test(arguments: [1, 2]) func aFailedTriggerIsNoSilence(_ failures: Int) {
    let bench = Bench()
    bench.run(milliseconds: 1000)
    #expect(bench.events == [.started])
    let before = bench.samples
    bench.failures = failures
    bench.run(milliseconds: 1000)
    #expect(bench.failures == 0 && bench.events == [.started])
    #expect(bench.samples > before + 90)
  }

  // A BMM150's measurement takes 9.785 ms, and its mark of new data comes last in one read with them: a read that
  // begins before the end shows the values of before as new. With transfers of 1 ms the end is 10.8 ms after the
  // last poll, and 15 sixteenths of the interval 10.4.
  @Test func aMeasurementIsNotReadBeforeItsEnd() {
    let bench = ForcedBench()
    bench.run(milliseconds: 2000)
    #expect(bench.earlyReads == 0)
    #expect((160...180).contains(bench.samples))  // 1 + 9.785 + 0.7 ms
  }
}

/// A bus with an IST8310 that is sampled.
private final class Bench {
  /// How many triggers fail from now on.
  var failures = 0
  private(set) var samples = 0
  private(set) var events: [BusSampler.Event] = []
  private let bus = ScriptedBus()
  private let clock = HandClock()
  private var sampler: BusSampler?
  /// When the measurement ends that was asked for.
  private var end: Timestamp?
  private var noise: UInt8 = 0

  init() {
    bus.connect(0x0E, [0x00: 0x10])
    bus.onWrite = { [unowned self] _, _, register, bytes in
      if register == 0x0A, bytes == [1] { end = clock.now.advanced(byMicroseconds: 6_000) }
    }
    bus.onRead = { [unowned self] bus, address, register in
      guard register == 0x02 else { return }
      let isReady = end.map { clock.now >= $0 } ?? false
      bus.set(0x02, of: address, to: isReady ? 1 : 0)
      guard isReady else { return }
      end = nil
      noise &+= 1
      bus.set(0x03, of: address, to: noise, 0, 100, 0, 50, 0)
      guard failures > 0 else { return }
      failures -= 1
      bus.fail(.timedOut(address: address), count: 1, at: address)
    }
    sampler = BusSampler(
      chips: [PolledChip(.ist8310, at: 0x0E)], clock: clock,
      open: { [bus] () throws(I2CError) in bus },
      onSample: { [unowned self] _, _ in samples += 1 },
      onEvent: { [unowned self] in events.append($1) })
  }

  func run(milliseconds: Int64) {
    clock.run(milliseconds: milliseconds) { sampler?.step() }
  }
}

/// A bus with a BMM150 that is sampled, and on which a read of its data takes 1 ms.
private final class ForcedBench {
  private(set) var samples = 0
  /// Reads of the data that began before the measurement ended.
  private(set) var earlyReads = 0
  private let bus = ScriptedBus()
  private let clock = HandClock()
  private var sampler: BusSampler?
  /// When the measurement ends that was asked for.
  private var end = Timestamp(microseconds: 0)
  private var noise: UInt8 = 0

  init() {
    bus.connect(0x10, [0x40: 0x32])
    bus.set(0x5D, of: 0x10, to: MagnetometerDecodingTests.trim)
    bus.onWrite = { [unowned self] _, _, register, bytes in
      if register == 0x4C, bytes == [0x02] { end = clock.now.advanced(byMicroseconds: 9_785) }
    }
    bus.onRead = { [unowned self] bus, address, register in
      guard register == 0x42 else { return }
      let isReady = clock.now >= end
      if !isReady { earlyReads += 1 }
      noise = noise % 31 + 1
      // x, y and z with noise in x; RHALL 6 753 with its mark of new data
      bus.set(
        0x42, of: address, to: noise << 3, 0x03, 0xC0, 0xF9, 0x58, 0x02, isReady ? 0x85 : 0x84, 0x69
      )
      clock.advance(milliseconds: 1)
    }
    sampler = BusSampler(
      chips: [PolledChip(.bmm150, at: 0x10)], clock: clock,
      open: { [bus] () throws(I2CError) in bus },
      onSample: { [unowned self] _, _ in samples += 1 }, onEvent: { _, _ in })
  }

  func run(milliseconds: Int64) {
    clock.run(milliseconds: milliseconds) { sampler?.step() }
  }
}
