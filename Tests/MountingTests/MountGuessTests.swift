import Quantities
import Randomness
import SensorCalibration
import TestSamples
import Testing

@testable import Mounting

@Suite struct MountGuessTests {
  private let inclination = 60.0.inRadians

  @Test func thereAre24ProperRotationsAndNoneTwice() {
    #expect(axisRotations.count == 24)
    #expect(axisRotations.allSatisfy { $0.isRotation(tolerance: 0) })
    for (index, rotation) in axisRotations.enumerated() {
      #expect(!axisRotations[..<index].contains(rotation))
    }
  }

  @Test(arguments: axisRotations)
  func everyWiringIsFoundAndItsMirrorImageRefused(mount: Matrix3) throws {
    let samples = Tumbling(seconds: 20, delay: 0.03).samples(seed: 11)
    try expectFound(mount, in: samples, calibration: .given)
  }

  @Test(arguments: axisRotations)
  func withoutAGyroTheDipTellsEveryWiring(mount: Matrix3) throws {
    let samples = Tumbling(seconds: 20, hasRate: false).samples(seed: 12)
    try expectFound(mount, in: samples, calibration: .given)
  }

  @Test(arguments: axisRotations)
  func withoutACalibrationTheHardIronIsFoundOnTheWay(mount: Matrix3) throws {
    let samples = Tumbling(seconds: 30, hardIron: Vector3(90, -60, 40)).samples(seed: 13)
    try expectFound(mount, in: samples, calibration: nil)
  }

  private func expectFound(
    _ mount: Matrix3, in samples: [Sample], calibration: Calibration?
  ) throws {
    let wired = samples.rewired(mount.transposed)
    let found = try guessMount(of: wired, calibration: calibration, inclination: inclination).get()
    #expect(found.rotation == mount && found.handedness == .checked)
    #expect(abs(try #require(found.inclination) - inclination) < 3.0.inRadians)
    let mirrored = samples.rewired(mount.transposed.negated)
    let refused = guessMount(of: mirrored, calibration: calibration, inclination: inclination)
    #expect(refused == .failure(.mirrored(mount.negated)))
  }

  // Every rotation explains all of a field that is zero.
  @Test func aFieldThatIsZeroIsRefused() {
    var samples = Tumbling(seconds: 20).samples(seed: 16)
    for index in samples.indices where samples[index].magneticField != nil {
      samples[index].magneticField = MagneticField(microtesla: .zero)
    }
    for calibration in [Calibration.given, nil] {
      guard
        case .failure = guessMount(of: samples, calibration: calibration, inclination: inclination)
      else {
        Issue.record("a mount of nothing")
        return
      }
    }
  }

  @Test func southOfTheMagneticEquatorTheFieldPointsUp() throws {
    let samples = Tumbling(inclinationDegrees: -55).samples(seed: 14)
    let south = guessMount(of: samples, calibration: .given, inclination: -55.0.inRadians)
    #expect(try south.get().rotation == .identity)
    let north = guessMount(of: samples, calibration: .given, inclination: 55.0.inRadians)
    #expect(north == .failure(.mirrored(Matrix3.identity.negated)))
  }

  @Test func aMirrorImageIsNotDeniedWhereNothingTellsIt() throws {
    let samples = Tumbling().samples(seed: 15)
    let unknownPlace = try guessMount(of: samples, calibration: .given, inclination: nil).get()
    #expect(unknownPlace.handedness == .unchecked)
    let flat = Tumbling(inclinationDegrees: 3).samples(seed: 15)
    let equator = try guessMount(of: flat, calibration: .given, inclination: 3.0.inRadians).get()
    #expect(equator.handedness == .unchecked)
    let gyroOnly = Tumbling(hasForce: false).samples(seed: 15)
    let noGravity = try guessMount(of: gyroOnly, calibration: .given, inclination: inclination)
      .get()
    #expect(noGravity.handedness == .unchecked && noGravity.inclination == nil)
  }

  @Test func stillnessAndATurnAboutOneAxisAreAmbiguous() {
    for swing in [Vector3.zero, Vector3(1.5, 0, 0)] {
      var motion = Tumbling(hasForce: false)
      motion.swing = swing
      let result = guessMount(of: motion.samples(seed: 16), calibration: .given, inclination: nil)
      #expect(result == .failure(.ambiguous), "\(result)")
    }
  }

  @Test func whatIsMissingIsNamed() {
    let alone = Tumbling(hasRate: false, hasForce: false).samples(seed: 1)
    #expect(
      guessMount(of: alone, calibration: .given, inclination: nil) == .failure(.noMotionSensor))
    let raw = Tumbling(hasRate: false).samples(seed: 1)
    #expect(guessMount(of: raw, calibration: nil, inclination: nil) == .failure(.notCalibrated))
    let short = Tumbling(seconds: 5).samples(seed: 1)
    #expect(
      guessMount(of: short, calibration: .given, inclination: nil) == .failure(.tooFewSamples))
  }

  // Laboratory in Berlin (BROAD), Grenoble (Nexus 5): the field dips by 60° to 70°. The x-IMU's hand
  // was in the northern hemisphere too; it is not calibrated.
  @Test(
    .enabled(if: Recording.hasOthers, "no recordings in ../shared/data/traces"),
    arguments: [
      "broad_07_u_fast_rotation_B", "broad_21_u_fast_combined", "cal_nexus5_d1",
      "bundle_ximu_00033",
    ])
  func aRecordingThatIsWiredOtherwiseIsSeenThrough(name: String) throws {
    let moving = name.hasPrefix("broad") ? 20.0...35 : 0...50
    let samples = try Recording(name).samples.filter {
      moving.contains($0.time.seconds(since: Timestamp(microseconds: 0)))
    }
    let calibration: Calibration? =
      name.hasPrefix("broad") ? .given : name.hasPrefix("cal") ? Nexus5.d1 : nil
    for mount in axisRotations {
      let wired = samples.rewired(mount.transposed)
      let raw = calibration.map { $0.rewired(mount.transposed) }
      let found = try guessMount(of: wired, calibration: raw, inclination: 1.1).get()
      #expect(found.rotation == mount && found.handedness == .checked)
      let mirrored = guessMount(
        of: samples.rewired(mount.transposed.negated),
        calibration: calibration.map { $0.rewired(mount.transposed.negated) }, inclination: 1.1)
      #expect(mirrored == .failure(.mirrored(mount.negated)))
    }
  }
}

extension Calibration {
  /// Of the same magnetometer with its axes turned or mirrored by `matrix`.
  fileprivate func rewired(_ matrix: Matrix3) -> Calibration {
    Calibration(
      hardIron: matrix * hardIron, softIron: matrix * softIron * matrix.transposed, grade: grade)
  }
}
