import Foundation
import JSON
import Quantities
import TestSamples
import Trace
import Wire

/// How far headings are from the truth of a recording.
///
/// The rule: the truth, interpolated to the reading's instant, less the direction of the place's own
/// undisturbed field, and nothing else taken off; where x is at most 60° steep, from 5 s on; readings
/// of another axis are not scored.
struct Score {
  /// Degrees, of all readings in motion.
  private(set) var motionRMSE = 0.0
  /// Degrees: the constant that would have to be taken off.
  private(set) var freeOffset = 0.0
  /// The part of the instants with truth that had a heading.
  private(set) var haveHeading = 0.0
  /// How many headings came without an error.
  private(set) var errorsMissing = 0
  /// How many were called accurate and were off by more than 10° and three times their error.
  private(set) var lied = 0
  /// The part of the errors that are within their reading's `error68`: 0.68 where that is true.
  private(set) var coverage = 0.0
  /// How many readings were scored.
  private(set) var count = 0

  init?(_ trace: ScoredTrace) {
    guard let north = Self.magneticNorth(trace) else { return nil }
    var errors: [Double] = []
    var motion: [Double] = []
    var instants = 0
    var within = 0
    for reading in trace.readings where reading.axis == .forward {
      let time = Double(reading.time.microseconds) / 1e6
      guard time >= 5, let truth = trace.truth.at(time) else { continue }
      instants += 1
      guard let heading = reading.headingMagnetic else { continue }
      let error = RelativeBearing(degrees: heading.degrees - (truth.heading - north)).degrees
      errors.append(error)
      if truth.isMoving { motion.append(error) }
      guard let error68 = reading.error68Degrees else {
        errorsMissing += 1
        continue
      }
      if abs(error) <= error68 { within += 1 }
      if reading.status == .accurate, abs(error) > max(10, 3 * error68) { lied += 1 }
    }
    guard !motion.isEmpty else { return nil }
    count = errors.count
    coverage = Double(within) / Double(count)
    haveHeading = Double(count) / Double(instants)
    motionRMSE = (motion.map { $0 * $0 }.reduce(0, +) / Double(motion.count)).squareRoot()
    freeOffset = Self.circularMean(errors)
  }

  /// Degrees from north in the truth's frame, by `mag_ref_enu_ut`.
  private static func magneticNorth(_ trace: ScoredTrace) -> Double? {
    let field = trace.header.others.first { $0.key == "mag_ref_enu_ut" }?.value.array?
      .compactMap(\.number)
    guard let field, field.count == 3 else { return nil }
    return atan2(field[0], field[1]).inDegrees
  }

  private static func circularMean(_ degrees: [Double]) -> Double {
    var sums = (cosine: 0.0, sine: 0.0)
    for value in degrees {
      sums.cosine += cos(value.inRadians)
      sums.sine += sin(value.inRadians)
    }
    var mean = atan2(sums.sine, sums.cosine).inDegrees
    for _ in 0..<20 {
      let rest = degrees.map { RelativeBearing(degrees: $0 - mean).degrees }
      mean += rest.reduce(0, +) / Double(rest.count)
    }
    return RelativeBearing(degrees: mean).degrees
  }
}
