import Quantities
import SensorCalibration
import TestSamples
import Testing
import Trace

@testable import Heading

/// The turn of the magnetometer's axes that a log shows, and how the filter uses it.
@Suite struct CalibrationMisalignmentTests {
  /// The chips turned against each other, and both against the body.
  private let mount: Mount
  private let askew = Quaternion(rotationVector: Vector3(0.05, -0.08, 0.06))  // 6.4°

  init() throws {
    mount = try Mount(
      magnetometer: Matrix3(Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, -1)),
      inertial: Matrix3(Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 1, 0)))
  }

  private var nominal: Quaternion { Quaternion(mount.inertial.transposed * mount.magnetometer) }

  private func alignment(
    turned: Quaternion, delay: Double = 0.03, noise: Double = 0.3
  ) -> CalibrationMisalignment {
    var motion = Tumbling(magnetometer: nominal * turned, delay: delay)
    motion.noise.field = noise
    return CalibrationMisalignment(
      of: motion.samples(seed: 11), calibration: .given, mount: mount)
  }

  @Test func aMagnetometerThatSitsAskewIsFoundBeyondTheMount() throws {
    let found = alignment(turned: askew)
    #expect(found.isMisaligned && !found.contradictsMount)
    let calibration = Calibration.given.with(found)
    let misalignment = try #require(found.misalignment)
    #expect((askew.inverse * calibration.misalignment).angle < 4 * misalignment.error68)
  }

  @Test func whatMayBeNothingIsLeftAlone() {
    let found = alignment(turned: Quaternion(rotationVector: Vector3(0.001, 0, 0)), noise: 3)
    #expect(!found.isMisaligned)
    #expect(Calibration.given.with(found).misalignment == .identity)
  }

  @Test func anotherMountIsNotTakenForASolderingFault() {
    let found = alignment(turned: Quaternion(rotationVector: Vector3(0, 0, .pi / 2)))
    #expect(found.contradictsMount && !found.isMisaligned)
    #expect(Calibration.given.with(found).misalignment == .identity)
  }

  @Test(arguments: [0.0, 17, 123.4, 263, 359.7])
  func theFilterTurnsTheFieldByTheMisalignment(degrees: Double) throws {
    let body = Quaternion(yaw: degrees.inRadians, pitch: 0, roll: 0).inverse
    let fromBody = (mount.magnetometer.transposed, mount.inertial.transposed)
    let field = fromBody.0 * body.rotate(Vector3(20, 0, 44))
    let force = fromBody.1 * Vector3(0, 0, -9.80665)
    var calibration = Calibration.given
    calibration.misalignment = askew
    var filter = HeadingFilter(mount: mount, calibration: calibration)
    for index in 1...200 {
      var sample = Sample(time: Timestamp(microseconds: Int64(index) * 10_000))
      sample.magneticField = MagneticField(microtesla: askew.inverse.rotate(field))
      sample.acceleration = Acceleration(metresPerSecondSquared: force)
      filter.update(sample)
    }
    let end = Timestamp(microseconds: 2_000_000)
    let heading = try #require(filter.estimate(at: end).heading)
    #expect(abs(RelativeBearing(degrees: heading.degrees - degrees).degrees) < 0.1)
  }

  // The magnetometer of this telephone is 28 to 36 ms later than its gyro: a delay is no turn.
  @Test(.enabled(if: Recording.hasOthers), arguments: ["cal_nexus5_d1", "cal_nexus5_d2"])
  func aTelephonesDelayIsNotTakenForAMisalignment(name: String) throws {
    let recording = try Recording(name)
    let calibration = name == "cal_nexus5_d1" ? Nexus5.d1 : Nexus5.d2
    let found = CalibrationMisalignment(
      of: recording.samples, calibration: calibration, mount: recording.header.mount)
    #expect(found.misalignment != nil)
    #expect(!found.isMisaligned && !found.contradictsMount)
  }
}
