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

  @Test(arguments: [6.5, 7.0, 9.0, 12.3, 60.0])
  func theFormerBiasIsOneToTwoStepsOldAndItsAgeIsRight(seconds: Double) throws {
    var memory = memory(seconds: seconds)
    let former = memory.takeFormer()
    let (known, age) = try #require(former)
    let newest = seconds - 0.1
    #expect((GyroBiasMemory.step...(2 * GyroBiasMemory.step + 0.3)).contains(age))
    #expect(abs(known.estimate.x + age - newest) < 0.2)
  }

  @Test func nothingIsKnownBeforeTheFirstStepAndAfterItWasTaken() {
    var short = memory(seconds: 2)
    let early = short.takeFormer()
    #expect(early == nil)
    var long = memory(seconds: 20)
    let (first, second) = (long.takeFormer(), long.takeFormer())
    #expect(first != nil)
    #expect(second == nil)
  }
}
