import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

struct HMC5883LTests {
  private let identity: [UInt8: UInt8] = [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33]

  @Test func setUpWritesRateGainAndMode() throws {
    // 0x78: MA 8 (11), DO 75 Hz (110), MS normal; 0x20: GN 1.3 G (001); 0x00 continuous
    #expect(
      try SetUp(.hmc5883L, identity).written == ["0x00 = 0x78", "0x01 = 0x20", "0x02 = 0x00"])
  }

  // 1 090 counts a gauss, high byte first, x z y: 436 -> 40 µT, 109 -> 10 µT, -218 -> -20 µT.
  @Test func countsAreHighByteFirstInTheOrderXZY() throws {
    let polled = try SetUp(.hmc5883L, identity).poll([
      (0x03, [0x01, 0xB4, 0xFF, 0x26, 0x00, 0x6D]), (0x09, [0b01]),
    ])
    expectVector(polled?.measurement.magneticField?.microtesla, 40, 10, -20)
  }

  @Test func theLSM303DLHCHasItsOwnCounts() throws {
    let setUp = try SetUp(.lsm303DLHCMagnetometer, identity)
    // 0x18: DO 75 Hz (110); bits 6, 5, 1 and 0 must be 0 (ST's LSM303DLHC.c, SetODR_M)
    #expect(setUp.written == ["0x00 = 0x18", "0x01 = 0x60", "0x02 = 0x00"])
    // GN 2.5 G (011): 670 counts a gauss for x and y, 600 for z: 268 -> 40, 67 -> 10, -120 -> -20
    let polled = try setUp.poll([(0x03, [0x01, 0x0C, 0xFF, 0x88, 0x00, 0x43]), (0x09, [0b01])])
    expectVector(polled?.measurement.magneticField?.microtesla, 40, 10, -20)
  }

  // −4096 is 0xF000 on whichever axis.
  @Test(arguments: [0, 2, 4]) func minus4096IsAnOverflow(_ place: Int) throws {
    var bytes: [UInt8] = [0, 1, 0, 1, 0, 1]
    bytes.replaceSubrange(place..<(place + 2), with: [0xF0, 0x00])
    let setUp = try SetUp(.hmc5883L, identity)
    #expect(throws: ChipError.overflow) { try setUp.poll([(0x03, bytes), (0x09, [0b01])]) }
  }

  // STATUS bit 1, LOCK, keeps new measurements away until all six bytes are read.
  @Test func everyReadUnlocksTheData() throws {
    let setUp = try SetUp(.hmc5883L, identity)
    _ = try setUp.poll([(0x09, [0b01])])
    let ofData = setUp.bus.transfers.filter {
      if case .read(0x03...0x08, _, _) = $0 { true } else { false }
    }
    #expect(ofData.count == 2)  // one in the set-up, one in the poll
    #expect(ofData.allSatisfy { $0 == .read(register: 0x03, count: 6, of: 0x1E) })
  }

  @Test func whileDataIsLockedOrNotReadyThereIsNoMeasurement() throws {
    #expect(try SetUp(.hmc5883L, identity).poll([(0x09, [0b10])]) == nil)
  }

  // STATUS bit 0, RDY, stays set until the chip writes the next measurement.
  @Test func eachMeasurementIsDeliveredOnceAndSoonThoughReadyStaysSet() {
    let bench = Bench()
    bench.run(milliseconds: 5000)
    #expect((350...375).contains(bench.counts.count))
    #expect(zip(bench.counts, bench.counts.dropFirst()).allSatisfy { $1 == $0 + 1 })
    // Within a sixteenth of the interval, once the polls follow the chip.
    let ages = bench.times.dropFirst(20).map { $0.microseconds % Bench.period }
    #expect(ages.allSatisfy { $0 <= Bench.period / 16 })
  }

  // Every second measurement repeats the one before, as of a field that stands still.
  @Test func equalMeasurementsAreDeliveredTooThoughNotAllOfThem() {
    let bench = Bench()
    bench.count = { $0 / 2 }
    bench.run(milliseconds: 10_000)
    #expect((600...750).contains(bench.counts.count))
    #expect(bench.events == [.started])
  }

  @Test func aFieldThatNeverChangesIsStuckAndNotSilent() {
    let bench = Bench()
    bench.run(milliseconds: 1000)
    bench.count = { _ in 7 }
    bench.run(milliseconds: 2900)
    #expect(bench.events == [.started])
    bench.run(milliseconds: 300)
    #expect(bench.events == [.started, .failed(ChipFault(.stuck))])
  }
}

/// A bus with an HMC5883L that measures 75 times a second and never clears RDY; by its data sheet it does for 250 µs
/// of each measurement.
private final class Bench {
  /// µs.
  static let period: Int64 = 1_000_000 / 75
  /// What x counts in a measurement, by the number of the measurement.
  var count: (Int64) -> Int64 = { $0 }
  /// What x counted in each sample, and when it was read.
  private(set) var counts: [Int64] = []
  private(set) var times: [Timestamp] = []
  private(set) var events: [BusSampler.Event] = []
  private let bus = ScriptedBus()
  private let clock = HandClock()
  private var sampler: BusSampler?

  init() {
    bus.connect(0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33, 0x09: 1])
    bus.onRead = { [unowned self] bus, address, register in
      guard register == 0x03 else { return }
      let x = count(clock.now.microseconds / Self.period)
      bus.set(0x03, of: address, to: UInt8(x >> 8), UInt8(x & 0xFF), 0, 1, 0, 1)
    }
    sampler = BusSampler(
      chips: [PolledChip(.hmc5883L, at: 0x1E)], clock: clock,
      open: { [bus] () throws(I2CError) in bus },
      onSample: { [unowned self] _, sample in
        // 1 090 counts a gauss.
        let x = (sample.magneticField?.microtesla.x ?? 0) * 10.9
        counts.append(Int64(x.rounded()))
        times.append(sample.time)
      },
      onEvent: { [unowned self] in events.append($1) })
  }

  func run(milliseconds: Int64) {
    clock.run(milliseconds: milliseconds) { sampler?.step() }
  }
}
