private import Glibc
import Quantities
private import SensorCalibration

/// Whether the measured fields have confirmed the calibration since the magnetometer was taken into use.
///
/// A calibration of another board is no worse than the right one as long as the device rests: nothing moves that
/// could contradict it. So a heading is called accurate only after
/// - the field was one that the calibration was made in, or was confirmed in by an earlier turn, by strength and
///   inclination, when the filter settled, or
/// - the device has made a quarter turn, and the field stayed the same in the earth frame.
struct CalibrationConfirmation {
  private enum Stage {
    /// The filter has not settled yet.
    case starting
    /// The field was one of the calibration's when the filter settled, and no turn has contradicted it.
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
  /// The field in which a turn has confirmed the calibration, where the calibration does not have it: kept with it, the
  /// field confirms the calibration at the next start. `nil` before.
  private(set) var newField: CalibrationField?
  /// The fields that the calibration was made in and was confirmed in; `nil` where they are not known.
  private let (made, confirmedBefore): (CalibrationField?, CalibrationField?)

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
    made = calibration?.field
    confirmedBefore = calibration.flatMap { $0.isLevelOnly ? nil : $0.confirmedField }
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
      // Half as far away, or a field at the limit would not be the same at the next start.
      newField = agrees(observation, within: Self.sameField / 2) ? nil : observation.field
    } else if stage == .starting || stage == .agreeing && turn > Self.rest {
      // While it rests temperature changes the field too.
      stage = agrees(observation) ? .agreeing : .unconfirmed
    }
  }

  /// Whether the field is one of the calibration's.
  private func agrees(_ observation: Observation, within distance: Double = sameField) -> Bool {
    let field = observation.field
    func isSame(_ known: CalibrationField?) -> Bool {
      known?.distance(to: field).map { $0 < distance } ?? false
    }
    return isSame(made) || isSame(confirmedBefore)
  }
}

extension CalibrationConfirmation.Observation {
  fileprivate var field: CalibrationField {
    let level = hypot(reference.x, reference.y)
    return CalibrationField(
      strength: reference.length, inclination: knowsDown ? atan2(reference.z, level) : nil)
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
