import Glibc
import Quantities
import Randomness
import SensorCalibration
import Testing

@Suite struct CalibrationFitTests {
  @Test func aCleanTumbleGivesBackItsIronToTheNoise() throws {
    var random = SeededGenerator(seed: 3)
    let tumble = Tumble(&random, seconds: 60, strain: 0.2, noise: 0.002, wander: 0)
    let report = fitCalibration(tumble.log)
    let calibration = try #require(report.calibration)
    #expect(report.grade == .a && report.reasons.isEmpty, "\(report)")
    // 0.2 % of 65 µT over hundreds of samples
    #expect((calibration.hardIron - tumble.hardIron).length < 0.05)
    #expect(abs(calibration.softIron.determinant - 1) < 1e-9)
    // the product is the identity times the strength's own factor
    let product = calibration.softIron * tumble.stretch
    let scale = cbrt(product.determinant)
    #expect((product.row0 / scale - Vector3(1, 0, 0)).length < 0.003)
    #expect((product.row1 / scale - Vector3(0, 1, 0)).length < 0.003)
    #expect((product.row2 / scale - Vector3(0, 0, 1)).length < 0.003)
    let residual = try #require(report.holdOutResidual)
    #expect(residual > 0.0015 && residual < 0.0025)
  }

  @Test func aSensorWithoutSoftIronIsASphere() throws {
    var random = SeededGenerator(seed: 4)
    let tumble = Tumble(&random, strain: 0, noise: 0.01, wander: 0)
    let report = fitCalibration(tumble.log)
    #expect(report.model == .sphere)
    #expect(report.calibration?.softIron.row0.y == 0)
  }

  @Test func theSameLogGivesTheSameBits() {
    var random = SeededGenerator(seed: 5)
    let tumble = Tumble(&random, seconds: 20)
    #expect(fitCalibration(tumble.log) == fitCalibration(tumble.log))
  }

  @Test func aDeviceThatLaysStillForHalfOfTheLogDoesNotBendTheFit() throws {
    var random = SeededGenerator(seed: 6)
    let tumble = Tumble(&random, noise: 0.005, wander: 0)
    var log = tumble.log
    let last = try #require(log.fields.last)
    for index in 1...log.fields.count {
      // what it lies beside makes the field wrong by 3 %
      let field =
        last.field + Vector3(0.6, 0.6, 0.5) * (0.03 * tumble.strength)
        + Tumble.normal(&random) * (0.005 * tumble.strength)
      log.fields.append(
        .init(time: last.time.advanced(byMicroseconds: Int64(index) * 50_000), field: field))
    }
    log.rates = []
    let calibration = try #require(fitCalibration(log).calibration)
    #expect((calibration.hardIron - tumble.hardIron).length < 0.01 * tumble.strength)
  }

  @Test func aPassingMagnetIsLeftOut() throws {
    var random = SeededGenerator(seed: 7)
    var tumble = Tumble(&random, noise: 0.005, wander: 0)
    let count = tumble.log.fields.count
    for index in (count / 2)..<(count / 2 + count / 20) {
      tumble.log.fields[index].field =
        tumble.log.fields[index].field + Vector3(0.4, -0.9, 0.3) * tumble.strength
    }
    let report = fitCalibration(tumble.log)
    let calibration = try #require(report.calibration)
    #expect(report.rejected > 0.03 && report.rejected < 0.15)
    #expect((calibration.hardIron - tumble.hardIron).length < 0.01 * tumble.strength)
  }

  @Test func theGyroFindsADisturbanceThatTheStrengthHides() throws {
    var random = SeededGenerator(seed: 8)
    var tumble = Tumble(&random, noise: 0.005, wander: 0)
    let count = tumble.log.fields.count
    // the field is turned within the device without a change of strength, now and then
    let turn = Quaternion(rotationVector: Vector3(0.3, -0.2, 0.4))
    for index in 0..<count where index % 200 < 12 {
      let clean = tumble.direction(tumble.log.fields[index].field)
      tumble.log.fields[index].field =
        tumble.stretch * turn.rotate(clean) * tumble.strength + tumble.hardIron
    }
    let withGyro = fitCalibration(tumble.log)
    tumble.log.rates = []
    let without = fitCalibration(tumble.log)
    #expect(withGyro.rejected > without.rejected + 0.02)
  }

