private import Glibc
package import Quantities

/// Whether the measured fields have confirmed the calibration since the magnetometer was taken into use.
///
/// A calibration of another board is no worse than the right one as long as the device rests: nothing moves that
/// could contradict it. So a heading is called accurate only after
/// - the field was one that the calibration was made in, or was confirmed in by an earlier turn, by strength and
///   inclination, when the filter settled, or
/// - the device has made a quarter turn, and the field stayed the same in the earth frame.
package struct CalibrationConfirmation: Sendable {
  private enum Stage: Sendable {
    /// The filter has not settled yet.
    case starting
    /// The field was one of the calibration's when the filter settled, and no turn has contradicted it.
    case agreeing
    /// Only a turn can confirm the calibration.
    case unconfirmed
    case confirmed
  }

  /// The field that a filter measures now.
  package struct Observation: Sendable {
    /// The reference field in a frame whose z points down, µT.
    package var reference: Vector3
    /// Body → that frame.
    package var attitude: Quaternion
    /// Whether the inclination of `reference` is measured.
    package var knowsDown: Bool
    package var isUndisturbed: Bool
    /// Whether the filter has settled.
    package var hasSettled: Bool

    package init(
      reference: Vector3, attitude: Quaternion, knowsDown: Bool, isUndisturbed: Bool,
      hasSettled: Bool
    ) {
      (self.reference, self.attitude) = (reference, attitude)
      (self.knowsDown, self.isUndisturbed) = (knowsDown, isUndisturbed)
      self.hasSettled = hasSettled
    }
  }

  /// Whether a heading by this calibration may be called accurate.
  package var isConfirmed: Bool { stage == .agreeing || stage == .confirmed }
  /// Whether further observations can change that.
  package var isOpen: Bool { stage != .confirmed }
  private var stage: Stage
  /// The attitude since when the filter has settled and the field is undisturbed.
  private var first: Quaternion?
  /// The last observation without a disturbance, and whether there was a disturbance since.
  private var (undisturbed, wasDisturbed): (Observation?, Bool) = (nil, false)
  /// The field in which a turn has confirmed the calibration, where the calibration does not have it: kept with it, the
  /// field confirms the calibration at the next start. `nil` before.
  package private(set) var newField: CalibrationField?
  /// The field that the calibration was made in, and that in which a turn has confirmed it; `nil` where they are not known.
  private let made: CalibrationField?
  private var confirmedBefore: CalibrationField?
  /// Whether the calibration has anything to confirm.
  private let needsConfirmation: Bool

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
  package init(_ calibration: Calibration?) {
    made = calibration?.field
    confirmedBefore = calibration.flatMap { $0.isLevelOnly ? nil : $0.confirmedField }
    needsConfirmation = calibration.map { $0.grade != .given } ?? false
    stage = needsConfirmation ? .starting : .confirmed
  }

  /// The filter has discarded its attitude: a turn confirms only as one observation without a break, and where the device
  /// was turned meanwhile the field has to agree again.
  package mutating func loseAttitude() {
    discardObservations()
    if stage == .agreeing { stage = .starting }
  }

  /// The magnetometer was lost: another one of its model may measure next. At the place of the last turn the field shows
  /// whether it is the same one.
  package mutating func loseMagnetometer() {
    discardObservations()
    confirmedBefore = newField ?? confirmedBefore
    if needsConfirmation { stage = .starting }
  }

  private mutating func discardObservations() {
    (first, undisturbed, wasDisturbed) = (nil, nil, false)
  }

  /// Takes what a filter measures, after each of its updates.
  package mutating func take(_ observation: Observation) {
    guard isOpen, observation.hasSettled else { return }
    let start = first ?? observation.attitude
    let turn = (start.inverse * observation.attitude).angle
    first = start
    guard observation.isUndisturbed else {
      // What disturbs a device that rests is not its calibration.
      wasDisturbed = true
      if stage == .unconfirmed || turn > Self.rest {
        stage = .unconfirmed
        discardObservations()
      }
      return
    }
    let before = wasDisturbed ? undisturbed : nil
    (undisturbed, wasDisturbed) = (observation, false)
    if let before {
      // A field that stays for long is taken for that of the place, by which north and the attitude may jump.
      first = observation.attitude
      if !Self.isSame(before.field, observation.field, within: Self.sameField) {
        stage = .unconfirmed
      }
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
    return Self.isSame(made, field, within: distance)
      || Self.isSame(confirmedBefore, field, within: distance)
  }

  private static func isSame(
    _ known: CalibrationField?, _ field: CalibrationField, within distance: Double
  ) -> Bool {
    known?.distance(to: field).map { $0 < distance } ?? false
  }
}

extension CalibrationConfirmation.Observation {
  fileprivate var field: CalibrationField {
    let level = hypot(reference.x, reference.y)
    return CalibrationField(
      strength: reference.length, inclination: knowsDown ? atan2(reference.z, level) : nil)
  }
}
