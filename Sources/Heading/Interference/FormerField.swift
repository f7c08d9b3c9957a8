private import Glibc
import Quantities

/// What was known of the field when the attitude was lost.
///
/// A start takes the field that it finds for the Earth's. A magnet that had been noticed must not pass for it, and neither
/// must one that came meanwhile: where the new reference is not the former one, north is as uncertain as after another
/// reference was accepted (`NorthUncertainty`).
struct FormerField {
  /// The reference that was accepted, and for how many s.
  var reference: ReferenceField
  var acceptedSeconds: Double
  /// How far north may have been off already.
  var uncertainty: NorthUncertainty
  /// rad: the largest residual, fading (`ResidualStatistics.memory`).
  var memory: Double
  /// The measured field while it was disturbed, and rad by which it pointed beside the reference; `nil` where the
  /// reference explained it.
  var disturbance: (field: ReferenceField, angle: Double)?
  /// When the attitude was lost.
  var time: Timestamp

  /// The part of it, in (0, 1], that still counts at a start at `time`: the device may be elsewhere since.
  func share(at time: Timestamp, _ parameters: FieldMonitorParameters) -> Double {
    exp(-max(time.seconds(since: self.time), 0) / parameters.fieldTimeConstant)
  }

  /// rad: how far a start in the disturbed field may have turned north.
  var disturbedAngle: Double { disturbance?.angle ?? 0 }

  /// rad: how far `new`, the reference after a start, may point beside the former one; 0 where it is the former one.
  ///
  /// - Parameter knowsStrength: whether both strengths are in µT.
  func angle(
    to new: ReferenceField, knowsStrength: Bool, _ parameters: FieldMonitorParameters
  ) -> Double {
    let difference = reference.difference(from: new, knowsStrength: knowsStrength)
    let limit = disturbance == nil ? parameters.residual.enter : parameters.roomVariation
    let isNearer =
      disturbance.map { difference < $0.field.difference(from: new, knowsStrength: knowsStrength) }
      ?? true
    if isNearer, difference < limit { return 0 }
    let slope = TiltTerms.slope(inclination: abs(reference.inclination))
    let seen = componentQuantile * difference * hypot(1, slope)
    return min(max(seen, disturbedAngle), .pi)
  }
}

extension ReferenceField {
  /// rad, positive downwards.
  var inclination: Double { atan2(down, horizontal) }

  /// How far another field is from this one, which no heading changes: its strength as a part of this one's, and rad of its
  /// inclination.
  fileprivate func difference(from other: ReferenceField, knowsStrength: Bool) -> Double {
    let share = knowsStrength ? other.strength / max(strength, leastField) - 1 : 0
    return hypot(share, other.inclination - inclination)
  }
}
