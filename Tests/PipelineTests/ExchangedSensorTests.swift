import Quantities
import Testing
import Wire

@testable import Pipeline

/// Another chip at the same place, and which chip a report is of.
@Suite struct ExchangedSensorTests {
  private func at(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((seconds * 1e6).rounded()))
  }

  /// The readings from 4 s on of a resting device whose accelerometer and gyro are found at 0 s, and again at 4 s.
  private func readings(afterFinding driver: String, at source: SensorSourceID) throws -> [Reading]
  {
    var inputs: [Input] = [
      .sensorFound(0, driver: "mpu6050", at: at(0)), .sensorFound(1, driver: "adxl345", at: at(0)),
    ]
    inputs += LevelDevice().samples(to: 4).map(Input.sample)
    inputs.append(.sensorFound(source, driver: driver, at: at(4)))
    inputs += LevelDevice().samples(from: 4.02, to: 5).map(Input.sample)
    return Run(inputs: inputs, try settings()).readings(from: 4.1)
  }

  // Its offset and bias are not the former one's, whatever their tolerances are.
  @Test func anotherModelInThePlaceOfTheInertialSensorsInUseIsLearnedAnew() throws {
    for reading in try readings(afterFinding: "icm20948", at: 0) {
      #expect(reading.why.contains(.warmingUp) && reading.status != .accurate)
    }
  }

  @Test(arguments: [("mpu6050", 0), ("icm20948", 1), ("bmi270", 2)] as [(String, SensorSourceID)])
  func theSameModelAndSensorsThatAreNotInUseChangeNothing(
    driver: String, source: SensorSourceID
  ) throws {
    for reading in try readings(afterFinding: driver, at: source) {
      #expect(!reading.why.contains(.warmingUp) && reading.status == .accurate)
    }
  }

  /// Three times round to the right from 3 to 30 s, and a third of a turn from 40 to 43 s. Accelerometer and gyro are
  /// from 33 s on another chip's, which is upside down.
  private func samplesOfTwoInertialChips() -> [Sample] {
    (0...2250).flatMap { index in
      let time = Double(index) / 50
      let turned = min(max(time - 3, 0), 27) + min(max(time - 40, 0), 3)
      var sample = LevelDevice(heading: 40 * turned).sample(at: time)
      let isTurning = time > 3 && time <= 30 || time > 40 && time <= 43
      let rate = isTurning ? 40.0.inRadians : 0
      guard time > 33 else {
        sample.angularRate = AngularRate(radiansPerSecond: Vector3(0, 0, rate))
        return [sample]
      }
      var other = Sample(time: sample.time, source: 1)
      other.acceleration = Acceleration(metresPerSecondSquared: Vector3(0, 0, 9.80665))
      other.angularRate = AngularRate(radiansPerSecond: Vector3(0, 0, -rate))
      (sample.acceleration, sample.angularRate) = (nil, nil)
      return [other, sample]
    }
  }

  // What turns have shown of the former chip's mount, and of the calibration with its down, does not hold for this one.
  @Test func anotherInertialChipHasToBeProvenAnew() throws {
    var settings = try settings(latitude: nil)
    // √(20² + 40²) µT, 63.4°: the field of the device.
    settings.calibration = Calibration(
      hardIron: .zero, softIron: .identity, grade: .a, radius: 44.72, inclination: 1.107)
    let run = Run(samplesOfTwoInertialChips(), settings)
    #expect(run.readings(from: 32, to: 33).allSatisfy { $0.status == .accurate })
    let after = run.readings(from: 33.4, to: 40)
    #expect(after.allSatisfy { $0.status != .accurate })
    #expect(after.last?.why.contains(.calibrationUnconfirmed) == true)
    #expect(after.allSatisfy { !$0.why.contains(.mountWrong) })
    // One turn is enough.
    #expect(run.readings.last?.why.contains(.mountWrong) == true)
  }

  @Test func theFaultOfTheMagnetometerInUseIsToldAndNoOther() throws {
    var pipeline = Pipeline(try settings())
    func why() -> WhySet {
      var why = WhySet()
      pipeline.process(.tick(at(8))) { output in
        if case .reading(let reading) = copy output { why = reading.why }
      }
      return why
    }
    for sample in LevelDevice().samples(to: 4) { pipeline.process(.sample(sample)) { _ in } }
    pipeline.process(.sensorFault(7, .saturated, at: at(4))) { _ in }
    #expect(why().contains(.sensorMissing) && !why().contains(.sensorSaturated))
    pipeline.process(.sensorFault(0, .bus, at: at(5))) { _ in }
    #expect(why().contains(.busError) && !why().contains(.sensorSaturated))
    // The other one measures again, and this one does not.
    pipeline.process(.sensorFault(7, nil, at: at(6))) { _ in }
    #expect(why().contains(.busError))
    pipeline.process(.sensorFault(0, nil, at: at(7))) { _ in }
    #expect(!why().contains(.busError))
  }
}
