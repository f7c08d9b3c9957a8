import Quantities

/// The tuned numbers of a magnetometer's calibration, by concern.
///
/// Lengths of fields are parts of the field's strength where no unit is given.
package struct CalibrationParameters: Equatable, Sendable {
  package var turnCheck = TurnCheckParameters()
  package var collection = CollectionParameters()
  package var fit = FitParameters()
  package var grading = GradingParameters()
  package var pose = PoseParameters()
  package var staleness = StalenessParameters()
  package var refinement = RefinementParameters()
  package var misalignment = MisalignmentParameters()

  package init() {}
}

/// When the gyro contradicts how the field turned: a magnet that passes by does not turn with the
/// device.
package struct TurnCheckParameters: Equatable, Sendable {
  /// The time over which a turn is compared, s: in a shorter one the field's noise dominates, in a
  /// longer one the gyro's bias.
  /// Source: chosen on the calibration logs.
  package var span = 0.25...1.0
  /// The longest time between two turn rates, s: a longer gap ends what can be compared.
  /// Source: chosen; the turn during a gap is not known.
  package var longestGap = 0.2
  /// By how much the two turns may differ, rad, for the field's noise and the gyro's bias together.
  /// Source: chosen on the calibration logs.
  package var tolerance = 6.0.inRadians
  /// By how much the field may be late, s: it points back by this times the turn rate.
  /// Source: the usual delays are 12 to 60 ms.
  package var fieldDelay = 0.04

  package init() {}
}

/// Which fields a collection takes, and when it has enough.
package struct CollectionParameters: Equatable, Sendable {
  /// The shortest time between two fields, s: a hand does not turn so fast that more would add
  /// information.
  /// Source: chosen; at 1 rad/s the field turns by 2° in it.
  package var sampleInterval = 0.04
  /// The part of the fields, 0 to 1, that the gyro may contradict before the gyro, and not the field,
  /// is taken to be wrong.
  /// Source: chosen on the calibration logs.
  package var contradictedPart = 0.3
  /// Fields from which a centre is sought, and new ones from which the next fit is worth its time.
  /// Source: chosen; a sphere has four unknowns.
  package var fewestFields = 20
  /// How much wider than one step the fields must be spread: noise alone has steps as long as it is
  /// wide.
  /// Source: chosen on the calibration logs.
  package var spreadPerStep = 2.5
  /// How far a centre may lie outside the fields, in their spread.
  /// Source: chosen; a shorter arc does not determine a centre.
  package var farthestCentre = 4.0
  /// By how much a centre must move, in radii, for the fields to be sorted into cells anew.
  /// Source: chosen; a tenth of a cell's width of 0.5 rad.
  package var newCentre = 0.05
  /// By which part the radius must change for the same.
  /// Source: chosen on the calibration logs.
  package var newRadius = 0.2
  /// The part of the cells that counts as all: one of 48 may stay empty, or two.
  /// Source: chosen.
  package var fullCoverage = 0.95

  package init() {}
}
