/// The Earth's magnetic field at one place and date, geodetic north, east and down, with what
/// changes in a year.
package struct GeomagneticField: Equatable, Sendable {
  /// How much a compass can tell there, by the horizontal intensity.
  package enum Zone: String, CaseIterable, Sendable {
    /// H ≥ 6,000 nT.
    case ok
    /// H < 6,000 nT: a compass is unsure.
    case caution
    /// H < 2,000 nT: a compass is of no use.
    case blackout
  }

  /// nT.
  package var north: Double
  /// nT.
  package var east: Double
  /// nT.
  package var down: Double
  /// nT a year.
  package var northChange: Double
  /// nT a year.
  package var eastChange: Double
  /// nT a year.
  package var downChange: Double
}
