private import Quantities

/// How wrong a modelled field may be: 68 % lie within each number.
///
/// Most of it is the crust, which a model of degree 12 cannot show; a building or a car is not in
/// it.
///
/// - Source: the error model of Chulliat et al. 2025 (doi:10.25923/prbc-s316) for the five years of
///   the model: X 137, Y 89, Z 141, H 133, F 138 nT, I 0.20°, D √(0.26² + (5417 / H)²)°. Outside of
///   them what the change of the field adds, measured: docs/decisions.md.
package struct GeomagneticError: Equatable, Sendable {
  /// Degrees, at most 180: no direction is wronger than that.
  package let declinationDegrees: Double
  /// Degrees, at most 180.
  package let inclinationDegrees: Double
  /// nT.
  package let north: Double
  /// nT.
  package let east: Double
  /// nT.
  package let down: Double
  /// nT.
  package let horizontal: Double
  /// nT.
  package let total: Double

  /// - Parameters:
  ///   - horizontal: H of the field, in nT; at 0 the declination may be anything.
  ///   - extrapolatedYears: between the date and the epoch, where the date is outside of the
  ///     model's five years; else 0.
  package init(horizontal h: Double, extrapolatedYears: Double = 0) {
    let added = Self.extrapolationError(years: extrapolatedYears)
    let constant = 0.26
    let across = root(5_417, added.inDegrees) / h
    declinationDegrees = h > 0 ? min(root(constant, across), 180) : 180
    inclinationDegrees = min(root(0.20, 0.0024 * added), 180)
    north = root(137, added)
    east = root(89, added)
    down = root(141, 1.6 * added)
    horizontal = root(133, added)
    total = root(138, 1.3 * added)
  }

  /// What a model adds to the error of a horizontal component so many years from its epoch, outside
  /// of its five, in nT: 11 a year, and 0.2 for the square of the years.
  ///
  /// - Source: measured with scripts/wmm-extrapolation; docs/decisions.md.
  static func extrapolationError(years: Double) -> Double { years * (11 + 0.2 * years) }
}

private func root(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }

extension GeomagneticField {
  /// The 68 % errors within the model's five years; for any other date ask
  /// `GeomagneticModel.evaluate`, which knows the date.
  package var error68: GeomagneticError { GeomagneticError(horizontal: horizontal) }
}
