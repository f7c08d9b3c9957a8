import Quantities
import Randomness
import SensorHealth
import Testing

struct SensorFaultDetectorTests {
  /// Feeds readings at a rate and notes when the verdict changes.
  private struct Bench {
    var detector: SensorFaultDetector
    private let period: Int64
    private var time: Int64 = 0

    init(rateHz: Double, periodIsKnown: Bool = true) {
      period = Int64(1e6 / rateHz)
      detector = SensorFaultDetector(period: periodIsKnown ? period : 0)
    }

    /// - Returns: each verdict that differs from the one before, and µs from the start of the run to it.
    mutating func run(
      seconds: Double, pattern: SensorFault? = nil, isUnchanged: Bool = false,
      isMoving: Bool = false
    ) -> [(microseconds: Int64, verdict: SensorFaultDetector.Verdict)] {
      var changes: [(microseconds: Int64, verdict: SensorFaultDetector.Verdict)] = []
      let start = time
      while time < start + Int64(seconds * 1e6) {
        let verdict = detector.judge(
          .init(pattern: pattern, isUnchanged: isUnchanged), at: Timestamp(microseconds: time),
          isMoving: isMoving)
        if verdict != changes.last?.verdict { changes.append((time - start, verdict)) }
        time += period
      }
      return changes
    }

    /// No reading for a while, as in a suspend of the machine.
    mutating func pause(seconds: Double) { time += Int64(seconds * 1e6) }
  }

  @Test(arguments: [100.0, 20, 2]) func unchangedCountsAreStuckAfterThreeSeconds(_ rate: Double) {
    var bench = Bench(rateHz: rate)
    #expect(bench.run(seconds: 1).map(\.verdict) == [.plausible])
    let changes = bench.run(seconds: 5, isUnchanged: true)
    #expect(changes.map(\.verdict) == [.plausible, .failed(.stuck)])
    #expect((2_400_000...3_000_000).contains(changes.last?.microseconds ?? 0))
    #expect(bench.run(seconds: 1).map(\.verdict) == [.plausible])
  }

  @Test func inMotionASecondIsEnough() {
    var bench = Bench(rateHz: 100)
    _ = bench.run(seconds: 1)
    let changes = bench.run(seconds: 2, isUnchanged: true, isMoving: true)
    #expect(changes.last?.verdict == .failed(.stuck))
    #expect((980_000...1_000_000).contains(changes.last?.microseconds ?? 0))
  }

  // 0.75 Hz: five measurements are 6.7 s.
  @Test func aSlowSensorIsStuckAfterFiveMeasurements() {
    var bench = Bench(rateHz: 0.75)
    let changes = bench.run(seconds: 10, isUnchanged: true)
    #expect(changes.last?.verdict == .failed(.stuck))
    #expect((6_660_000...6_680_000).contains(changes.last?.microseconds ?? 0))
  }

  // A driver's file is read ten times for each measurement at 10 Hz.
  @Test func equalReadingsAfterASuspendAreNoFault() {
    var bench = Bench(rateHz: 100, periodIsKnown: false)
    _ = bench.run(seconds: 1)
    bench.pause(seconds: 60)
    #expect(bench.run(seconds: 1, isUnchanged: true).map(\.verdict) == [.plausible])
    #expect(bench.run(seconds: 3, isUnchanged: true).last?.verdict == .failed(.stuck))
  }

  @Test func aSensorThatIsStuckThroughSuspendsIsFound() {
    var bench = Bench(rateHz: 100)
    _ = bench.run(seconds: 1)
    var verdicts: [SensorFaultDetector.Verdict] = []
    for _ in 0..<5 {
      bench.pause(seconds: 60)
      verdicts += bench.run(seconds: 0.5, isUnchanged: true).map(\.verdict)
    }
    #expect(verdicts.last == .failed(.stuck))
  }

  // A driver may hold up each reading for 4 s; five are as many as of a sensor whose period is known.
  @Test func aSensorOfASlowDriverIsStuckAfterFiveReadings() {
    var bench = Bench(rateHz: 0.25, periodIsKnown: false)
    _ = bench.run(seconds: 4)
    let changes = bench.run(seconds: 40, isUnchanged: true)
    #expect(changes.map(\.verdict) == [.plausible, .failed(.stuck)])
    #expect(changes.last?.microseconds == 16_000_000)
  }

