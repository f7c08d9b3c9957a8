import Quantities

/// What stays of the field's residual along the axes of the device while it turns: a hard iron that the filter does not
/// have, as of an object that is attached to the device and too weak to be interference.
///
/// The anomalies of a room change with the spot and the direction, so that their mean along the device's axes becomes
/// small in turns. At rest nothing shows which of the two a residual is: turning counts in place of time.
struct OwnFieldResidual: Equatable {
  /// µT, body frame: the mean over the latest turns. It begins at zero.
  private(set) var mean = Vector3.zero

  /// rad: the turning over which the mean is taken. Source: chosen on the recordings; four full turns, since the mean
  /// of fewer still has the anomalies of single spots.
  private static let memory = 8 * Double.pi
  /// Part of the field's strength: a hard iron up to this is what a calibration leaves, which `calibration` has.
  /// Source: derived; 99 % of vectors whose three components have a standard deviation of 1.2 % (docs/accuracy.md, the
  /// perturbed copies) are shorter: 0.012 · √11.34.
  private static let leftByCalibration = 0.0404

  /// Takes the residual of one interval.
  ///
  /// - Parameters:
  ///   - residual: measured − expected, hard iron as far as it is known included, earth frame, µT.
  ///   - attitude: body → earth.
  ///   - turning: rad, about any axis, in the interval.
  mutating func take(_ residual: Vector3, attitude: Matrix3, turning: Double) {
    let share = turning / (turning + Self.memory)
    mean = mean + (attitude.transposed * residual - mean) * share
  }

  /// rad, 68 %: how far the part that no calibration leaves turns north. All of it counts, since the soft iron of such
  /// an object turns north as well, and leaves no residual.
  ///
  /// - Parameter reference: the reference field.
  func error68(_ reference: ReferenceField) -> Double {
    let left = Self.leftByCalibration * reference.strength
    let excess = mean.dot(mean) - left * left
    return excess > 0 ? excess.squareRoot() / max(reference.horizontal, leastField) : 0
  }
}
