import Heading
import Quantities
import Redundancy
import Testing
import Wire

@testable import Pipeline

struct ChipToleranceTableTests {
  private static let good = ChipTolerances(
    accelerometer: .init(milliG: 10), gyro: .init(degreesPerSecond: 1))
  private static let accelerometer = ChipTolerances(accelerometer: .init(milliG: 40))

  private func chips() -> ChipToleranceTable {
    var settings = PipelineSettings()
    settings.inertialTolerances = .calibrated
    settings.knownTolerances = ["good": Self.good, "accelerometer": Self.accelerometer]
    return ChipToleranceTable(settings)
  }

  private func sources(_ force: SensorSourceID?, _ rate: SensorSourceID?) -> PrimarySources {
    PrimarySources(field: 7, force: force, rate: rate)
  }

  @Test func theAssumedOnesHoldUntilAChipIsFound() {
    #expect(chips().tolerances(of: sources(nil, nil)) == .calibrated)
    #expect(chips().tolerances(of: sources(104, 104)) == .calibrated)
  }

  @Test func eachSensorInUseHasThoseOfItsOwnChip() {
    var chips = chips()
    chips.note("good", at: 104)
    chips.note("accelerometer", at: 25)
    #expect(
      chips.tolerances(of: sources(104, 104))
        == InertialTolerances(accelerometerOf: Self.good, gyroOf: Self.good))
    #expect(
      chips.tolerances(of: sources(25, 104))
        == InertialTolerances(accelerometerOf: Self.accelerometer, gyroOf: Self.good))
    #expect(chips.tolerances(of: sources(nil, 25)) == .calibrated)
  }

  @Test func anotherChipAtTheSamePlaceCountsAndAnUnknownOneIsAssumed() {
    var chips = chips()
    chips.note("good", at: 104)
    chips.note("accelerometer", at: 104)
    #expect(
      chips.tolerances(of: sources(104, 104)).accelerometer == Self.accelerometer.accelerometer)
    chips.note("no such chip", at: 104)
    #expect(chips.tolerances(of: sources(104, 104)) == .calibrated)
  }

  // At rest nothing but the data sheet says how far the accelerometer's down is off.
  @Test func theChipThatIsFoundMakesTheErrorOfAnUncalibratedAccelerometer() throws {
    let samples = (0..<300).map { index in
      Sample(
        time: Timestamp(microseconds: Int64(index) * 10_000),
        magneticField: MagneticField(microtesla: Vector3(20, 3, -40)),
        acceleration: Acceleration(metresPerSecondSquared: Vector3(0, 0, -9.80665)),
        angularRate: AngularRate(radiansPerSecond: .zero), source: 104)
    }
    var settings = try settings()
    settings.knownTolerances = ["good": Self.good]
    func error(of driver: String) throws -> Double {
      let found = Input.sensorFound(104, driver: driver, at: samples[0].time)
      let run = Run(inputs: [found] + samples.map(Input.sample), settings)
      return try #require(run.readings.last?.error68Degrees)
    }
    #expect(try error(of: "good") > error(of: "unknown"))
  }
}
