import Glibc
import Quantities
import Randomness
import SensorCalibration
import Simulation
import TestSamples
import Testing

@testable import Mounting

@Suite struct MountMonitorTests {
  /// A level device, uncalibrated, that rests, is turned to the right, and rests again.
  struct LevelTurn {
    var degrees = 120.0
    /// s; the turn begins and ends gently.
    var seconds = 3.0
    var rest = 3.0
    /// µT, magnetic north, east, down.
    var earth = Vector3(20, 0, 40)
    var hardIron = Vector3.zero
    var softIron = Matrix3.identity
    var fieldNoise = 0.5
    /// Magnetometer's axes as they are taken ← body.
    var frame = Matrix3.identity
    var gyroScale = 1.0
    var gyroBias = Vector3.zero
    /// s.
    var delay = 0.02
    var isUpsideDown = false

    private func yaw(_ t: Double) -> Double {
      let part = min(max((t - rest) / seconds, 0), 1)
      return (degrees * (part - sin(2 * .pi * part) / (2 * .pi))).inRadians
    }

    private func field(_ t: Double) -> Vector3 {
      let attitude = Quaternion(yaw: yaw(t), pitch: 0, roll: isUpsideDown ? .pi : 0)
      return frame * (softIron * attitude.inverse.rotate(earth) + hardIron)
    }

    var samples: [Sample] {
      var generator = SeededGenerator(seed: 5)
      return (0...Int((2 * rest + seconds) * 100)).map { index in
        let t = Double(index) / 100
        let side = isUpsideDown ? -1.0 : 1
        let rate = Vector3(0, 0, side * (yaw(t) - yaw(t - 0.01)) / 0.01) * gyroScale + gyroBias
        var sample = Sample(time: Timestamp(microseconds: Int64(index) * 10_000))
        let noise = Vector3(generator.nextNormal(), generator.nextNormal(), generator.nextNormal())
        sample.magneticField = MagneticField(microtesla: field(t - delay) + noise * fieldNoise)
        sample.angularRate = AngularRate(radiansPerSecond: rate)
        sample.acceleration = Acceleration(
          metresPerSecondSquared: Vector3(0, 0, -9.80665 * side))
        return sample
      }
    }
  }

  private func monitor(
    _ samples: [Sample], mount: Mount = .identity, calibration: Calibration? = nil,
    gyro: AxesCalibration? = nil, tolerances: InertialTolerances.Gyro = .calibrated
  ) -> MountMonitor {
    var monitor = MountMonitor(
      mount: mount, calibration: calibration, gyroCalibration: gyro, gyroTolerances: tolerances)
    for sample in samples { monitor.update(sample) }
    return monitor
  }

