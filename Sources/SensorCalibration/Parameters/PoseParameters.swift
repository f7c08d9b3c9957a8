import Quantities

/// Which pose is advised next while fields are collected.
package struct PoseParameters: Equatable, Sendable {
  /// The coverage from which a side can be advised; before, any turning is as good.
  /// Source: chosen; five of 48 cells.
  package var firstCoverage = 0.1
  /// How far, rad, the field's cone in a turn about one side reaches: farther cells are not counted.
  /// Source: chosen.
  package var reach = 40.0.inRadians
  /// The cosine of the angle within which a side counts as down.
  /// Source: chosen; 37°.
  package var downCosine = 0.8
  /// The advantage of the side that is down already, as a ratio, so that the advice does not change.
  /// Source: chosen.
  package var keepSide = 1.2
  /// The least score, in cells, for which a side is advised.
  /// Source: chosen; a third of a cell.
  package var leastScore = 0.3
  /// The coverage from which the field shows the inclination of the place.
  /// Source: chosen: from there the centre is known.
  package var inclinationCoverage = 0.4
  /// The share of a sample in the mean of down; ten samples.
  /// Source: chosen; 0.1 s at 100 Hz.
  package var downGain = 0.1
  /// The share of a sample in the mean inclination; 200 samples.
  /// Source: chosen; 2 to 10 s.
  package var inclinationGain = 0.005

  package init() {}
}
