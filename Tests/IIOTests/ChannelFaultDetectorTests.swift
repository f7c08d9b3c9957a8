import Quantities
import Randomness
import SensorHealth
import Testing

@testable import IIO

struct ChannelFaultDetectorTests {
  private static let signed16 = IIOScanType("le:s16/16>>0")

  /// Judges one reading each 10 ms, and says when the verdict became another, in ms.
  private func verdicts(
    of readings: (Int) -> Vector3, milliseconds: Int, by watch: inout ChannelFaultDetector,
    from: Int = 0
  ) -> [(at: Int, verdict: SensorFaultDetector.Verdict)] {
    var changes: [(at: Int, verdict: SensorFaultDetector.Verdict)] = []
    for index in 0..<(milliseconds / 10) {
      let time = Timestamp(microseconds: Int64(from + index * 10) * 1000)
      let verdict = watch.judge(readings(index), at: time)
      if verdict != changes.last?.verdict { changes.append((from + index * 10, verdict)) }
    }
    return changes
  }

  private func watch(
    _ type: IIOScanType? = signed16, driver: String = "lis3mdl", rateHz: Double? = nil
  ) -> ChannelFaultDetector {
    ChannelFaultDetector(CountLimits(type: type, driver: driver, rateHz: rateHz))
  }

  @Test func whatHasNoiseIsSound() {
    var generator = SeededGenerator(seed: 41)
    var watch = watch()
    let changes = verdicts(
      of: { _ in Vector3(1252, -2169, Double(2930 + generator.next() % 3)) }, milliseconds: 60_000,
      by: &watch)
    #expect(changes.map(\.verdict) == [.plausible])
  }

  @Test func oneTripleForThreeSecondsIsStuckAndChangesOnly() {
    var watch = watch()
    let stuck = verdicts(of: { _ in Vector3(5, -7, 11) }, milliseconds: 5000, by: &watch)
    #expect(stuck.map(\.verdict) == [.plausible, .failed(.stuck)])
    #expect(stuck.last?.at == 3000)
    // After it was opened again it is no better until something changes.
    watch = watch.reopened(CountLimits(type: nil, driver: "lis3mdl", rateHz: nil))
    let same = verdicts(
      of: { _ in Vector3(5, -7, 11) }, milliseconds: 2000, by: &watch, from: 6000)
    #expect(same.map(\.verdict) == [.suspect])
    let other = verdicts(
      of: { Vector3(5, -7, Double(12 + $0 % 2)) }, milliseconds: 2000, by: &watch, from: 9000)
    #expect(other.map(\.verdict) == [.plausible])
  }

  @Test func anEqualTripleAfterASuspendOfAMinuteIsNotStuckAtOnce() {
    var watch = watch()
    _ = verdicts(of: { Vector3(5, -7, Double($0)) }, milliseconds: 1000, by: &watch)
    let same = Vector3(5, -7, 99)
    let after = verdicts(of: { _ in same }, milliseconds: 2000, by: &watch, from: 61_000)
    #expect(after.map(\.verdict) == [.plausible])
    let later = verdicts(of: { _ in same }, milliseconds: 2000, by: &watch, from: 63_000)
    #expect(later.last?.verdict == .failed(.stuck))
  }

  // At 0.75 Hz, the lowest rate of an HMC5883L, five measurements take 6.7 s.
  @Test func aSlowChipGetsTheTimeOfFiveMeasurements() {
    var watch = watch(driver: "hmc5883l", rateHz: 0.75)
    let changes = verdicts(of: { _ in Vector3(5, -7, 11) }, milliseconds: 8000, by: &watch)
    #expect(changes.last?.verdict == .failed(.stuck))
    #expect((6660...6680).contains(changes.last?.at ?? 0))
  }

  @Test(arguments: [
    (Vector3(0, 0, 0), signed16, SensorFault.allZero), (Vector3(-1, -1, -1), signed16, .allOnes),
    (Vector3(-1, -1, -1), nil, .allOnes), (Vector3(65_535, 65_535, 65_535), nil, .allOnes),
    // MMC5983MA: 18 bits without a sign.
    (Vector3(262_143, 262_143, 262_143), IIOScanType("be:u18/32>>0"), .allOnes),
  ])
  func emptyCountsAreNeverHandedOnAndSoonAFault(
    _ counts: Vector3, _ type: IIOScanType?, _ fault: SensorFault
  ) {
    var watch = watch(type)
    let changes = verdicts(of: { _ in counts }, milliseconds: 1000, by: &watch)
    #expect(changes.map(\.verdict) == [.suspect, .failed(fault)])
    #expect(changes.last?.at == 300)
  }

  // Of a chip at 10 Hz a file is read ten times before it measures again.
  @Test func oneMeasurementOfZerosIsNoFault() {
    var watch = watch(rateHz: 10)
    let changes = verdicts(
      of: { $0 / 10 % 5 == 3 ? .zero : Vector3(1, 2, Double($0 / 10)) }, milliseconds: 10_000,
      by: &watch)
    #expect(!changes.contains { $0.verdict == .failed(.allZero) })
    #expect(changes.contains { $0.verdict == .suspect })
  }

  @Test(arguments: [
    (Vector3(32_767, 5, 9), "lis3mdl", signed16), (Vector3(5, -32_768, 9), "lis3mdl", nil),
    (Vector3(5, 9, -4096), "hmc5883l", signed16),
    // BMM150: S32_MIN says that it overflowed.
    (Vector3(-2_147_483_648, 1, 2), "bmc150_magn", IIOScanType("le:s32/32>>0")),
    (Vector3(2047, 1, 2), "lsm303dlhc_magn", IIOScanType("be:s12/16>>4")),
  ])
  func anAxisAtItsEndForASecondIsSaturated(
    _ counts: Vector3, _ driver: String, _ type: IIOScanType?
  ) {
    var watch = watch(type, driver: driver)
    let changes = verdicts(of: { _ in counts }, milliseconds: 2000, by: &watch)
    #expect(changes.map(\.verdict) == [.suspect, .failed(.saturated)])
    #expect(changes.last?.at == 1000)
  }

  @Test func minus4096IsAnEndOfHoneywellsChipsOnly() {
    var watch = watch()
    #expect(watch.judge(Vector3(5, 9, -4096), at: Timestamp(microseconds: 0)) == .plausible)
  }
}