  static let upsideDown = Matrix3(Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1))

  @Test func aTurnByAThirdOfACircleTellsAFrameThatIsUpsideDown() throws {
    var turn = LevelTurn()
    turn.frame = Self.upsideDown
    let wrong = monitor(turn.samples)
    #expect(wrong.isWrong)
    let finding = try #require(wrong.finding(inclination: nil))
    #expect(finding.chip == .magnetometer && finding.turns.contains(Self.upsideDown))
    #expect(finding.turns.count == 4)
    #expect(!monitor(LevelTurn().samples).isWrong)
  }

  @Test func smallTurnsTellNothing() {
    for degrees in [0.0, 20, 45, 60] {
      var turn = LevelTurn()
      turn.degrees = degrees
      turn.frame = Self.upsideDown
      #expect(!monitor(turn.samples).isWrong, "\(degrees)")
    }
  }

  // H 20 µT is Northern Europe's; 1 µT is more noise than any of the chips has at its setting.
  @Test(arguments: [0.0, 0.3, 0.6, 1])
  func oneTurnBy120DegreesIsEnough(noise: Double) {
    var turn = LevelTurn()
    turn.fieldNoise = noise
    #expect(!monitor(turn.samples).isWrong)
    turn.frame = Self.upsideDown
    #expect(monitor(turn.samples).isWrong)
    (turn.degrees, turn.fieldNoise) = (95, noise / 4)
    #expect(monitor(turn.samples).isWrong)
  }

  // Half axes of 1.15 and 0.85 are more than any published soft iron in ../shared/data has.
  @Test(arguments: [
    LevelTurn(hardIron: Vector3(150, -170, 90)),
    LevelTurn(softIron: Matrix3(Vector3(1.15, 0, 0), Vector3(0, 0.85, 0), Vector3(0, 0, 1))),
    LevelTurn(softIron: Matrix3(Vector3(1, 0.15, 0), Vector3(0.15, 1, 0.1), Vector3(0, 0.1, 1))),
    LevelTurn(gyroScale: 0.97), LevelTurn(gyroScale: 1.03),
    LevelTurn(gyroBias: Vector3(0.02, 0.03, -0.0524)),
    LevelTurn(gyroBias: Vector3(0, 0, 0.0524)), LevelTurn(delay: 0.06),
    LevelTurn(seconds: 1, delay: 0.06),
    LevelTurn(seconds: 8),
  ])
  func errorsOfTheSensorsHideNothingAndFakeNothing(turn: LevelTurn) {
    #expect(!monitor(turn.samples).isWrong)
    var wrong = turn
    wrong.frame = Self.upsideDown
    #expect(monitor(wrong.samples).isWrong)
  }

  // Source of 20 °/s: MPU-6050, PS-MPU-6000A-00 6.1, typical; five axes of a hundred have over twice as much.
  static let biases = [-40.0, -20, 20, 40].map { Vector3(0.3, -0.5, 1) * $0.inRadians }

  @Test(arguments: biases)
  func theBiasOfAGyroThatIsNotCalibratedIsNoWrongMount(bias: Vector3) {
    for seconds in [1.0, 3, 8, 20] {
      for degrees in [90.0, -120, 180, 360] {
        // without a rest before the turn nothing is known of the bias
        let turn = LevelTurn(degrees: degrees, seconds: seconds, rest: 0.1, gyroBias: bias)
        #expect(!monitor(turn.samples, tolerances: .cheapBoard).isWrong, "\(seconds) \(degrees)")
      }
    }
    for seed in 1...5 as ClosedRange<UInt64> {
      let tumbling = Tumbling(seconds: 30, gyroBias: bias).samples(seed: seed)
      #expect(!monitor(tumbling, tolerances: .cheapBoard).isWrong)
    }
  }

  @Test(arguments: biases)
  func aRestShowsTheBiasAndThenATurnTheWrongMount(bias: Vector3) {
    for degrees in [120.0, -120] {
      var turn = LevelTurn(degrees: degrees, gyroBias: bias)
      #expect(!monitor(turn.samples, tolerances: .cheapBoard).isWrong, "\(degrees)")
      #expect(monitor(turn.samples, tolerances: .cheapBoard).hasConfirmed, "\(degrees)")
      turn.frame = Self.upsideDown
      #expect(monitor(turn.samples, tolerances: .cheapBoard).isWrong, "\(degrees)")
    }
  }

  @Test(arguments: biases)
  func aCalibrationShowsTheBiasWithoutARest(bias: Vector3) {
    let sensitivity = Matrix3.identity * 0.1
    let gyro = AxesCalibration(offset: bias, matrix: .identity, forceSensitivity: sensitivity)
    for (frame, isWrong) in [(Matrix3.identity, false), (Self.upsideDown, true)] {
      var samples = LevelTurn(rest: 0.1, frame: frame, gyroBias: bias).samples
      for index in samples.indices {
        guard let force = samples[index].acceleration, let rate = samples[index].angularRate
        else { continue }
        samples[index].angularRate = AngularRate(
          radiansPerSecond: rate.radiansPerSecond + sensitivity * force.metresPerSecondSquared)
      }
      let tolerances = InertialTolerances.Gyro(
        degreesPerSecond: 20, degreesPerSecondPerKelvin: 0.05)
      #expect(monitor(samples, gyro: gyro, tolerances: tolerances).isWrong == isWrong)
    }
  }

  // A turn about the vertical turns the field of these frames as well as that of the right one.
  @Test func aQuarterTurnAboutTheVerticalIsSeenOnlyByTilting() throws {
    let quarter = Matrix3(Vector3(0, 1, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1))
    var turn = LevelTurn()
    turn.frame = quarter
    #expect(!monitor(turn.samples).isWrong)
    let tumbling = monitor(Tumbling(seconds: 10).samples(seed: 3).rewired(quarter))
    let finding = try #require(tumbling.finding(inclination: nil))
    #expect(finding.turns == [quarter.transposed] && finding.chip == nil)
  }

  @Test func turnsAboutAllAxesProveTheMountAndThoseAboutOneDoNot() {
    #expect(!monitor(LevelTurn().samples).isProven)
    let tumbling = Tumbling(seconds: 15).samples(seed: 4)
    #expect(monitor(tumbling).isProven)
    #expect(!monitor(tumbling.rewired(Self.upsideDown)).isProven)
  }

  @Test(arguments: axisRotations)
  func everyWiringIsFoundAndTheRightOneIsNot(frame: Matrix3) throws {
    let samples = Tumbling(seconds: 15, hardIron: Vector3(90, -60, 200)).samples(seed: 4)
    let monitor = monitor(samples.rewired(frame))
    guard frame != .identity else {
      #expect(!monitor.isWrong)
      return
    }
    #expect(try #require(monitor.finding(inclination: nil)).turns == [frame.transposed])
  }

  @Test func theDipTellsAMirrorImageWhereThePlaceIsKnown() throws {
    let samples = Tumbling(seconds: 15).samples(seed: 5)
    let mirror = Matrix3(Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, -1))
    for (frame, isMirrored) in [(mirror, true), (Self.upsideDown, false)] {
      let monitor = monitor(samples.rewired(frame), calibration: .given)
      #expect(try #require(monitor.finding(inclination: 1)).isMirrored == isMirrored)
      #expect(try #require(monitor.finding(inclination: -1)).isMirrored == !isMirrored)
      #expect(try #require(monitor.finding(inclination: nil)).isMirrored == nil)
      #expect(try #require(monitor.finding(inclination: 0.1)).isMirrored == nil)
    }
  }

  @Test func gravityTellsWhichOfTheTwoChipsIsUpsideDown() throws {
    let samples = LevelTurn().samples
    let board = try Mount(magnetometer: .identity, inertial: Self.upsideDown)
    let finding = try #require(monitor(samples, mount: board).finding(inclination: nil))
    #expect(finding.chip == .inertial && finding.turns.contains(Self.upsideDown))
    let other = try Mount(magnetometer: Self.upsideDown, inertial: .identity)
    #expect(monitor(samples, mount: other).finding(inclination: nil)?.chip == .magnetometer)
  }

  @Test func bothUpsideDownIsAHintAndNoMore() {
    var turn = LevelTurn()
    turn.isUpsideDown = true
    turn.rest = 31
    let monitor = monitor(turn.samples)
    #expect(!monitor.isWrong && monitor.isAlwaysUpsideDown)
    turn.isUpsideDown = false
    #expect(!self.monitor(turn.samples).isAlwaysUpsideDown)
  }

  @Test func laterTurnsClearWhatOneTurnBesideAMagnetHasShown() {
    // A magnet that stands still dominates, and the device circles round it with its side to it: the
    // field of a dipole turns twice as fast as the way round it.
    let circling = LevelTurn(frame: Self.upsideDown).samples
    var monitor = monitor(circling)
    #expect(monitor.isWrong)
    for sample in LevelTurn().samples {
      var later = sample
      later.time = sample.time.advanced(byMicroseconds: 20_000_000)
      monitor.update(later)
    }
    #expect(!monitor.isWrong)
    // … and where turns before have confirmed the mount, it shows nothing at all.
    var known = self.monitor(LevelTurn().samples)
    for sample in circling {
      var later = sample
      later.time = sample.time.advanced(byMicroseconds: 20_000_000)
      known.update(later)
      #expect(!known.isWrong)
    }
  }

  @Test(arguments: NamedScene.all.map(\.name))
  func onlyTheSceneWithSwappedAxesLooksLikeAWrongMount(name: String) throws {
    let scene = try #require(NamedScene.named(name))
    let earth = Scene.EarthField(
      strength: 45, inclinationDegrees: 60, declination: try Declination(degrees: 0))
    for chip in [Chips.icm20948, .bmi160BMM150] {
      let device = scene.altered(chip.device)
      var monitor = MountMonitor(mount: device.mount, calibration: nil)
      let samples = SimulatedSamples(world: scene.world(earth), device: device, seed: 3)
      for step in samples {
        guard step.sample.time.seconds(since: Timestamp(microseconds: 0)) < scene.seconds else {
          break
        }
        monitor.update(step.sample)
        if monitor.isWrong { break }
      }
      #expect(monitor.isWrong == (name == "swapped-axes"), "\(chip)")
    }
  }
}

