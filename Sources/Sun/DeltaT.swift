/// Terrestrial Time less Universal Time, seconds.
///
/// From 1900 to 2020 within 1.5 s of the observed values. Later values are predictions; 30 s of
/// error there move an event by 0.1 s.
/// - Parameter year: a decimal year; outside 1900 to 2100 the nearest value is used.
/// - Source: observed values of *The Astronomical Almanac*, page K8, and IERS Bulletin A for 2020.
func deltaT(year: Double) -> Double {
  let values:
    (
      Double, Double, Double, Double, Double, Double, Double, Double, Double, Double, Double
    ) = (-2.7, 21.2, 24.3, 33.1, 50.5, 63.8, 69.4, 74, 82, 91, 101)
  let position = min(max((year - 1900) / 20, 0), 9.999_999)
  let part = position - position.rounded(.down)
  func between(_ first: Double, _ second: Double) -> Double { first + (second - first) * part }
  switch Int(position) {
  case 0: return between(values.0, values.1)
  case 1: return between(values.1, values.2)
  case 2: return between(values.2, values.3)
  case 3: return between(values.3, values.4)
  case 4: return between(values.4, values.5)
  case 5: return between(values.5, values.6)
  case 6: return between(values.6, values.7)
  case 7: return between(values.7, values.8)
  case 8: return between(values.8, values.9)
  default: return between(values.9, values.10)
  }
}
