import Pipeline
import Quantities
import Testing

@testable import qiblad

@Suite struct InputQueueTests {
  private func time(_ index: Int) -> Timestamp { Timestamp(microseconds: Int64(index) * 10_000) }

  @Test func aFullQueueKeepsWhatComesOnlyOnceAndTheNewestSamples() {
    let queue = InputQueue()
    let reports: [Input] = [
      .sensorFound(104, driver: "mpu6050", at: time(0)), .sensorFault(30, .bus, at: time(1)),
      .sensorLost(30, at: time(2)),
    ]
    for report in reports { queue.put(report) }
    for index in 3..<1003 {
      queue.put(
        .sample(
          Sample(
            time: time(index), magneticField: MagneticField(microtesla: Vector3(20, 0, 40)),
            source: 30)))
    }
    var taken: [Input] = []
    while let input = queue.take(within: .zero) { taken.append(input) }
    #expect(Array(taken.prefix(3)) == reports)
    // A queue has room for 256 inputs.
    #expect(taken.count == 256 && queue.dropped == 1003 - 256)
    #expect(taken.dropFirst(3).map(\.time) == (1003 - 253..<1003).map { time($0) })
  }
}
