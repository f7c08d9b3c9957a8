import Quantities
import Testing

@testable import SensorHealth

@Suite struct GyroBiasMemoryTests {
  /// Notes a bias about x that is `time` s after the start as large as `time` rad/s, ten times a second.
  private func memory(seconds: Double) -> GyroBiasMemory {
    var memory = GyroBiasMemory()
    for step in 0..<Int(seconds * 10) {
      memory.note(
        GyroBiasMemory.Known(
          estimate: Vector3(Double(step) / 10, 0, 0), variances: .zero, warming: 0, drifted: 0),
        interval: 0.1)
    }
    return memory
  }

  @Test(arguments: [13.5, 14.0, 17.3, 60.0], [0, 1.3, 4.5, 12])
  func theFormerBiasIsTheNewestThatIsOldEnough(seconds: Double, wrong: Double) throws {
    var memory = memory(seconds: seconds)
    let former = memory.takeFormer(beforeLast: wrong)
    let (known, age) = try #require(former)
    let newest = seconds - 0.1
    #expect(age > wrong - 1e-9 && age < wrong + 0.65, "\(age)")
    #expect(abs(known.estimate.x + age - newest) < 1e-6)
  }

  @Test func nothingIsKnownFromBeforeTheFirstEntryAndAfterItWasTaken() {
    var short = memory(seconds: 2)
    let early = short.takeFormer(beforeLast: 2)
    #expect(early == nil)
    var long = memory(seconds: 20)
    let (first, second) = (long.takeFormer(beforeLast: 3), long.takeFormer(beforeLast: 0))
    #expect(first != nil)
    #expect(second == nil)
  }

  // Older ones would cost memory.
  @Test func whatIsOlderThanAnyPushIsDropped() {
    var memory = memory(seconds: 60)
    let former = memory.takeFormer(beforeLast: 31)
    #expect(former == nil)
  }
}
