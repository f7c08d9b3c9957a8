import Heading
import Quantities
import Simulation

/// The field of Mecca's latitude is flat, that of London steep; tests run in between: 45 µT, 60° down.
func earthField(inclinationDegrees: Double = 60) throws -> Scene.EarthField {
  Scene.EarthField(
    strength: 45, inclinationDegrees: inclinationDegrees, declination: try Declination(degrees: 0))
}

/// A chip that is turned, tilted and not alike for the two sensors.
let oddMount = Mount.turned(
  magnetometer: Quaternion(yaw: 1.9, pitch: -0.6, roll: 2.4),
  inertial: Quaternion(yaw: -2.7, pitch: 0.3, roll: 0.9))

extension Mount {
  /// The mount of chips that are turned so against the body; a rotation by construction.
  static func turned(magnetometer: Quaternion, inertial: Quaternion) -> Mount {
    func matrix(_ q: Quaternion) -> Matrix3 {
      Matrix3(
        q.rotate(Vector3(1, 0, 0)), q.rotate(Vector3(0, 1, 0)), q.rotate(Vector3(0, 0, 1))
      ).transposed
    }
    do {
      return try Mount(magnetometer: matrix(magnetometer), inertial: matrix(inertial))
    } catch {
      preconditionFailure("a quaternion is a rotation: \(error)")
    }
  }
}

/// One estimate beside the truth.
struct Judged {
  var time: Double
  var estimate: HeadingEstimate
  var truth: Pose
  /// Degrees; `nil` without a heading.
  var error: Double? {
    estimate.heading.map { RelativeBearing(degrees: $0.degrees - truth.headingDegrees).degrees }
  }
}

/// Runs a scene through a filter and judges an estimate after every tenth sample.
func judge(
  _ scene: Scene, model: SensorModel = SensorModel(), calibration: Calibration? = .given,
  seconds: Double, seed: UInt64 = 7
) -> [Judged] {
  var filter = HeadingFilter(mount: model.mount, calibration: calibration)
  var judged: [Judged] = []
  for (index, step) in Simulator(scene: scene, model: model, seed: seed).enumerated() {
    let time = step.sample.time
    guard time.seconds(since: Timestamp(microseconds: 0)) < seconds else { break }
    filter.update(step.sample)
    guard index % 10 == 9 else { continue }
    judged.append(
      Judged(
        time: Double(time.microseconds) / 1e6, estimate: filter.estimate(at: time),
        truth: step.pose))
  }
  return judged
}

extension [Judged] {
  /// Degrees; `nil` where any has no heading.
  var worstError: Double? {
    var worst = 0.0
    for item in self {
      guard let error = item.error else { return nil }
      worst = Swift.max(worst, abs(error))
    }
    return worst
  }
}
