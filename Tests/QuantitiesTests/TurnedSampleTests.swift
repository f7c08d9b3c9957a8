import Quantities
import Testing

struct TurnedSampleTests {
  // A quarter turn about z takes x to y and y to −x.
  @Test func everyVectorIsTurnedAndTheRestStays() {
    let quarter = Matrix3(Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1))
    let sample = Sample(
      time: Timestamp(microseconds: 7), magneticField: MagneticField(microtesla: Vector3(1, 2, 3)),
      acceleration: Acceleration(metresPerSecondSquared: Vector3(4, 5, 6)),
      angularRate: AngularRate(radiansPerSecond: Vector3(7, 8, 9)), source: 4, delay: 0.005)
    let turned = sample.turned(by: quarter)
    #expect(turned.magneticField?.microtesla == Vector3(-2, 1, 3))
    #expect(turned.acceleration?.metresPerSecondSquared == Vector3(-5, 4, 6))
    #expect(turned.angularRate?.radiansPerSecond == Vector3(-8, 7, 9))
    #expect(turned.time == sample.time && turned.source == 4 && turned.delay == 0.005)
    #expect(Sample(time: sample.time).turned(by: quarter) == Sample(time: sample.time))
  }
}
