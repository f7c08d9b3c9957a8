import Foundation
import Quantities
import Testing

@testable import SensorHealth

@Suite struct IntervalRateTests {
  /// rad about z that samples at 100 Hz turn, those left out that `isMissing`.
  private func turn(of rates: [Double], isMissing: (Int) -> Bool) -> Double {
    var (intervals, turned, last) = (IntervalRate(), 0.0, 0)
    for (index, rate) in rates.enumerated() where !isMissing(index) {
      let interval = Double(index - last) * 0.01
      let sample = Vector3(0, 0, rate)
      if index - last > 2 { _ = intervals.noteMissing(sample, interval: interval) }
      let mean = intervals.take(sample, over: interval, usual: index == 0 ? nil : 0.01).mean
      turned += mean.z * interval
      last = index
    }
    return turned
  }

  @Test(arguments: [1, 2, 5]) func missingSamplesOfARateThatRisesEvenlyTurnNothingElse(
    missing: Int
  ) {
    let rates = (0...20).map { 0.3 * Double($0) }
    let whole = turn(of: rates) { _ in false }
    #expect(abs(whole - 0.01 * rates.reduce(0, +)) < 1e-12)
    let broken = turn(of: rates) { (8..<8 + missing).contains($0) }
    #expect(abs(broken - whole) < 1e-12)
  }

  // Of 12 rad/s, which is a spike from one sample to the next.
  @Test func aJumpAcrossAGapIsHalfOfTheGapAndTheSample() {
    let rates = Array(repeating: 0.0, count: 10) + Array(repeating: 12.0, count: 10)
    let broken = turn(of: rates) { (5..<10).contains($0) }
    #expect(abs(broken - (0.05 * 6 + 0.1 * 12)) < 1e-12)
  }

  @Test func whatAChangeLeavesUnknownIsTheDeviationOverAllInstants() {
    let (change, gap, steps) = (2.0, 0.1, 1000)
    let errors = (0..<steps).map { step in
      // The rate changes after a part of the gap; the mean of both sides is half of it.
      change * gap * ((Double(step) + 0.5) / Double(steps) - 0.5)
    }
    let deviation = sqrt(errors.map { $0 * $0 }.reduce(0, +) / Double(steps))
    var intervals = IntervalRate()
    _ = intervals.take(.zero, over: 0.01, usual: nil)
    let unknown = intervals.noteMissing(Vector3(0, 0, change), interval: gap)
    #expect(abs(unknown.change.length - deviation) < 1e-4)
    // 10 rad/s² for half of the gap and back: 0.025 rad.
    #expect(abs(unknown.hand - 10 * gap * gap / 4) < 1e-12)
  }

  @Test func whatWasMissedFades() {
    var intervals = IntervalRate()
    _ = intervals.noteMissing(.zero, interval: 0.2)
    let first = intervals.missedTurn
    #expect(first > 0.09)
    for _ in 0..<1000 { _ = intervals.take(.zero, over: 0.01, usual: 0.01) }
    #expect(intervals.missedTurn < 0.01 * first)
  }
}
