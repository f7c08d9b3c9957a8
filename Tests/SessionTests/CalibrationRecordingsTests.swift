private import Glibc
import Heading
import Quantities
import SensorCalibration
import Testing
import Trace

/// Tumbling logs by others, and what public fits make of them.
@Suite struct CalibrationRecordingsTests {
  private func log(_ name: String) throws -> CalibrationLog {
    var reader = try TraceReader(path: "\(Recordings.folder)/\(name).jsonl.gz")
    var log = CalibrationLog(isMicrotesla: reader.header.isFieldInMicrotesla)
    while let sample = try reader.nextSample() { log.add(sample, mount: reader.header.mount) }
    return log
  }

  /// The hold-out residuals are those of `peers_calibration.csv`, in percent; within 5 % of them.
  /// Of `cal_gnss_imu` the peers' number, 2.215, is smaller than what their best fit leaves on the
  /// very samples that it was fitted to (2.32), so it was not held out in blocks of time: there
  /// textbook fits leave 5.6 at best (`scripts/calibration-peers`), and ours is held to 3.3 below.
  @Test(
    .enabled(if: Recordings.path("cal_") != nil),
    arguments: [
      ("cal_accmag_ck", 1.44, Calibration.Grade.a, 30.85), ("cal_nexus5_d1", 1.412, .a, 47.33),
      ("cal_nexus5_d2", 1.459, .a, 47.3), ("cal_qmc5883l", 6.899, .c, 1079.94),
      ("cal_small_347", 2.177, .c, 173.75),
    ])
  func aFitForetellsAsWellAsThePeers(
    name: String, peers: Double, grade: Calibration.Grade, radius: Double
  ) throws {
    let report = fitCalibration(try log(name))
    #expect(try #require(report.holdOutResidual) * 100 <= peers * 1.05)
    #expect(report.grade == grade, "\(report.reasons)")
    #expect(abs(try #require(report.radius) / radius - 1) < 0.01)
    #expect(report.model == .ellipsoid && report.coverage > 0.9)
  }

  @Test(.enabled(if: Recordings.path("cal_gnss_imu") != nil))
  func aLogOfHalfOfTheDirectionsIsNotGradedBetterThanC() throws {
    let report = fitCalibration(try log("cal_gnss_imu"))
    #expect(report.grade == .c && report.coverage < 0.7)
    #expect(try #require(report.holdOutResidual) < 0.033)
  }

  /// What is put into a copy of a log is what its calibration has more, within what both claim.
  @Test(
    .enabled(if: Recordings.path("cal_nexus5") != nil),
    arguments: ["cal_nexus5_d1", "cal_nexus5_d2"])
  func errorsThatArePutIntoALogAreFound(name: String) throws {
    let offset = Vector3(0.45, -0.38, 0.5)
    let (bias, gain) = (Vector3(0.14, -0.21, 0.09), Vector3(0.975, 1.02, 1.03))
    func inertial(_ change: (inout Sample) -> Void) throws -> InertialCalibration {
      var reader = try TraceReader(path: "\(Recordings.folder)/\(name).jsonl.gz")
      let mount = reader.header.mount
      var log = CalibrationLog(isMicrotesla: true)
      var samples: [Sample] = []
      while var sample = try reader.nextSample() {
        change(&sample)
        log.add(sample, mount: mount)
        samples.append(sample)
      }
      let report = fitNineAxes(samples, log: log, mount: mount, tolerances: .cheapBoard)
      return try #require(report.inertial?.calibration)
    }
    let plain = try inertial { _ in }
    let copy = try inertial { sample in
      if let force = sample.acceleration {
        sample.acceleration?.metresPerSecondSquared = force.metresPerSecondSquared + offset
      }
      if let rate = sample.angularRate?.radiansPerSecond {
        sample.angularRate?.radiansPerSecond =
          Vector3(rate.x * gain.x, rate.y * gain.y, rate.z * gain.z) + bias
      }
    }
    let (force, before) = (
      try #require(copy.accelerometer), try #require(plain.accelerometer)
    )
    #expect((force.offset - before.offset - offset).length < 0.005 * standardGravity)
    let (gyro, old) = (try #require(copy.gyro).matrix, try #require(plain.gyro).matrix)
    #expect(abs(gyro.row0.x * gain.x / old.row0.x - 1) < 0.003)
    #expect(abs(gyro.row1.y * gain.y / old.row1.y - 1) < 0.003)
    #expect(abs(gyro.row2.z * gain.z / old.row2.z - 1) < 0.003)
  }

  /// Two logs of one phone, on two days, agree about its iron to what they claim together: each row of the matrices, the
  /// field along one axis, to two standard deviations of the heading error of both, an angle in the field.
  @Test(.enabled(if: Recordings.path("cal_nexus5") != nil))
  func twoLogsOfOnePhoneAgree() throws {
    let reports = try ["cal_nexus5_d1", "cal_nexus5_d2"].map { fitCalibration(try log($0)) }
    let first = try #require(reports[0].calibration).softIron
    let second = try #require(reports[1].calibration).softIron
    let errors = try reports.map { try #require($0.error68Degrees) }
    let bound = 2 * hypot(errors[0], errors[1]).inRadians
    for row in [\Matrix3.row0, \.row1, \.row2] {
      #expect((first[keyPath: row] - second[keyPath: row]).length < bound)
    }
  }
}
