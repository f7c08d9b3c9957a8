import Quantities
import Randomness
import SensorCalibration
import Testing

/// What a log does not bear is not given out.
@Suite struct CalibrationRefusalTests {
  private func tumble(_ seed: UInt64, seconds: Double = 60) -> Tumble {
    var random = SeededGenerator(seed: seed)
    return Tumble(&random, seconds: seconds, noise: 0.01)
  }

  /// The part of the log whose true directions satisfy a condition.
  private func part(_ seed: UInt64, where isKept: (Vector3) -> Bool) -> CalibrationReport {
    let tumble = tumble(seed)
    var log = tumble.log
    log.rates = []
    log.fields = log.fields.filter { isKept(tumble.direction($0.field)) }
    return fitCalibration(log)
  }

  @Test(arguments: [
    Vector3(0, 0, 1), Vector3(-1, 0, 0), Vector3(0.6, -0.48, 0.64), Vector3(0.48, 0.8, -0.36),
  ])
  func aThirdOfASphereIsRefused(axis: Vector3) {
    let report = part(21) { $0.dot(axis) > 0.34 }
    #expect(report.calibration == nil && report.grade == .f, "\(report)")
    #expect(!report.reasons.isEmpty)
  }

  @Test(arguments: [Vector3(0, 0, 1), Vector3(0.6, -0.48, 0.64)])
  func halfASphereIsDAtBest(axis: Vector3) {
    let report = part(22) { $0.dot(axis) > 0 }
    #expect(report.grade == .d || report.grade == .f, "\(report)")
  }

  @Test(arguments: [Vector3(0, 0, 1), Vector3(0.6, -0.48, 0.64)])
  func aBeltIsRefused(axis: Vector3) {
    let report = part(23) { abs($0.dot(axis)) < 0.2 }
    #expect(report.calibration == nil, "\(report)")
    #expect(report.reasons.contains(.belt))
  }

  @Test(arguments: [0.5, 1, 3])
  func aMagnetOnForHalfOfTheTimeIsRefusedAndAWeakOneIsDAtBest(strength: Double) {
    let tumble = tumble(24, seconds: 40)
    var log = tumble.log
    for index in 0..<(log.fields.count / 2) {
      log.fields[index].field =
        log.fields[index].field + Vector3(0.6, -0.5, 0.62) * (strength * tumble.strength)
    }
    let report = fitCalibration(log)
    #expect(report.grade == .f || (strength < 1 && report.grade == .d), "\(report)")
  }

  @Test func aDeviceThatLiesStillIsRefused() {
    var random = SeededGenerator(seed: 25)
    var log = CalibrationLog(isMicrotesla: true)
    for index in 0..<400 {
      log.fields.append(
        .init(
          time: Timestamp(microseconds: Int64(index) * 20_000),
          field: Vector3(100, -30, 12) + Tumble.normal(&random) * 0.4))
    }
    #expect(fitCalibration(log).calibration == nil)
    log.fields.removeLast(350)
    #expect(fitCalibration(log).reasons == [.tooFewSamples(50)])
    #expect(fitCalibration(CalibrationLog(isMicrotesla: true)).grade == .f)
  }

  @Test func aLevelTurnIsForALevelDeviceAndSaysSo() throws {
    var random = SeededGenerator(seed: 26)
    var log = CalibrationLog(isMicrotesla: true)
    let axis = Quaternion(rotationVector: Vector3(0.4, -0.7, 0.2))
    let centre = Vector3(90, -140, 30)
    for index in 0..<400 {
      let turn = Quaternion(rotationVector: Vector3(0, 0, Double(index) * 0.033))
      let field = axis.rotate(turn.rotate(Vector3(20, 0, 41))) + centre
      log.fields.append(
        .init(
          time: Timestamp(microseconds: Int64(index) * 20_000),
          field: field + Tumble.normal(&random) * 0.2))
    }
    let report = fitCalibration(log)
    let calibration = try #require(report.calibration)
    #expect(report.model == .horizontalCircle && report.grade == .d)
    #expect(report.reasons == [.levelOnly])
    // in the plane of the turn the offset is found; along its axis it cannot be
    let error = axis.inverse.rotate(calibration.hardIron - centre)
    #expect(abs(error.x) < 0.2 && abs(error.y) < 0.2)
    #expect(abs((calibration.radius ?? 0) - 20) < 0.2)
  }

  @Test func anyValuesGiveAReportAndNoCrash() {
    var random = SeededGenerator(seed: 27)
    for round in 0..<24 {
      var log = CalibrationLog(isMicrotesla: Bool.random(using: &random))
      let size = [1e-9, 1, 1e6][round % 3]
      for index in 0..<80 {
        let flat = round % 4 == 0 ? 0.0 : 1
        let v = Tumble.normal(&random)
        log.fields.append(
          .init(
            time: Timestamp(microseconds: Int64(index % 70) * 20_000),
            field: Vector3(v.x, v.y * flat, round % 5 == 0 ? 0 : v.z) * size))
      }
      let report = fitCalibration(log)
      #expect((report.grade == .f) == (report.calibration == nil))
      if let calibration = report.calibration {
        #expect(calibration.hardIron.isFinite && calibration.softIron.determinant > 0)
      }
    }
  }
}
