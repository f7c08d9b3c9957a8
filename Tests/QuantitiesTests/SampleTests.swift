import Quantities
import Testing

@Suite struct SampleTests {
  private let now = Timestamp(microseconds: 5)

  @Test func aFixAloneIsNoMeasurement() {
    #expect(!Sample(time: now).hasMeasurement)
    #expect(!Sample(time: now, fix: Fix(mode: .none)).hasMeasurement)
    #expect(Sample(time: now, magneticField: MagneticField(microtesla: .zero)).hasMeasurement)
    let still = Acceleration(metresPerSecondSquared: .zero)
    #expect(Sample(time: now, acceleration: still).hasMeasurement)
    #expect(Sample(time: now, angularRate: AngularRate(radiansPerSecond: .zero)).hasMeasurement)
  }

  @Test func aFixHasAPositionFromTwoDimensionsOn() throws {
    let position = try Position(coordinates: Coordinates(latitude: 1, longitude: 2))
    #expect(Fix(mode: .none).position == nil)
    #expect(Fix(mode: .twoDimensional(position)).position == position)
    #expect(Fix(mode: .threeDimensional(position)).position == position)
  }

  @Test func timeIsExactInMicroseconds() {
    let later = now.advanced(byMicroseconds: 1_500_000)
    #expect(later.microseconds(since: now) == 1_500_000)
    #expect(later.seconds(since: now) == 1.5)
    #expect(now.seconds(since: later) == -1.5)
    #expect(now < later && later.advanced(byMicroseconds: -1_500_000) == now)
  }

  // by hand: matrix · (raw − offset)
  @Test func aCalibrationTakesTheOffsetOutBeforeTheStretch() {
    let matrix = Matrix3(Vector3(2, 0.5, 0), Vector3(0.5, 1, 0), Vector3(0, 0, 3))
    let calibration = Calibration(hardIron: Vector3(10, 20, 30), softIron: matrix, grade: .b)
    let field = calibration.apply(MagneticField(microtesla: Vector3(11, 22, 33)))
    #expect(field.microtesla == Vector3(3, 2.5, 9))
    let raw = MagneticField(microtesla: Vector3(1, 2, 3))
    #expect(Calibration.given.apply(raw) == raw)
  }
}
