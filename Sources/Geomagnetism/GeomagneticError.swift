private import Quantities

/// The error of a modelled field: 68 % lie within each number.
///
/// Most of it is the field of the crust, which a model of degree 12 does not contain. Buildings and
/// cars are not included.
///
/// - Source: the error model of Chulliat et al. 2025 (doi:10.25923/prbc-s316) for the five years of
///   the model: X 137, Y 89, Z 141, H 133, F 138 nT, I 0.20°, D √(0.26² + (5417 / H)²)°. Outside of
///   them what the change of the field adds, measured: docs/decisions.md.
package struct GeomagneticError: Equatable, Sendable {
  /// Degrees, at most 180.
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
  ///   - horizontal: H of the field, in nT; at 0 the declination is undefined.
  ///   - extrapolatedYears: the years between the date and the epoch for a date outside of the
  ///     model's five years; otherwise 0.
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

  /// The additional error of a horizontal component, in nT, for a date outside of the model's five
  /// years: 11 for each year from the epoch, and 0.2 for the square of the years.
  ///
  /// - Source: measured with scripts/wmm-extrapolation; docs/decisions.md.
  static func extrapolationError(years: Double) -> Double { years * (11 + 0.2 * years) }
}

private func root(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }

extension GeomagneticField {
  /// The 68 % errors within the model's five years. For any other date, use
  /// `GeomagneticModel.evaluate`.
  package var error68: GeomagneticError { GeomagneticError(horizontal: horizontal) }
}
