private import Glibc
package import Quantities

/// Whether the measured fields have confirmed the calibration since the magnetometer was taken into use.
///
/// A calibration of another board is no worse than the right one as long as the device rests: nothing moves that
/// could contradict it. So a heading is called accurate only after
/// - the field was one that the calibration was made in, or was confirmed in by an earlier turn, by strength and
///   inclination, when the filter settled, or
/// - the device has made a quarter turn that the filter has seen without a break, and the field stayed the same in the
///   earth frame.
package struct CalibrationConfirmation: Sendable {
  private enum Stage: Sendable {
    /// The filter has not settled yet.
    case starting
    /// The field was one of the calibration's when the filter settled, and no turn has contradicted it.
    case agreeing
    /// The field was another one. Nothing has contradicted the calibration.
    case differing
    /// A turn has contradicted the calibration: only another one can confirm it.
    case contradicted
    case confirmed
  }

  /// The field that a filter measures now.
  package struct Observation: Sendable {
    package var time: Timestamp
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
      time: Timestamp, reference: Vector3, attitude: Quaternion, knowsDown: Bool,
      isUndisturbed: Bool, hasSettled: Bool
    ) {
      (self.time, self.reference, self.attitude) = (time, reference, attitude)
      (self.knowsDown, self.isUndisturbed) = (knowsDown, isUndisturbed)
      self.hasSettled = hasSettled
    }
  }

  /// Whether a heading by this calibration may be called accurate.
  package var isConfirmed: Bool { stage == .agreeing || stage == .confirmed }
  /// Whether further observations can change that. Stored, because each sample asks for it: a computed property of another
  /// module copies the whole value.
  package private(set) var isOpen: Bool
  private var stage: Stage { didSet { isOpen = stage != .confirmed } }
  /// The observation since which the filter has settled, the field is undisturbed and no time is missing.
  private var first: Observation?
  /// The last one of these.
  private var last: Observation?
  /// Whether there was a disturbance since `last`.
  private var wasDisturbed = false
  /// Since when the device has turned by a quarter.
  private var provingSince: Timestamp?
  /// Whether the magnetometer was lost since the filter has settled: another one of its model may measure.
  private var wasLost = false
  /// The field in which a turn has confirmed the calibration, where the calibration does not have it: kept with it, the
  /// field confirms the calibration at the next start. `nil` before.
  package private(set) var newField: CalibrationField?
  /// The fields that the calibration was made in, that a turn has confirmed it in, and that agreed before the attitude was
  /// lost; `nil` where they are not known.
  private let made: CalibrationField?
  private var confirmedBefore: CalibrationField?
  private var agreedBefore: CalibrationField?
  /// Whether the calibration has anything to confirm.
  private let needsConfirmation: Bool
  /// Whether only a part of the strength is known.
  private let isLevelOnly: Bool

  /// rad of turning, within which the field must not change in the earth frame. Source: derived; a quarter turn about
  /// any axis changes what is left of a hard iron across it by 1.4 times its length.
  private static let confirmingTurn = Double.pi / 2
  /// s that the field has to stay undisturbed after that turn. Source: derived; a filter needs 0.2 s to find a disturbance.
  private static let proof = 1.0
  /// s without a field, after which a turn begins again. Source: derived; a field comes each second at least, and a motor's
  /// pulse withholds fields for less.
  private static let longestBreak = 3.0
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
    isLevelOnly = calibration?.isLevelOnly ?? false
    confirmedBefore = isLevelOnly ? nil : calibration?.confirmedField
    needsConfirmation = calibration.map { $0.grade != .given } ?? false
    (stage, isOpen) = (needsConfirmation ? .starting : .confirmed, needsConfirmation)
  }

  /// The filter has discarded its attitude, or was without fields: the device may have been turned meanwhile, and its field
  /// has to agree again.
  package mutating func loseAttitude() {
    if stage == .agreeing { agreedBefore = last?.field ?? agreedBefore }
    if wasLost, needsConfirmation {
      confirmedBefore = newField ?? confirmedBefore
      (stage, agreedBefore, wasLost) = (.starting, nil, false)
    } else if stage == .agreeing || stage == .differing {
      stage = .starting
    }
    discardObservations()
  }

  /// The magnetometer was lost: another one of its model may measure next. As long as a gyro carries the attitude the field
  /// is compared with that of before; once the attitude is lost too, it has to agree with those of the calibration.
  package mutating func loseMagnetometer() { wasLost = true }

  private mutating func discardObservations() {
    (first, last, wasDisturbed, provingSince) = (nil, nil, false, nil)
  }

  /// Takes what a filter measures, after each field that it uses.
  package mutating func take(_ observation: Observation) {
    guard isOpen, observation.hasSettled else { return }
    if let last, observation.time.seconds(since: last.time) > Self.longestBreak, !wasDisturbed {
      loseAttitude()
    }
    let start = first ?? observation
    first = start
    let turn = (start.attitude.inverse * observation.attitude).angle
    guard observation.isUndisturbed else {
      // What disturbs a device that rests is not its calibration.
      (wasDisturbed, provingSince) = (true, nil)
      if stage == .contradicted || turn > Self.rest {
        stage = .contradicted
        discardObservations()
      }
      return
    }
    let before = last
    last = observation
    if wasDisturbed {
      // A field that stays for long is taken for that of the place, by which north and the attitude may jump.
      (first, wasDisturbed) = (observation, false)
      let isSame =
        stage == .agreeing
        && Self.isSame(before?.field, observation.field, within: Self.sameField)
      stage = isSame || agrees(observation) ? .agreeing : .differing
      return
    }
    if turn > Self.confirmingTurn {
      prove(observation, since: start)
    } else if stage == .starting {
      stage = agrees(observation) ? .agreeing : .differing
    } else if stage == .agreeing, turn > Self.rest, !agrees(observation) {
      // While it rests temperature changes the field too.
      stage = .contradicted
    }
  }

  /// The device has turned by a quarter, and the filter has found no disturbance.
  private mutating func prove(_ observation: Observation, since start: Observation) {
    guard Self.isSame(start.field, observation.field, within: Self.sameField) else {
      // A filter may follow a field that changes slowly.
      (first, provingSince) = (observation, nil)
      if stage == .agreeing { stage = .contradicted }
      return
    }
    let since = provingSince ?? observation.time
    provingSince = since
    guard observation.time.seconds(since: since) >= Self.proof else { return }
    stage = .confirmed
    // Half as far away, or a field at the limit would not be the same at the next start.
    guard !isLevelOnly, !isKept(observation.field, within: Self.sameField / 2) else { return }
    newField = observation.field
  }

  /// How far the field is from the nearest one of the calibration, as a part of the strength, where only that confirms the
  /// calibration: the device has not turned by a quarter yet. Else 0.
  package var unprovenDistance: Double {
    guard stage == .agreeing, let field = last?.field else { return 0 }
    return distance(to: field) ?? 0
  }

  /// How far the field is from the nearest one that the calibration has, as a part of the strength; `nil` where none
  /// compares with it.
  private func distance(to field: CalibrationField) -> Double? {
    switch (made?.distance(to: field), confirmedBefore?.distance(to: field)) {
    case (let made?, let confirmed?): min(made, confirmed)
    case (let made, let confirmed): made ?? confirmed
    }
  }

  /// Whether the field is one of the calibration's, or agreed before the attitude was lost.
  private func agrees(_ observation: Observation) -> Bool {
    let field = observation.field
    return isKept(field, within: Self.sameField)
      || Self.isSame(agreedBefore, field, within: Self.sameField)
  }

  /// Whether the calibration has the field.
  private func isKept(_ field: CalibrationField, within distance: Double) -> Bool {
    self.distance(to: field).map { $0 < distance } ?? false
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
