private import Glibc
import Quantities
private import SensorCalibration

/// Whether the measured fields have confirmed the calibration since the magnetometer was taken into use.
///
/// A calibration of another board is no worse than the right one as long as the device rests: nothing moves that
/// could contradict it. So a heading is called accurate only after
/// - the field was the one that the calibration was made in, by strength and inclination, when the filter settled, or
/// - the device has made a quarter turn, and the field stayed the same in the earth frame.
struct CalibrationConfirmation {
  private enum Stage {
    /// The filter has not settled yet.
    case starting
    /// The field was that of the calibration when the filter settled, and no turn has contradicted it.
    case agreeing
    /// Only a turn can confirm the calibration.
    case unconfirmed
    case confirmed
  }

  /// The field that a filter measures now.
  struct Observation {
    /// The reference field in a frame whose z points down, µT.
    var reference: Vector3
    /// Body → that frame.
    var attitude: Quaternion
    /// Whether the inclination of `reference` is measured.
    var knowsDown: Bool
    var isUndisturbed: Bool
    /// Whether the filter has settled.
    var hasSettled: Bool
  }

  /// Whether a heading by this calibration may be called accurate.
  var isConfirmed: Bool { stage == .agreeing || stage == .confirmed }
  /// Whether further observations can change that.
  var isOpen: Bool { stage != .confirmed }
  private var stage: Stage
  /// The attitude since when the filter has settled and the field is undisturbed.
  private var first: Quaternion?
  /// Of the field that the calibration was made in: µT, and rad, down positive; `nil` where they are not known.
  private let strength: Double?
  private let inclination: Double?

  /// rad of turning, within which the field must not change in the earth frame. Source: derived; a quarter turn about
  /// any axis changes what is left of a hard iron across it by 1.4 times its length.
  private static let provingTurn = Double.pi / 2
  /// rad: a device that has turned by less rests. Source: derived; by such a turn 40 µT of hard iron change the field by
  /// 7 µT, which disturbs.
  private static let rest = 10.0.inRadians
  /// The distance of two fields, as a part of their strength, up to which they are the same one.
  ///
  /// Source: HMC5883L data sheet (Honeywell 900405 rev. E, specifications), sensitivity tempco −0.3 %/K; 17 K warmer
  /// or colder than at the calibration.
  private static let sameField = 0.05

  /// - Parameter calibration: `nil`, or values that their maker calibrated, have nothing to confirm.
  init(_ calibration: Calibration?) {
    let isLevelOnly = calibration?.isLevelOnly ?? false
    strength = isLevelOnly ? nil : calibration?.radius
    inclination = calibration?.inclination
    let needsNone = calibration.map { $0.grade == .given } ?? true
    stage = needsNone ? .confirmed : .starting
  }

  /// Takes what a filter measures, after each of its updates.
  mutating func take(_ observation: Observation) {
    guard isOpen, observation.hasSettled else { return }
    let start = first ?? observation.attitude
    let turn = (start.inverse * observation.attitude).angle
    first = start
    guard observation.isUndisturbed else {
      // What disturbs a device that rests is not its calibration.
      if stage != .agreeing || turn > Self.rest { (stage, first) = (.unconfirmed, nil) }
      return
    }
    if turn > Self.provingTurn {
      stage = .confirmed
    } else if stage == .starting || stage == .agreeing && turn > Self.rest {
      // While it rests temperature changes the field too.
      stage = agrees(observation) ? .agreeing : .unconfirmed
    }
  }

  /// Whether the field is that of the calibration.
  private func agrees(_ observation: Observation) -> Bool {
    guard let strength, strength > 0 else { return false }
    let field = observation.reference
    guard observation.knowsDown else { return abs(field.length / strength - 1) < Self.sameField }
    guard let inclination else { return false }
    let level = hypot(field.x, field.y) - strength * cos(inclination)
    let down = field.z - strength * sin(inclination)
    return hypot(level, down) < Self.sameField * strength
  }
}

extension CalibrationConfirmation {
  /// Takes the state of the filter with a gyro.
  mutating func take(_ filter: AttitudeFilter) {
    take(
      Observation(
        reference: filter.state.reference.vector, attitude: filter.state.attitude, knowsDown: true,
        isUndisturbed: !filter.monitor.isDisturbed && !filter.monitor.isInflated,
        hasSettled: filter.start.hasSettled))
  }

  /// Takes the state of the compass without one, which has settled after `warmUp` s of field.
  mutating func take(_ compass: CompassWithoutGyro, warmUp: Double) {
    guard let reference = compass.reference.field,
      let tracker = compass.tilt.tracker
    else { return }
    take(
      Observation(
        reference: reference, attitude: tracker.attitude, knowsDown: compass.tilt.knowsTilt,
        isUndisturbed: !compass.monitor.isDisturbed,
        hasSettled: compass.tilt.elapsed >= warmUp))
  }
}
