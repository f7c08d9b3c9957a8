import Quantities
import Testing

@testable import SensorHealth

@Suite struct GyroSpikeTests {
  @Test func aRealJumpOfTheRateIsTurnedWhole() {
    var spike = GyroSpike()
    var angle = Vector3.zero
    for rate in [0.0, 0, 12, 12, 12, 0, 0] {
      let judged = spike.judge(Vector3(0, 0, rate), over: 0.01)
      angle = angle + judged.rate * 0.01 + judged.deferred
    }
    #expect(abs(angle.z - 0.36) < 1e-12)
  }

  @Test func oneSampleThatJumpsAndComesBackTurnsNothing() {
    var spike = GyroSpike()
    var angle = Vector3.zero
    for rate in [0.5, 0.5, -30, 0.5, 0.5] {
      let judged = spike.judge(Vector3(0, 0, rate), over: 0.01)
      angle = angle + judged.rate * 0.01 + judged.deferred
    }
    #expect(abs(angle.z - 0.025) < 1e-12)
  }
}
