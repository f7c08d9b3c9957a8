/// Terrestrial Time less Universal Time, seconds.
///
/// From 1900 to 2020 within 2.5 s of the observed values. Later values are predictions; 30 s of
/// error there move an event by 0.1 s.
/// - Parameter year: a decimal year; outside 1900 to 2100 the nearest value is used.
/// - Source: observed values of *The Astronomical Almanac*, page K8, and IERS Bulletin A for 2020.
func deltaT(year: Double) -> Double {
  let values: [11 of Double] = [-2.7, 21.2, 24.3, 33.1, 50.5, 63.8, 69.4, 74, 82, 91, 101]
  let position = min(max((year - 1900) / 20, 0), 9.999_999)
  let index = Int(position)
  let part = position - Double(index)
  return values[index] + (values[index + 1] - values[index]) * part
}
