import Quantities
import Testing

@testable import SensorHealth

/// What the filter takes of the delays that the drivers report.
struct SensorDelaysTests {
  private let time = Timestamp(microseconds: 1_000_000)

  private func field(delay: Double) -> Sample {
    Sample(time: time, magneticField: MagneticField(microtesla: Vector3(20, 0, 40)), delay: delay)
  }

  private func rate(delay: Double) -> Sample {
    Sample(time: time, angularRate: AngularRate(radiansPerSecond: .zero), delay: delay)
  }

  // A measurement that was requested before a suspend and is read after it.
  @Test(arguments: [0.2, 7_200]) func aDelayThatNoSensorHasIsNotUsed(_ delay: Double) {
    var delays = SensorDelays()
    delays.take(field(delay: delay), interval: 0.01)
    delays.take(rate(delay: delay), interval: 0.01)
    #expect(delays == SensorDelays())
    delays.take(field(delay: 0.004), interval: 0.01)
    delays.take(rate(delay: 0.005), interval: 0.01)
    let usual = delays
    delays.take(field(delay: delay), interval: 0.01)
    delays.take(rate(delay: delay), interval: 0.01)
    #expect(delays == usual && delays.field == 0.004 && delays.lag == 0)
  }

  @Test func aDelayUpToTheLimitIsUsed() {
    var delays = SensorDelays()
    delays.take(field(delay: SensorDelays.largest), interval: 0.01)
    #expect(delays.field == SensorDelays.largest)
  }
}
