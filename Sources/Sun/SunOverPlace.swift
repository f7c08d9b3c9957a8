private import Glibc
public import Quantities

/// When the sun stands in the zenith of a place: at its transit on the day on which the declination is
/// nearest to its latitude.
///
/// It is off the zenith by up to half the daily change of the declination, d: 0.09° at the Kaaba, 0.2° on
/// the equator. At that moment each vertical shadow on the Earth points straight away from the place, within
/// d / sin z where the sun stands z from the zenith: for the Kaaba 0.1° at 60°, 0.9° at 6°. Where z is not
/// larger than d, the shadow may point anywhere.
/// - Parameters:
///   - place: between the tropics, such as the Kaaba; for its antipode, shadows point to the place.
///   - year: 1900 to 2100.
/// - Returns: seconds since 1970 UTC of the two moments, the earlier first; `nil` if the sun never
///   comes within 0.5° of the zenith, which is so beyond the tropics.
public func sunOverhead(at place: Coordinates, year: Int) -> (first: Double, second: Double)? {
  // Mean noon of the first of January; years are counted as in the Gregorian calendar.
  let leapDays = (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 - 477
  let first = Double((year - 1970) * 365 + leapDays) * 86_400 + 43_200 - place.longitude * 240
  func distance(_ day: Int) -> Double {
    let transit = SunDay(at: place, around: first + Double(day) * 86_400)
    return abs(transit.declination.inDegrees - place.latitude)
  }
  // The declination's extremes part the year: one moment before, one after the June solstice
  // (days 171 to 172), or the December one for a southern place.
  let halves = place.latitude >= 0 ? [80..<172, 172..<267] : [0..<81, 263..<356]
  var moments: [Double] = []
  for half in halves {
    guard let day = half.min(by: { distance($0) < distance($1) }), distance(day) < 0.5 else {
      return nil
    }
    moments.append(SunDay(at: place, around: first + Double(day) * 86_400).transit)
  }
  return (moments[0], moments[1])
}
