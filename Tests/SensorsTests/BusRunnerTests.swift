import I2C
import Quantities
import Sensors
import TestDoubles
import Testing

private final class Bench {
  let bus = ScriptedBus()
  let clock = HandClock()
  var refusal: I2CError?
  private(set) var told: [String] = []
  private(set) var samples = 0
  private(set) var statistics: [[SamplingStatistics]] = []
  private var runner: BusRunner?

  init() {
    // a measurement whenever somebody looks, with noise
    bus.onRead = { [unowned self] bus, address, register in
      guard register == 0x09, address == 0x2C else { return }
      if isAlive { samplesRead &+= 1 }
      bus.set(0x01, of: address, to: samplesRead, 1, 2, 3, 4, 5)
      bus.set(0x09, of: address, to: 1)
    }
    runner = BusRunner(
      clock: clock,
      listener: .init(
        sample: { [unowned self] _, sample in
          samples += 1
          counts.append(samplesRead)
          lastSample = (sample.time, samplesRead)
        },
        event: { [unowned self] index, event in told.append("\(index) \(event)") },
        probed: { [unowned self] found, _ in
          told.append("found [\(found.map(\.chip.name).joined(separator: " "))]")
        },
        unavailable: { [unowned self] in told.append("\($0)") },
        statistics: { [unowned self] in statistics.append($0) }),
      open: { [unowned self] () throws(I2CError) in
        if let refusal { throw refusal }
        return bus
      })
  }

  private var samplesRead: UInt8 = 0
  /// Whether what is measured changes.
  var isAlive = true

  func rescan() { runner?.rescan() }

  /// Time passes without a call of `step`, as while no sensor has to be read.
  func pause(milliseconds: Int64) {
    clock.sleep(until: clock.now.advanced(byMicroseconds: milliseconds * 1000))
    runner?.resume()
  }

  /// The machine is suspended: the clock goes on, and no thread runs.
  func suspend(milliseconds: Int64) {
    clock.sleep(until: clock.now.advanced(byMicroseconds: milliseconds * 1000))
  }

  /// The bytes of the field that the samples had, in order.
  private(set) var counts: [UInt8] = []
  /// When the last sample was taken, and the bytes of the field that it had.
  private(set) var lastSample: (time: Timestamp, count: UInt8)?

  func run(milliseconds: Int64) {
    clock.run(milliseconds: milliseconds) { runner?.step() }
  }
}

