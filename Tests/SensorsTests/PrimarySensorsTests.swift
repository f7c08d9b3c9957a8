import Quantities
import Sensors
import Testing

struct PrimarySensorsTests {
  private func field(at milliseconds: Int64) -> Sample {
    Sample(
      time: Timestamp(microseconds: milliseconds * 1000),
      magneticField: MagneticField(microtesla: Vector3(20, 0, 40)))
  }

  private func motion(at milliseconds: Int64) -> Sample {
    Sample(
      time: Timestamp(microseconds: milliseconds * 1000),
      acceleration: Acceleration(metresPerSecondSquared: Vector3(0, 0, 9.8)),
      angularRate: AngularRate(radiansPerSecond: .zero))
  }

  @Test func theFirstMagnetometerCountsAndTheSecondDoesNot() {
    var primary = PrimarySensors()
    #expect(primary.filter(field(at: 0), from: 7) != nil)
    #expect(primary.filter(field(at: 5), from: 8) == nil)
    #expect(primary.filter(field(at: 10), from: 7) != nil)
    #expect(primary.magnetometer == 7)
  }

  @Test func anotherTakesOverWhenTheFirstFallsSilentAndKeepsIt() {
    var primary = PrimarySensors()
    _ = primary.filter(field(at: 0), from: 1)
    #expect(primary.filter(field(at: 300), from: 2) == nil)
    #expect(primary.filter(field(at: 310), from: 2) != nil)
    #expect(primary.filter(field(at: 320), from: 1) == nil)
  }

  @Test func anotherTakesOverAtOnceWhenTheFirstIsKnownToBeLost() {
    var primary = PrimarySensors()
    _ = primary.filter(field(at: 0), from: 1)
    #expect(primary.lost(2) == false)
    #expect(primary.filter(field(at: 5), from: 2) == nil)
    #expect(primary.lost(1) == true)
    #expect(primary.filter(field(at: 10), from: 2) != nil)
    #expect(primary.magnetometer == 2)
    #expect(primary.lost(1) == false)
  }

  @Test func theLossOfAMotionChipIsNoneOfTheField() {
    var primary = PrimarySensors()
    _ = primary.filter(field(at: 0), from: 1)
    _ = primary.filter(motion(at: 0), from: 2)
    #expect(primary.lost(2) == false)
    #expect(primary.filter(motion(at: 1), from: 3) != nil)
    #expect(primary.filter(field(at: 1), from: 1) != nil)
  }

  @Test func eachKindOfSensorHasItsOwn() {
    var primary = PrimarySensors()
    #expect(primary.filter(field(at: 0), from: 1) != nil)
    #expect(primary.filter(motion(at: 1), from: 2) == motion(at: 1))
    // an accelerometer alone beside a chip that also has a gyro
    var force = motion(at: 2)
    force.angularRate = nil
    #expect(primary.filter(force, from: 3) == nil)
  }
}
