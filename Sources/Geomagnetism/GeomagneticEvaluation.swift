package import Quantities

/// A field with how far it can be believed.
package struct GeomagneticEvaluation: Equatable, Sendable {
  package let field: GeomagneticField
  /// Whether the date is among the five years that the model was made for.
  package let isValid: Bool
  /// 68 % errors, with what the years outside of the five add.
  package let error68: GeomagneticError
}

extension GeomagneticModel {
  /// The field with its error, for any date; the same preconditions as `field`.
  ///
  /// Outside of `validity` the error grows with the years from the epoch, on both sides. At the end
  /// of the five years it steps up, since the error within them is their average.
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
