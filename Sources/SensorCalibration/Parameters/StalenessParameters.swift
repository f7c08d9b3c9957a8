/// When a calibration in use no longer agrees with the fields.
package struct StalenessParameters: Equatable, Sendable {
  /// How long a direction's strength counts, s.
  /// Source: chosen.
  package var memory = 600.0
  /// The share of a field in the mean of its cell.
  /// Source: chosen; a mean of 20 fields.
  package var cellGain = 0.05
  /// How large an error is in predicted ones: below the first a calibration that was wrong agrees again,
  /// and beyond the second it is wrong. For the strength's standard deviation over directions, in residuals
  /// of the calibration, and for the change of a refinement.
  /// Source: chosen; with a residual of 2.5 % (grade A) 5 % are wrong, and rooms vary by 3 %.
  package var contradiction = 1.4...2.0
  /// How long, s, the fields must contradict a calibration before it is stale, and agree after.
  /// Source: chosen: a user passes metal furniture in less.
  package var dwell = 120.0

  package init() {}
}
