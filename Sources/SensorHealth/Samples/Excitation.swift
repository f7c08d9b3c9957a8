private import Glibc

/// How much the device has turned about down of late.
///
/// While it keeps one heading, a hard iron and a wrong north look the same: only a turn distinguishes them.
package struct Excitation: Sendable {
  private var heading = 0.0
  private var north = 0.0
  private var east = 0.0
  private var weight = 0.0

  /// s over which headings are remembered.
  private let timeConstant: Double

  package init(timeConstant: Double) { self.timeConstant = timeConstant }

  /// 0 where the heading was always the same, 1 where all directions were seen alike: one less the
  /// square of the mean direction's length.
  package var value: Double {
    weight > 0 ? 1 - (north * north + east * east) / (weight * weight) : 0
  }

  /// Takes a turn about down, rad, of the last `interval` s.
  package mutating func update(turn: Double, interval: Double) {
    heading += turn
    let gain = 1 - exp(-interval / timeConstant)
    north += (cos(heading) - north) * gain
    east += (sin(heading) - east) * gain
    weight += (1 - weight) * gain
  }
}
