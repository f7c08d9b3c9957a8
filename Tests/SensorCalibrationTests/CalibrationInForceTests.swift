import Quantities
import Randomness
import SensorCalibration
import Testing

/// A calibration in use that fields contradict for longer than the dwell time.
@Suite struct CalibrationInForceTests {
  /// A device with a magnet that was added to it after its calibration.
  private func device() -> (fields: [CalibrationLog.Field], calibration: Calibration) {
    var random = SeededGenerator(seed: 95)
    let tumble = Tumble(&random, seconds: 200, strain: 0)
    let magnet = Vector3(0.1, -0.12, 0.1) * tumble.strength
    return (
      tumble.log.fields.map { .init(time: $0.time, field: $0.field + magnet) },
      Calibration(hardIron: tumble.hardIron, softIron: .identity, grade: .b, residual: 0.01)
    )
  }

  private func isStale(_ device: CalibrationInForce, after seconds: Double, gap: Double = 0) -> Bool
  {
    var inForce = device
    for field in self.device().fields {
      let time = field.time.seconds(since: Timestamp(microseconds: 0))
      guard time < seconds else { break }
      let late = time < 100 ? 0 : gap
      inForce.take(field.field, at: field.time.advanced(byMicroseconds: Int64(late * 1e6)))
    }
    return inForce.isStale
  }

  @Test func itIsStaleAfterTheDwellTime() {
    let inForce = CalibrationInForce(device().calibration)
    #expect(!isStale(inForce, after: 115))
    #expect(isStale(inForce, after: 160))
  }

  @Test func aTimeWithoutFieldsIsNoEvidence() {
    let inForce = CalibrationInForce(device().calibration)
    #expect(!isStale(inForce, after: 115, gap: 300))
    #expect(isStale(inForce, after: 160, gap: 300))
  }

  // An hour later in a car of steel, turned for half a minute and laid down: the strengths of the former place are no
  // evidence.
  @Test func anotherPlaceAnHourLaterDoesNotCount() {
    var random = SeededGenerator(seed: 96)
    let tumble = Tumble(&random, seconds: 120, strain: 0)
    var inForce = CalibrationInForce(
      Calibration(
        hardIron: tumble.hardIron, softIron: .identity, grade: .a, residual: 0.01))
    for field in tumble.log.fields { inForce.take(field.field, at: field.time) }
    let hour: Int64 = 3_600_000_000
    let start = Timestamp(microseconds: 0)
    let later = tumble.log.fields.filter { $0.time.seconds(since: start) < 30 }
    func weaker(_ field: Vector3) -> Vector3 {
      tumble.hardIron + (field - tumble.hardIron) * 0.75
    }
    for field in later {
      inForce.take(weaker(field.field), at: field.time.advanced(byMicroseconds: hour))
    }
    let lying = weaker(later[later.count - 1].field)
    for second in 0..<240 {
      let time = start.advanced(byMicroseconds: hour + Int64(30 + second) * 1_000_000)
      inForce.take(lying, at: time)
    }
    #expect(!inForce.isStale)
  }

  /// The limit is twice the residual of the calibration, at least that of grade A and at most that of grade
  /// C: this magnet makes 11 %.
  @Test func aPoorCalibrationIsContradictedByMore() {
    var poor = device().calibration
    poor.residual = 0.07
    #expect(!isStale(CalibrationInForce(poor), after: 200))
    poor.residual = 0.04
    #expect(isStale(CalibrationInForce(poor), after: 200))
  }
}
