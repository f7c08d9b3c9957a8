internal import Glibc
import Pipeline
import Quantities
import Randomness
import SensorCalibration
import Session
import Simulation
import TestSamples
import Trace

/// What the pipeline is run with, and the truth about it.
struct Case {
  /// To which score the headings count.
  enum Group: CaseIterable {
    /// Recordings, with all sensors.
    case recordings
    /// The same with a gyro, a magnetometer and a calibration that are slightly worse.
    case copies
    /// Recordings without the gyro.
    case withoutGyro
    /// Simulated scenes, with magnets and with faults.
    case scenes
    /// Recordings whose mount is wrong.
    case wrongMounts
    /// Made for numbers that the others do not show; without truth.
    case designed
  }

  var group: Group
  var settings: PipelineSettings
  var samples: [Sample]
  var truths: [RecordedTruth]
}

extension Case {
  /// Every case of a recording.
  ///
  /// - Parameter calibration: of the log that it names, if any.
  static func all(of recording: Recording, calibration: Calibration?, index: UInt64) -> [Case] {
    var options = RunOptions()
    options.calibration = calibration
    let settings = options.settings(for: recording.header)
    let plain = Case(
      group: .recordings, settings: settings, samples: recording.samples,
      truths: recording.truths)
    var withoutGyro = plain
    withoutGyro.group = .withoutGyro
    withoutGyro.settings.use = .magnetometerAccelerometer
    var copy = plain
    copy.group = .copies
    copy.samples = Worse(seed: index).samples(recording.samples, settings.calibration)
    return [plain, withoutGyro, copy] + (index == 0 ? [wrongMount(plain)].compactMap { $0 } : [])
  }

  /// The magnetometer turned by 90° about the vertical.
  private static func wrongMount(_ plain: Case) -> Case? {
    let turn = Matrix3(Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1))
    let mount = plain.settings.mount
    guard
      let wrong = try? Mount(magnetometer: turn * mount.magnetometer, inertial: mount.inertial)
    else { return nil }
    var given = plain
    given.group = .wrongMounts
    given.settings.mount = wrong
    return given
  }

  /// A simulated scene in London.
  static func scene(_ scene: NamedScene) throws -> Case {
    let place = try scene.place.map { try Position(coordinates: $0) }
    let setting = Scene.Setting(position: place)
    let trace = NamedSceneTrace(scene, device: Chips.icm20948.device, setting: setting)
    let field = scene.world(setting.earth).undisturbed
    let north = atan2(field.y, field.x).inDegrees
    var given = Case(
      group: .scenes, settings: RunOptions().settings(for: trace.header(source: "sensitivity")),
      samples: [], truths: [])
    for step in trace.samples(seed: 1) {
      let time = Double(step.sample.time.microseconds) / 1e6
      guard time < scene.seconds else { break }
      let x = step.truth.attitude.rotate(Vector3(1, 0, 0))
      given.samples.append(step.sample)
      given.truths.append(
        RecordedTruth(
          time: time, heading: atan2(x.y, x.x).inDegrees - north,
          pitch: asin(min(max(-x.z, -1), 1)).inDegrees, isMoving: step.truth.isMoving))
    }
    return given
  }
}

/// Sensors that are slightly worse, with the standard deviations of the copies in docs/accuracy.md: 0.3 % of the
/// gyro's scale and 0.2°/s of its bias on each axis, 0.8 % in each element of a soft iron and 1.2 % of the field
/// on each axis of a hard iron.
private struct Worse {
  private let scale: Vector3
  private let bias: Vector3
  private let soft: Matrix3
  private let hard: Vector3

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func vector(_ size: Double) -> Vector3 {
      Vector3(
        size * random.nextNormal(), size * random.nextNormal(), size * random.nextNormal())
    }
    (scale, bias, hard) = (vector(0.003), vector(0.2.inRadians), vector(0.012))
    soft = Matrix3(
      vector(0.008) + Vector3(1, 0, 0), vector(0.008) + Vector3(0, 1, 0),
      vector(0.008) + Vector3(0, 0, 1))
  }

  func samples(_ samples: [Sample], _ calibration: Calibration?) -> [Sample] {
    let calibration = calibration ?? .given
    guard let inverse = calibration.softIron.inverse else { return samples }
    return samples.map { sample in
      var worse = sample
      if let rate = sample.angularRate?.radiansPerSecond {
        let scaled = Vector3(
          rate.x * (1 + scale.x), rate.y * (1 + scale.y), rate.z * (1 + scale.z))
        worse.angularRate = AngularRate(radiansPerSecond: scaled + bias)
      }
      if let raw = sample.magneticField {
        let field = calibration.apply(raw).microtesla
        let moved = soft * field + hard * field.length
        worse.magneticField = MagneticField(microtesla: inverse * moved + calibration.hardIron)
      }
      return worse
    }
  }
}
