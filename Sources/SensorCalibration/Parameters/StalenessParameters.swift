/// When a calibration in use no longer agrees with the fields.
package struct StalenessParameters: Equatable, Sendable {
  /// How long a direction's strength counts, s.
  /// Source: chosen.
  package var memory = 600.0
  /// Cells of directions, of 48, from which a change by direction can be seen.
  /// Source: chosen; a quarter of all.
  package var leastCells = 12
  /// The longest time, s, between two fields that continues a dwell.
  /// Source: chosen; nothing is known of the time between.
  package var longestGap = 5.0
  /// The share of a field in the mean of its cell.
  /// Source: chosen; a mean of 20 fields.
  package var cellGain = 0.05
  /// The standard deviation of the strength over directions that any calibration may have.
  /// Source: chosen: rooms vary by 3 %.
  package var spread = 0.05
  /// The same in residuals of the calibration.
  /// Source: chosen: a calibration of that residual spreads by less over the cells' means.
  package var spreadPerResidual = 2.5
  /// The largest residual that counts for that.
  /// Source: grade C's limit of the residual.
  package var largestResidual = 0.08
  /// The part of the limit below which the fields agree again.
  /// Source: chosen.
  package var release = 0.7
  /// How long, s, the fields must contradict a calibration before it is stale, and agree after.
  /// Source: chosen: a user passes metal furniture in less.
  package var dwell = 120.0

  package init() {}
}