/// All recordings, as they are and made worse: none is taken for one of a wrong mount, and upside down
/// each in which the device was turned is.
@Suite struct MountMonitorRecordingTests {
  @Test(
    .enabled(if: Recording.hasOthers, "no recordings in ../shared/data/traces"),
    arguments: [
      "broad_01_u_slow_rotation_A",
      "broad_02_u_slow_rotation_B",
      "broad_05_u_slow_rotation_with_breaks_B",
      "broad_07_u_fast_rotation_B",
      "broad_09_u_fast_rotation_with_breaks_B",
      "broad_11_u_slow_translation_B",
      "broad_14_u_slow_translation_with_breaks_B",
      "broad_16_u_fast_translation_B",
      "broad_21_u_fast_combined",
      "broad_24_d_tapping_A",
      "broad_26_d_phone_vibration_A",
      "broad_28_d_stationary_magnet_A",
      "broad_30_d_stationary_magnet_C",
      "broad_33_d_attached_magnet_2cm",
      "broad_35_d_attached_magnet_4cm",
      "bundle_ngimu",
      "bundle_ximu_00033",
      "cal_accmag_ck",
      "cal_gnss_imu",
      "cal_nexus5_d1",
      "cal_nexus5_d2",
      "cal_qmc5883l",
      "cal_small_347",
      "field_rtimulib2",
      "field_xio_fusion",
      "phone_jakob_n5_dist_ar",
      "phone_jakob_n5_nodist_texting",
      "phone_thibaud_n5_dist_texting",
      "phone_thibaud_n5_nodist_ar",
      "phone_thibaud_n5_nodist_texting",
    ])
  func noRecordingIsTakenForOneOfAWrongMount(name: String) throws {
    let samples = try Recording(name).samples
    let copies: [(scale: Double, bias: Vector3, soft: Matrix3, hard: Vector3)] = [
      (1, .zero, .identity, .zero),
      (
        0.97, Vector3(0.0524, -0.0524, 0.0524),
        Matrix3(Vector3(1.1, 0.05, 0), Vector3(0.05, 0.9, 0.03), Vector3(0, 0.03, 1)),
        Vector3(100, -200, 150)
      ),
      (
        1.03, Vector3(-0.0524, 0.0524, -0.0524),
        Matrix3(Vector3(0.9, 0, 0.05), Vector3(0, 1, -0.05), Vector3(0.05, -0.05, 1.1)),
        Vector3(-150, 50, 200)
      ),
    ]
    for copy in copies {
      var right = MountMonitor(mount: .identity, calibration: nil)
      var wrong = right
      for var sample in samples {
        sample.angularRate = sample.angularRate.map {
          AngularRate(radiansPerSecond: $0.radiansPerSecond * copy.scale + copy.bias)
        }
        sample.magneticField = sample.magneticField.map {
          MagneticField(microtesla: copy.soft * $0.microtesla + copy.hard)
        }
        right.update(sample)
        #expect(!right.isWrong)
        if right.isWrong { return }
        sample.magneticField = sample.magneticField.map {
          MagneticField(microtesla: MountMonitorTests.upsideDown * $0.microtesla)
        }
        wrong.update(sample)
      }
      if copy.scale == 1 { #expect(wrong.isWrong == right.hasConfirmed) }
    }
  }
}
