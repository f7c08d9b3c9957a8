package import Quantities

/// A modelled field with its error.
package struct GeomagneticEvaluation: Equatable, Sendable {
  package let field: GeomagneticField
  /// Whether the date is in the model's five years.
  package let isValid: Bool
  /// 68 % errors, including that of extrapolation outside of the five years.
  package let error68: GeomagneticError
}

extension GeomagneticModel {
  /// The field with its error, for any date; the same preconditions as `field`.
  ///
  /// Outside of `validity` the error grows with the years from the epoch, on both sides. At the end
  /// of the five years it increases by a step, because the error within them is an average.
  package func evaluate(
    at place: Coordinates, altitudeMetres: Double, decimalYear: Double
  ) -> GeomagneticEvaluation {
    let field = field(at: place, altitudeMetres: altitudeMetres, decimalYear: decimalYear)
    let isValid = validity.contains(decimalYear)
    let extrapolated = isValid ? 0 : abs(yearsFromEpoch(decimalYear))
    return GeomagneticEvaluation(
      field: field, isValid: isValid,
      error68: GeomagneticError(
        horizontal: field.horizontal, extrapolatedYears: extrapolated))
  }
}