  @Test func aStuckSensorStaysSuspectAfterASetUpUntilItsCountsChange() {
    var bench = Bench(rateHz: 100)
    _ = bench.run(seconds: 4, isUnchanged: true)
    bench.detector.restart()
    #expect(bench.run(seconds: 2, isUnchanged: true).map(\.verdict) == [.suspect])
    #expect(bench.run(seconds: 1).map(\.verdict) == [.plausible])
  }

  @Test(arguments: [SensorFault.allZero, .allOnes], [true, false])
  func emptyCountsAreNeverUsedAndAFaultAfterThreeTenthsOfASecond(
    _ fault: SensorFault, _ periodIsKnown: Bool
  ) {
    var bench = Bench(rateHz: 100, periodIsKnown: periodIsKnown)
    _ = bench.run(seconds: 1)
    let changes = bench.run(seconds: 1, pattern: fault)
    #expect(changes.map(\.verdict) == [.suspect, .failed(fault)])
    #expect(changes.last?.microseconds == 300_000)
  }

  // Two readings that are a second apart show nothing of what was between them.
  @Test func aPauseOfTheReaderIsNoFault() {
    var detector = SensorFaultDetector(period: 10_000)
    for second in 0..<2 {
      let verdict = detector.judge(
        .init(pattern: .allZero, isUnchanged: false),
        at: Timestamp(microseconds: Int64(second) * 1_000_000))
      #expect(verdict == .suspect)
    }
  }

  // A gyro at rest without an offset, σ = 1.3 counts, 100 Hz: three zeros in a row come every few
  // minutes, which three readings alone would call a fault.
  @Test func aQuietGyroAtRestIsNoFault() {
    var (detector, random) = (SensorFaultDetector(period: 10_000), SeededGenerator(seed: 5))
    var (inARow, longest, wrong) = (0, 0, 0)
    for index in 0..<360_000 {
      let isZero = (0..<3).allSatisfy { _ in abs(1.3 * random.nextNormal()) < 0.5 }
      (inARow, longest) = isZero ? (inARow + 1, max(longest, inARow + 1)) : (0, longest)
      let verdict = detector.judge(
        .init(pattern: isZero ? .allZero : nil, isUnchanged: isZero && inARow > 1),
        at: Timestamp(microseconds: Int64(index) * 10_000))
      if verdict != (isZero ? .suspect : .plausible) { wrong += 1 }
    }
    #expect(longest >= 3 && wrong == 0)
  }

  @Test func aQuantityOutOfRangeForASecondIsSaturated() {
    var detector = SensorFaultDetector(period: 10_000, quantities: 3)
    var found: Int?
    for index in 0..<200 where found == nil {
      // The first quantity goes out and comes back; the second stays out.
      let bits: UInt8 = index % 10 < 5 ? 0b011 : 0b010
      if detector.judge(outOfRange: bits, at: Timestamp(microseconds: Int64(index) * 10_000))
        == .saturated
      {
        found = index
      }
    }
    #expect(found == 100)
  }

  @Test(arguments: [(100.0, Int64(200_000)), (10, 500_000)])
  func silenceIsAFifthOfASecondOrFiveMeasurements(_ rate: Double, _ limit: Int64) {
    var detector = SensorFaultDetector(period: Int64(1e6 / rate))
    #expect(!detector.isSilent(at: Timestamp(microseconds: 10_000_000)))  // none is expected yet
    detector.measured(at: Timestamp(microseconds: 1_000_000))
    #expect(!detector.isSilent(at: Timestamp(microseconds: 1_000_000 + limit - 1)))
    #expect(detector.isSilent(at: Timestamp(microseconds: 1_000_000 + limit)))
    // The first measurement after a set-up is expected when the chip has started.
    detector.restart(at: Timestamp(microseconds: 5_000_000))
    #expect(!detector.isSilent(at: Timestamp(microseconds: 5_100_000)))
  }
}
