import Glibc
import Quantities
import Testing

@testable import Redundancy

@Suite struct FieldComparisonsTests {
  /// A level field of 20 µT of a device that turns by 30°/s.
  private func field(at seconds: Double) -> Vector3 {
    let angle = (30 * seconds).inRadians
    return Vector3(20 * cos(angle), -20 * sin(angle), 40)
  }

  // The other one's mean is then of the whole silence, and the own field is known only at its ends.
  @Test func fieldsThatOneMeasuredInASilenceOfThePrimaryAreNotCompared() {
    var comparisons = FieldComparisons(ComparisonSettings())
    var known = 0
    for tick in 0..<700 as Range<Int64> {
      let time = Timestamp(microseconds: tick * 20_000)
      let field = field(at: Double(tick) / 50)
      if !(100..<600).contains(tick) { comparisons.add(own: field, at: time) }
      comparisons.add(field, from: 1, calibrations: 0.5, at: time)
      guard let degrees = comparisons.others.first?.comparison.degrees else { continue }
      known += 1
      #expect(degrees < 1)
    }
    #expect(known > 600)
  }
}
