import I2C
import Quantities
import Randomness
import Testing

@testable import Sensors

struct SamplingStatisticsTests {
  @Test func percentilesAreThoseOfTheSortedDifferences() {
    var generator = SeededGenerator(seed: 31)
    for count in [1, 2, 3, 50, 99, 100, 101, 256] {
      var jitter = Jitter()
      let differences = (0..<count).map { _ in Int64(generator.next() % 1000) }
      for difference in differences { jitter.add(difference) }
      let sorted = differences.sorted()
      for percent in [1, 50, 99, 100] {
        // The nearest rank: the smallest that so many per cent do not exceed.
        let found = sorted.first { value in
          100 * sorted.count { $0 <= value } >= percent * count
        }
        #expect(jitter.percentile(percent) == found, "\(percent) % of \(count)")
      }
    }
  }

  @Test func aJitterThatIsFullTakesNoMoreAndAnEmptyOneHasNone() {
    var jitter = Jitter()
    #expect(jitter.percentile(50) == nil)
    for difference in 0..<Int64(Jitter.capacity + 50) { jitter.add(difference) }
    #expect(jitter.percentile(100) == Int64(Jitter.capacity - 1))
    jitter.removeAll()
    #expect(jitter.percentile(50) == nil)
  }

  @Test func rateAndJitterAreThoseOfTheLastWholeSecond() {
    var meter = SamplingMeter()
    var time = Timestamp(microseconds: 77)
    meter.sampled(at: time)
    // 50 Hz, every tenth interval 3 ms longer: two changes of 3 ms for each.
    for index in 1...250 {
      #expect(index > 50 || meter.statistics.rateHz == nil)
      time = time.advanced(byMicroseconds: index % 10 == 0 ? 23_000 : 20_000)
      meter.sampled(at: time)
    }
    // 250 intervals in 250 · 20 + 25 · 3 ms.
    #expect(abs((meter.statistics.rateHz ?? 0) - 250_000 / 5_075) < 0.3)
    #expect(meter.statistics.jitterP50 == 0)
    #expect(meter.statistics.jitterP99 == 3_000)
    #expect(meter.statistics.counts.samples == 251)
  }

  @Test func aGapIsNeitherRateNorJitter() {
    var meter = SamplingMeter()
    var time = Timestamp(microseconds: 0)
    func run(_ meter: inout SamplingMeter) {
      for _ in 0..<150 {
        time = time.advanced(byMicroseconds: 10_000)
        meter.sampled(at: time)
      }
    }
    run(&meter)
    #expect(meter.statistics.rateHz == 100)
    meter.interrupted()
    #expect(meter.statistics.rateHz == nil && meter.statistics.jitterP99 == nil)
    time = time.advanced(byMicroseconds: 7_000_000)
    run(&meter)
    #expect(meter.statistics.rateHz == 100 && meter.statistics.jitterP99 == 0)
    #expect(meter.statistics.counts.samples == 300)
  }

  @Test func eachKindOfErrorIsCountedOnce() {
    var errors = TransferErrors()
    let all: [I2CError] = [
      .noAcknowledge(address: 1), .timedOut(address: 1), .shortRead(address: 1), .adapterGone,
      .noSuchBus(name: "1"), .ownedByKernelDriver(address: 1), .permissionDenied(path: ""),
      .unsupported, .adapter(errno: 5),
    ]
    for error in all { errors.count(error) }
    #expect(errors.total == all.count)
    #expect((errors.noAcknowledge, errors.timeout, errors.shortRead) == (1, 1, 1))
    #expect((errors.gone, errors.refused) == (2, 4))
    #expect((errors + errors).total == 2 * all.count)
  }
}