struct BusRunnerTests {
  @Test func aChipThatComesLaterIsFoundWithinAboutASecond() {
    let bench = Bench()
    bench.run(milliseconds: 5000)
    #expect(bench.told == ["found []"])  // once, though it was asked five times
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 1200)
    #expect(bench.told == ["found []", "found [QMC5883P]", "0 started"])
    bench.run(milliseconds: 1000)
    #expect(bench.samples > 90)
  }

  @Test func aRescanFindsAChipOnAnEmptyBusAtOnce() {
    let bench = Bench()
    bench.run(milliseconds: 1100)
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.rescan()
    bench.run(milliseconds: 100)
    #expect(bench.told == ["found []", "found [QMC5883P]", "0 started"])
  }

  // By itself it scans one address every two seconds, dozens of them.
  @Test func aRescanFindsAChipBesideAnotherWithinASecond() {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 1000)
    bench.bus.connect(0x68, [0x75: 0x68])
    bench.rescan()
    bench.run(milliseconds: 1000)
    #expect(bench.told.contains("found [QMC5883P MPU-6050]"), "\(bench.told)")
    // And the first was sampled all the time, at 100 Hz.
    #expect(bench.samples > 180)
  }

  @Test func aChipThatWasExchangedIsUsedAfterARescan() {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.bus.connect(0x68, [0x75: 0x68])
    bench.run(milliseconds: 1000)
    #expect(bench.told.contains("found [QMC5883P MPU-6050]"), "\(bench.told)")
    bench.bus.connect(0x68, [0x00: 0xD1])
    bench.run(milliseconds: 2000)
    #expect(!bench.told.contains("found [QMC5883P BMI160]"))
    bench.rescan()
    bench.run(milliseconds: 1500)
    #expect(bench.told.contains("found [QMC5883P BMI160]"), "\(bench.told)")
    let samples = bench.samples
    bench.run(milliseconds: 1000)
    #expect(bench.samples > samples + 30)
  }

  // One that it did not know at first, because its contacts were bad.
  @Test func aRescanAsksAnUnknownChipAgain() {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.bus.connect(0x1E, [0x0A: 0x12])
    bench.run(milliseconds: 1000)
    let told = bench.told
    bench.rescan()
    bench.run(milliseconds: 1000)
    #expect(bench.told == told)  // it is the same unknown chip
    bench.bus.connect(0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33])
    bench.rescan()
    bench.run(milliseconds: 1000)
    #expect(bench.told.contains("found [QMC5883P HMC5883L]"), "\(bench.told)")
  }

  @Test func aRescanDoesNotAskAChipThatMeasuresWhoItIs() {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 1000)
    bench.bus.forgetTransfers()
    bench.rescan()
    bench.run(milliseconds: 1000)
    #expect(!bench.bus.transfers.contains(.read(register: 0x00, count: 1, of: 0x2C)))
    // It did ask where nothing is.
    #expect(bench.bus.transfers.contains(.read(register: 0x0A, count: 1, of: 0x1E)))
  }

  // A DS3231: the first register is the second of the time.
  @Test func anUnknownChipWhoseRegistersChangeIsReportedOnce() {
    let bench = Bench()
    bench.bus.connect(0x68)
    let others = bench.bus.onRead
    bench.bus.onRead = { [clock = bench.clock] bus, address, register in
      others?(bus, address, register)
      let seconds = UInt8(clock.now.microseconds / 1_000_000 % 10)
      bus.set(0x00, of: 0x68, to: seconds, 0x59, 0x23, 0x07, 0x21, 0x11, 0x26)
    }
    bench.run(milliseconds: 9000)
    #expect(bench.told == ["found []"])
  }

  @Test func aBusThatCannotBeOpenedIsToldOnceAndTriedAgain() {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.refusal = .permissionDenied(path: "/dev/i2c-1")
    bench.run(milliseconds: 4000)
    #expect(bench.told == ["\(I2CError.permissionDenied(path: "/dev/i2c-1"))"])
    bench.refusal = nil
    bench.run(milliseconds: 2000)
    #expect(bench.told.suffix(2) == ["found [QMC5883P]", "0 started"])
  }

  @Test func whereEveryChipIsGoneAnotherOneIsLookedFor() {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 1000)
    bench.bus.disconnect(0x2C)
    bench.bus.connect(0x1E, [0x0A: 0x48, 0x0B: 0x34, 0x0C: 0x33])
    bench.run(milliseconds: 5000)
    #expect(bench.told.contains("found [HMC5883L QMC5883P]"))
    // what is missed while the bus is asked comes back too
    let samples = bench.samples
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 2000)
    #expect(bench.samples > samples + 90)
  }

  // However long it was away.
  @Test(arguments: [1000, 3100, 4700, 5400, 6100, 6800, 7500, 31_900])
  func aChipThatComesBackMeasuresWithinASecond(_ milliseconds: Int64) {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 1000)
    bench.bus.disconnect(0x2C)
    bench.run(milliseconds: milliseconds)
    let samples = bench.samples
    bench.bus.connect(0x2C, [0x00: 0x80])
    // An adapter on USB needs 0.3 s more to be there itself.
    bench.run(milliseconds: 700)
    #expect(bench.samples > samples)
  }

  @Test func aChipThatIsStuckIsNotForgottenAndTakenForAWellOne() {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 1000)
    bench.isAlive = false
    bench.run(milliseconds: 4000)
    let samples = bench.samples
    bench.run(milliseconds: 20_000)
    #expect(bench.samples == samples)
    #expect(bench.told.count == 3)  // found, started, failed
  }

  @Test func howWellAChipIsSampledIsToldOnceASecond() throws {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 5500)
    #expect(bench.statistics.count == 5)
    let last = try #require(bench.statistics.last?.first)
    #expect(abs((last.rateHz ?? 0) - 100) < 8)
    #expect(last.counts.samples > 400 && last.counts.errors.total == 0)
  }

  // The chip measures at 100 Hz, and its first measurement after the pause may be an old one.
  @Test func afterAPauseASampleComesWithinTwoIntervalsAndNoFaultIsReported() throws {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 2500)
    let (told, before) = (bench.told, bench.samples)
    let usual = try #require(bench.statistics.last?.first?.rateHz)
    bench.pause(milliseconds: 3_600_000)
    #expect(bench.samples == before)
    bench.run(milliseconds: 25)
    #expect(bench.samples > before)
    bench.run(milliseconds: 3000)
    #expect(bench.told == told)  // neither silent nor lost nor found again
    #expect(bench.samples > before + 280)
    let rate = try #require(bench.statistics.last?.first?.rateHz)
    #expect(abs(rate - usual) < 1, "\(rate) Hz and not \(usual): the pause counts in no rate")
  }

  @Test func whatWaitedInTheChipIsNotDelivered() {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 1000)
    let read = bench.lastSample?.count ?? 0
    bench.pause(milliseconds: 60_000)
    bench.run(milliseconds: 25)
    // The next reading is the one that is left out.
    #expect(bench.lastSample.map { $0.count &- read } ?? 0 >= 2)
  }

  // The first reading after it is left out, as after a pause: a chip may have kept it since then.
  @Test(arguments: [(400, 1), (600, 2), (7_200_000, 2)] as [(Int64, UInt8)])
  func theLateCallAfterASuspendResumesSampling(_ milliseconds: Int64, _ readings: UInt8) throws {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 1000)
    let last = try #require(bench.counts.last)
    let (told, before) = (bench.told, bench.counts.count)
    bench.suspend(milliseconds: milliseconds)
    bench.run(milliseconds: 25)
    let first = try #require(bench.counts.dropFirst(before).first)
    #expect(first &- last == readings)
    bench.run(milliseconds: 1000)
    #expect(bench.told == told)
  }

  // Two seconds are the kernel's time-out on USB; within a step they are no suspend.
  @Test func aTransferThatHangsIsNoSuspend() throws {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 1000)
    let last = try #require(bench.counts.last)
    let (before, usual) = (bench.counts.count, bench.bus.onRead)
    bench.bus.onRead = { [clock = bench.clock] bus, address, register in
      bench.bus.onRead = usual
      usual?(bus, address, register)
      clock.advance(milliseconds: 2_000)
    }
    bench.run(milliseconds: 2_050)
    #expect(Array(bench.counts.dropFirst(before).prefix(2)) == [last &+ 1, last &+ 2])
  }

  @Test func aChipThatLostItsSettingsInAPauseIsSetUpAgainBeforeItsValuesAreUsed() {
    let bench = Bench()
    bench.bus.connect(0x2C, [0x00: 0x80])
    bench.run(milliseconds: 2500)
    bench.bus.set(0x0A, of: 0x2C, to: 0)  // standby
    bench.pause(milliseconds: 60_000)
    let before = bench.samples
    bench.run(milliseconds: 5)
    #expect(bench.samples == before)
    bench.run(milliseconds: 500)
    #expect(
      bench.told.contains { $0.contains("loses its setting") },
      "\(bench.told)")
    #expect(bench.samples > before + 20)
  }
}
