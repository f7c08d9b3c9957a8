private import Glibc
internal import Quantities

/// One periodic term: multiples of the arguments D, M, M′ and F, and the amplitudes of the longitude or latitude, 1e-6
/// degrees, and of the distance, metres.
private struct Term {
  let multiples: (Double, Double, Double, Double)
  let angle, distance: Double

  init(_ D: Double, _ M: Double, _ Mʹ: Double, _ F: Double, _ angle: Double, _ distance: Double = 0)
  {
    (multiples, self.angle, self.distance) = ((D, M, Mʹ, F), angle, distance)
  }
}

// The terms of 0.001° and more. Those left out add up to about 0.01°.
private let longitudeTerms = [
  Term(0, 0, 1, 0, 6_288_774, -20_905_355), Term(2, 0, -1, 0, 1_274_027, -3_699_111),
  Term(2, 0, 0, 0, 658_314, -2_955_968), Term(0, 0, 2, 0, 213_618, -569_925),
  Term(0, 1, 0, 0, -185_116, 48_888), Term(0, 0, 0, 2, -114_332, -3_149),
  Term(2, 0, -2, 0, 58_793, 246_158), Term(2, -1, -1, 0, 57_066, -152_138),
  Term(2, 0, 1, 0, 53_322, -170_733), Term(2, -1, 0, 0, 45_758, -204_586),
  Term(0, 1, -1, 0, -40_923, -129_620), Term(1, 0, 0, 0, -34_720, 108_743),
  Term(0, 1, 1, 0, -30_383, 104_755), Term(2, 0, 0, -2, 15_327, 10_321),
  Term(0, 0, 1, 2, -12_528), Term(0, 0, 1, -2, 10_980, 79_661),
  Term(4, 0, -1, 0, 10_675, -34_782), Term(0, 0, 3, 0, 10_034, -23_210),
  Term(4, 0, -2, 0, 8_548, -21_636), Term(2, 1, -1, 0, -7_888, 24_208),
  Term(2, 1, 0, 0, -6_766, 30_824), Term(1, 0, -1, 0, -5_163, -8_379),
  Term(1, 1, 0, 0, 4_987, -16_675), Term(2, -1, 1, 0, 4_036, -12_831),
  Term(2, 0, 2, 0, 3_994, -10_445), Term(4, 0, 0, 0, 3_861, -11_650),
  Term(2, 0, -3, 0, 3_665, 14_403), Term(0, 1, -2, 0, -2_689, -7_003),
  Term(2, 0, -1, 2, -2_602), Term(2, -1, -2, 0, 2_390, 10_056),
  Term(1, 0, 1, 0, -2_348, 6_322), Term(2, -2, 0, 0, 2_236, -9_884),
  Term(0, 1, 2, 0, -2_120, 5_751), Term(0, 2, 0, 0, -2_069), Term(2, -2, -1, 0, 2_048, -4_950),
  Term(2, 0, 1, -2, -1_773, 4_130), Term(2, 0, 0, 2, -1_595), Term(4, -1, -1, 0, 1_215, -3_958),
  Term(0, 0, 2, 2, -1_110),
]
private let latitudeTerms = [
  Term(0, 0, 0, 1, 5_128_122), Term(0, 0, 1, 1, 280_602), Term(0, 0, 1, -1, 277_693),
  Term(2, 0, 0, -1, 173_237), Term(2, 0, -1, 1, 55_413), Term(2, 0, -1, -1, 46_271),
  Term(2, 0, 0, 1, 32_573), Term(0, 0, 2, 1, 17_198), Term(2, 0, 1, -1, 9_266),
  Term(0, 0, 2, -1, 8_822), Term(2, -1, 0, -1, 8_216), Term(2, 0, -2, -1, 4_324),
  Term(2, 0, 1, 1, 4_200), Term(2, 1, 0, -1, -3_359), Term(2, -1, -1, 1, 2_463),
  Term(2, -1, 0, 1, 2_211), Term(2, -1, -1, -1, 2_065),
  Term(0, 1, -1, -1, -1_870), Term(4, 0, -1, -1, 1_828), Term(0, 1, 0, 1, -1_794),
  Term(0, 0, 0, 3, -1_749), Term(0, 1, -1, 1, -1_565), Term(1, 0, 0, 1, -1_491),
  Term(0, 1, 1, 1, -1_475), Term(0, 1, 1, -1, -1_410), Term(0, 1, 0, -1, -1_344),
  Term(1, 0, 0, -1, -1_335), Term(0, 0, 3, 1, 1_107), Term(4, 0, 0, -1, 1_021),
]

/// The moon on its orbit: longitude and latitude of the date, radians, and distance, metres, for 1900 to 2100 within about
/// 0.01°.
///
/// - Parameter t: Julian centuries of Terrestrial Time since J2000.
/// - Source: J. Meeus, *Astronomical Algorithms*, 2nd ed., chapter 47 (after ELP 2000-82, M. Chapront-Touzé and
///   J. Chapront, *Astronomy and Astrophysics* 124 (1983), 50).
func moonOrbit(_ t: Double) -> (longitude: Double, latitude: Double, distance: Double) {
  let mean = (218.3164477 + (481_267.88123421 - 0.0015786 * t) * t).inRadians
  let elongation = (297.8501921 + (445_267.1114034 - 0.0018819 * t) * t).inRadians
  let sunAnomaly = (357.5291092 + (35_999.0502909 - 0.0001536 * t) * t).inRadians
  let moonAnomaly = (134.9633964 + (477_198.8675055 + 0.0087414 * t) * t).inRadians
  let nodeDistance = (93.272095 + (483_202.0175233 - 0.0036539 * t) * t).inRadians
  // The eccentricity of the Earth's orbit, as a part of that of 2000, changes the terms of the sun's anomaly.
  let eccentricity = 1 - 0.002516 * t
  func argument(_ term: Term) -> (angle: Double, factor: Double) {
    let (d, m, mʹ, f) = term.multiples
    return (
      d * elongation + m * sunAnomaly + mʹ * moonAnomaly + f * nodeDistance,
      m == 0 ? 1 : abs(m) == 1 ? eccentricity : eccentricity * eccentricity
    )
  }
  // Venus, Jupiter and the flattening of the Earth.
  let venus = (119.75 + 131.849 * t).inRadians
  let jupiter = (53.09 + 479_264.29 * t).inRadians
  let earth = (313.45 + 481_266.484 * t).inRadians
  var longitude = 3_958 * sin(venus) + 1_962 * sin(mean - nodeDistance) + 318 * sin(jupiter)
  var latitude = -2_235 * sin(mean) + 382 * sin(earth)
  var distance = 385_000_560.0
  for term in longitudeTerms {
    let (angle, factor) = argument(term)
    longitude += term.angle * factor * sin(angle)
    distance += term.distance * factor * cos(angle)
  }
  for term in latitudeTerms {
    let (angle, factor) = argument(term)
    latitude += term.angle * factor * sin(angle)
  }
  return (mean + (longitude * 1e-6).inRadians, (latitude * 1e-6).inRadians, distance)
}
