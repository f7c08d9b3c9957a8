private import Glibc

/// One periodic term of a VSOP87 series: amplitude · cos(phase + frequency · τ).
private struct Term {
  /// 1e-8 radians, or 1e-8 astronomical units.
  let amplitude: Double
  /// Radians.
  let phase: Double
  /// Radians in a Julian millennium.
  let frequency: Double

  init(_ amplitude: Double, _ phase: Double, _ frequency: Double) {
    (self.amplitude, self.phase, self.frequency) = (amplitude, phase, frequency)
  }
}

// The terms of 98e-8 rad (0.2″) and more. Those left out add up to 1″, 0.07 s of time.
private let longitude0 = [
  Term(3_341_656, 4.6692568, 6283.07585), Term(34_894, 4.6261, 12566.1517),
  Term(3_497, 2.7441, 5753.3849), Term(3_418, 2.8289, 3.5231), Term(3_136, 3.6277, 77713.7715),
  Term(2_676, 4.4181, 7860.4194), Term(2_343, 6.1352, 3930.2097), Term(1_324, 0.7425, 11506.7698),
  Term(1_273, 2.0371, 529.691), Term(1_199, 1.1096, 1577.3435), Term(990, 5.233, 5884.927),
  Term(902, 2.045, 26.298), Term(857, 3.508, 398.149), Term(780, 1.179, 5223.694),
  Term(753, 2.533, 5507.553), Term(505, 4.583, 18849.228), Term(492, 4.205, 775.523),
  Term(357, 2.92, 0.067), Term(317, 5.849, 11790.629), Term(284, 1.899, 796.298),
  Term(271, 0.315, 10977.079), Term(243, 0.345, 5486.778), Term(206, 4.806, 2544.314),
  Term(205, 1.869, 5573.143), Term(202, 2.458, 6069.777), Term(156, 0.833, 213.299),
  Term(132, 3.411, 2942.463), Term(126, 1.083, 20.775), Term(115, 0.645, 0.98),
  Term(103, 0.636, 4694.003), Term(102, 0.976, 15720.839), Term(102, 4.267, 7.114),
  Term(99, 6.21, 2146.17), Term(98, 0.68, 155.42),
]
private let longitude1 = [
  Term(206_059, 2.678235, 6283.07585), Term(4_303, 2.6351, 12566.1517), Term(425, 1.59, 3.523),
  Term(119, 5.796, 26.298), Term(109, 2.966, 1577.344),
]
private let longitude2 = [Term(8_720, 1.0721, 6283.0758), Term(309, 0.867, 12566.152)]
private let distance0 = [
  Term(1_670_700, 3.0984635, 6283.07585), Term(13_956, 3.05525, 12566.1517),
  Term(3_084, 5.1985, 77713.7715), Term(1_628, 1.1739, 5753.3849), Term(1_576, 2.8469, 7860.4194),
]
private let distance1 = [Term(103_019, 1.10749, 6283.07585)]

private func sum(_ terms: [Term], _ τ: Double) -> Double {
  var sum = 0.0
  for term in terms { sum += term.amplitude * cos(term.phase + term.frequency * τ) }
  return sum
}

/// The Earth on its orbit: heliocentric longitude, radians, and distance from the sun, astronomical
/// units, for 1900 to 2100 within about 1″. The latitude, at most 1″, is taken as 0.
///
/// - Parameter τ: Julian millennia of Terrestrial Time since J2000.
/// - Source: VSOP87D, P. Bretagnon and G. Francou, *Astronomy and Astrophysics* 202 (1988), 309, as
///   printed in J. Meeus, *Astronomical Algorithms*, 2nd ed., appendix III.
func earthOrbit(_ τ: Double) -> (longitude: Double, distance: Double) {
  let constant = 175_347_046 + (628_331_966_747 + 52_919 * τ) * τ
  let longitude =
    constant + sum(longitude0, τ) + (sum(longitude1, τ) + sum(longitude2, τ) * τ) * τ
  let distance = 100_013_989 + sum(distance0, τ) + sum(distance1, τ) * τ
  return (longitude * 1e-8, distance * 1e-8)
}