  @Test func aGyroThatIsMountedOtherwiseIsNamedAndNotBelieved() throws {
    var random = SeededGenerator(seed: 9)
    var tumble = Tumble(&random)
    for index in tumble.log.rates.indices {
      let rate = tumble.log.rates[index].rate
      tumble.log.rates[index].rate = Vector3(-rate.y, rate.x, -rate.z)
    }
    let report = fitCalibration(tumble.log)
    let isNamed = report.reasons.contains {
      if case .gyroContradicts = $0 { true } else { false }
    }
    #expect(isNamed && report.grade == .c, "\(report.reasons)")
  }

  @Test func aGyroThatContradictsSomeOfTheFieldsIsNamedBesideTheMagnet() throws {
    var random = SeededGenerator(seed: 9)
    var tumble = Tumble(&random, noise: 0.005, wander: 0)
    // A second in every four the gyro measures half of the turn, as one does whose range is exceeded.
    for index in tumble.log.rates.indices where index % 80 < 20 {
      tumble.log.rates[index].rate = tumble.log.rates[index].rate * 0.5
    }
    let report = fitCalibration(tumble.log)
    let reason = try #require(
      report.reasons.first { if case .turnsDiffer = $0 { true } else { false } },
      "\(report.reasons), \(report.rejected)")
    #expect(report.rejected > 0.05 && report.rejected <= 0.3)
    #expect("\(reason)".contains("a magnet or iron was near, or the gyro's"))
    #expect(reason.advice.contains("gyro"))
    #expect(!report.reasons.contains { if case .disturbed = $0 { true } else { false } })
  }

  @Test func theStrengthIsJudgedByThePlaceAndCountsAreGradedCAtBest() throws {
    var random = SeededGenerator(seed: 10)
    var tumble = Tumble(&random)
    let first = fitCalibration(tumble.log)
    // soft iron changes the mean strength too
    let (unchecked, strength) = (first.grade, try #require(first.radius))
    tumble.log.expectedStrength = strength * 1.45
    #expect(fitCalibration(tumble.log).grade == .d)
    tumble.log.expectedStrength = strength
    #expect(fitCalibration(tumble.log).grade == unchecked && unchecked != .d)
    tumble.log.isMicrotesla = false
    let report = fitCalibration(tumble.log)
    #expect(report.grade == .c && report.reasons.contains(.counts))
    #expect(report.calibration?.radius == nil)
    // 12 µT, weaker than any field of the Earth
    tumble.log.isMicrotesla = true
    for index in tumble.log.fields.indices {
      tumble.log.fields[index].field = tumble.log.fields[index].field * (12 / tumble.strength)
    }
    #expect(fitCalibration(tumble.log).calibration == nil)
  }

  // A collection has compared each field with the gyro and left these out, and gives no rates to the fit.
  @Test func whatACollectionHasLeftOutLowersTheGrade() {
    var random = SeededGenerator(seed: 71)
    var log = Tumble(&random, seconds: 60, strain: 0).log
    log.rates = []
    let clean = fitCalibration(log)
    #expect(clean.grade == .a && clean.reasons.isEmpty)
    log.contradicted = 0.25
    let disturbed = fitCalibration(log)
    #expect(disturbed.grade.rawValue > "A" && !disturbed.reasons.isEmpty)
    log.contradicted = 0.5
    let wrong = fitCalibration(log)
    #expect(wrong.grade == .c && wrong.reasons.contains(.gyroContradicts(percent: 50)))
  }
}
