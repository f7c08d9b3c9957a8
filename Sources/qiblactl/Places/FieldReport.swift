import Geomagnetism
import JSON
import Quantities
import Wire

/// The output of `qiblactl field` for one place and date.
struct FieldReport: EncodableMessage {
  private let place: FieldPlace
  private let date: FieldDate
  private let model: GeomagneticModel
  private let found: GeomagneticEvaluation

  init(_ place: FieldPlace, date: FieldDate, model: GeomagneticModel) {
    self.place = place
    self.date = date
    self.model = model
    found = model.evaluate(
      at: place.coordinates, altitudeMetres: place.altitudeMetres, decimalYear: date.decimalYear)
  }

  func encode(into writer: inout JSONWriter) {
    let field = found.field
    writer.beginObject()
    writer.key("type")
    writer.string("field")
    writer.fixed("latitude_deg", place.coordinates.latitude, degreeDecimals)
    writer.fixed("longitude_deg", place.coordinates.longitude, degreeDecimals)
    writer.fixed("altitude_km", place.altitudeMetres / 1000, 6)
    writer.fixed("decimal_year", date.decimalYear, 6)
    writer.fixed("declination_deg", field.declinationDegrees, degreeDecimals)
    writer.fixed("inclination_deg", field.inclinationDegrees, degreeDecimals)
    writer.fixed("horizontal_nt", field.horizontal, nanoteslaDecimals)
    writer.fixed("north_nt", field.north, nanoteslaDecimals)
    writer.fixed("east_nt", field.east, nanoteslaDecimals)
    writer.fixed("down_nt", field.down, nanoteslaDecimals)
    writer.fixed("total_nt", field.total, nanoteslaDecimals)
    encodeChange(into: &writer)
    writer.fixed("declination_error68_deg", found.error68.declinationDegrees, degreeDecimals)
    writer.key("zone")
    writer.string(field.zone.rawValue)
    writer.key("model")
    writer.string(model.name)
    writer.key("valid")
    writer.bool(found.isValid)
    writer.endObject()
  }

  /// The report as a table for people.
  var table: String {
    let field = found.field
    let height = (place.altitudeMetres / 1000).text(decimals: 1)
    let year = date.decimalYear.text(decimals: 2)
    let lines = [
      "At \(place.coordinates.text), \(height) km, \(year), by \(model.name):",
      degrees(
        "declination", field.declinationDegrees, found.error68.declinationDegrees,
        field.declinationChangeDegrees),
      degrees(
        "inclination", field.inclinationDegrees, found.error68.inclinationDegrees,
        field.inclinationChangeDegrees),
      nanotesla("horizontal", field.horizontal, field.horizontalChange),
      nanotesla("north", field.north, field.northChange),
      nanotesla("east", field.east, field.eastChange),
      nanotesla("down", field.down, field.downChange),
      nanotesla("total", field.total, field.totalChange)
        + "  = \((field.total / 1000).text(decimals: 1)) µT",
    ]
    return (lines + remarks).map { $0 + "\n" }.joined()
  }

  private func degrees(
    _ name: String, _ value: Double, _ error: Double, _ change: Double?
  ) -> String {
    "  " + name.padded(to: 12) + value.text(decimals: 2).leftPadded(to: 9) + "°  ±"
      + error.text(decimals: 2) + "°" + (change.map { "  \($0.signed(decimals: 3))° a year" } ?? "")
  }

  private func nanotesla(_ name: String, _ value: Double, _ change: Double?) -> String {
    "  " + name.padded(to: 12) + value.text(decimals: 0).leftPadded(to: 9) + " nT"
      + (change.map { "  \($0.signed(decimals: 1)) nT a year" } ?? "")
  }

  /// Remarks on a special place or date.
  private var remarks: [String] {
    var remarks: [String] = []
    switch found.field.zone {
    case .ok: break
    case .caution:
      remarks.append("Caution: near a magnetic pole, a compass heading has a large error.")
    case .blackout:
      remarks.append("Blackout: too near a magnetic pole; a compass gives no heading here.")
    }
    if !found.isValid {
      let years = model.validity
      remarks.append(
        "The model is valid from \(years.lowerBound.text(decimals: 1)) to "
          + "\(years.upperBound.text(decimals: 1)); outside, its errors are larger. Install newer "
          + "coefficients.")
    }
    return remarks
  }

  private func encodeChange(into writer: inout JSONWriter) {
    let field = found.field
    let (degrees, nanotesla) = (degreeDecimals, nanoteslaDecimals)
    writer.fixed("declination_change_deg_per_year", field.declinationChangeDegrees, degrees)
    writer.fixed("inclination_change_deg_per_year", field.inclinationChangeDegrees, degrees)
    writer.fixed("horizontal_change_nt_per_year", field.horizontalChange, nanotesla)
    writer.fixed("north_change_nt_per_year", field.northChange, nanotesla)
    writer.fixed("east_change_nt_per_year", field.eastChange, nanotesla)
    writer.fixed("down_change_nt_per_year", field.downChange, nanotesla)
    writer.fixed("total_change_nt_per_year", field.totalChange, nanotesla)
  }
}
