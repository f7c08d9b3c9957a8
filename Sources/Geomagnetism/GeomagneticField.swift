private import Glibc
private import Quantities

/// The Earth's magnetic field at one place and date, geodetic north, east and down, and its annual
/// change.
package struct GeomagneticField: Equatable, Sendable {
  /// The usability of a compass, by the horizontal intensity.
  ///
  /// - Source: Chulliat et al. 2025 (doi:10.25923/prbc-s316), the zones round the magnetic poles.
  package enum Zone: String, CaseIterable, Sendable {
    /// H ≥ 6,000 nT.
    case ok
    /// H < 6,000 nT: a compass heading has a large error.
    case caution
    /// H < 2,000 nT: a compass cannot be used.
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

  /// - Parameters:
  ///   - north: nT, with `east` and `down` along the geodetic axes.
  ///   - northChange: nT a year, with `eastChange` and `downChange`.
  package init(
    north: Double, east: Double, down: Double, northChange: Double, eastChange: Double,
    downChange: Double
  ) {
    self.north = north
    self.east = east
    self.down = down
    self.northChange = northChange
    self.eastChange = eastChange
    self.downChange = downChange
  }
}

extension GeomagneticField {
  /// H, the horizontal intensity, in nT.
  package var horizontal: Double { (north * north + east * east).squareRoot() }

  /// F, the total intensity, in nT.
  package var total: Double { (north * north + east * east + down * down).squareRoot() }

  /// D, from true to magnetic north in degrees, in (−180, 180], east positive; 0 where H is 0.
  ///
  /// At a geographic pole, true north is along the meridian of the given longitude.
  package var declinationDegrees: Double {
    let degrees = atan2(east, north).inDegrees
    return degrees > -180 ? degrees : 180
  }

  /// I, the inclination (dip) below the horizontal in degrees, in [−90, 90], down positive; 0 where
  /// F is 0.
  package var inclinationDegrees: Double { atan2(down, horizontal).inDegrees }

  /// The zone of this field's horizontal intensity.
  package var zone: Zone {
    switch horizontal {
    case ..<2_000: .blackout
    case ..<6_000: .caution
    default: .ok
    }
  }
}

/// Annual change; the formulas are the derivatives of the elements' definitions.
extension GeomagneticField {
  /// In degrees a year; `nil` where H is 0 and no direction is north.
  package var declinationChangeDegrees: Double? {
    let squared = north * north + east * east
    guard squared > 0 else { return nil }
    return ((north * eastChange - east * northChange) / squared).inDegrees
  }

  /// In nT a year; `nil` where H is 0, because it has no derivative there.
  package var horizontalChange: Double? {
    guard horizontal > 0 else { return nil }
    return (north * northChange + east * eastChange) / horizontal
  }

  /// In nT a year; `nil` where F is 0, because it has no derivative there.
  package var totalChange: Double? {
    guard total > 0 else { return nil }
    return (north * northChange + east * eastChange + down * downChange) / total
  }

  /// In degrees a year; `nil` where H is 0, because it has no derivative at the vertical.
  package var inclinationChangeDegrees: Double? {
    guard let horizontalChange else { return nil }
    let squared = total * total
    return ((horizontal * downChange - down * horizontalChange) / squared).inDegrees
  }
}
