import Quantities
import Testing

@testable import Heading

/// The transitions of `FieldState` with a gyro's thresholds: enter 0.17, leave 0.12, 0.15 s, 0.6 s.
@Suite struct FieldStateTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var state: FieldState
    var length: Double
    /// s from the start of the residual's interval, and s since the state began.
    var interval = 0.1
    var elapsed = 0.1
    var next: HeadingEstimate.Interference
    var transition: Transition = .none

    enum Transition { case none, disturbed, undisturbed }
  }

  private static let began = Timestamp(microseconds: 1_000_000)
  private static let suspect = FieldState.suspect(since: began)
  private static let thresholds = FieldState.Detection(
    parameters: FieldMonitorParameters(), hasGyro: true)
  private static let disturbance = FieldState.Disturbance(
    classifier: InterferenceClassifier(parameters: FieldMonitorParameters()))
  private static let disturbed = FieldState.disturbed(disturbance)
  private static let recovering = FieldState.recovering(disturbance, since: began)

  private static let rows = [
    Row(
      testDescription: "a fitting field stays undisturbed",
      state: .undisturbed, length: 0.16, next: .undisturbed),
    Row(
      testDescription: "a residual over the threshold makes it suspect",
      state: .undisturbed, length: 0.18, next: .suspect),
    Row(
      testDescription: "one of an interval that is longer than the dwell time disturbs it at once",
      state: .undisturbed, length: 0.18, interval: 0.2, next: .disturbed, transition: .disturbed),
    Row(
      testDescription: "a suspect field that fits is undisturbed",
      state: suspect, length: 0.16, next: .undisturbed),
    Row(
      testDescription: "a suspect field stays suspect within the dwell time",
      state: suspect, length: 0.5, elapsed: 0.14, next: .suspect),
    Row(
      testDescription: "a suspect field is disturbed after the dwell time",
      state: suspect, length: 0.18, elapsed: 0.15, next: .disturbed, transition: .disturbed),
    Row(
      testDescription: "a disturbed field stays so between the two thresholds",
      state: disturbed, length: 0.13, next: .disturbed),
    Row(
      testDescription: "a disturbed field recovers under the lower threshold",
      state: disturbed, length: 0.11, next: .recovering),
    Row(
      testDescription: "a recovering field is disturbed again over the lower threshold",
      state: recovering, length: 0.13, next: .disturbed),
    Row(
      testDescription: "a recovering field stays so within the dwell time",
      state: recovering, length: 0.01, elapsed: 0.59, next: .recovering),
    Row(
      testDescription: "a recovering field is undisturbed after the dwell time",
      state: recovering, length: 0.01, elapsed: 0.6, next: .undisturbed,
      transition: .undisturbed),
  ]

  @Test(arguments: rows) func transition(row: Row) {
    var state = row.state
    let time = Self.began.advanced(byMicroseconds: Int64(row.elapsed * 1e6))
    let start = time.advanced(byMicroseconds: -Int64(row.interval * 1e6))
    let transition = state.step(
      row.length, from: start, at: time, Self.thresholds)
    #expect(state.interference == row.next)
    switch (row.transition, transition) {
    case (.none, nil), (.disturbed, .disturbed?), (.undisturbed, .undisturbed?): break
    default: Issue.record("\(String(describing: transition))")
    }
  }

  @Test func aTransitionHasTheTimeOfTheFirstResidual() {
    var state = FieldState.undisturbed
    let thresholds = Self.thresholds
    func time(_ tenths: Int64) -> Timestamp { Timestamp(microseconds: tenths * 100_000) }
    #expect(state.step(0.3, from: time(10), at: time(11), thresholds) == nil)
    #expect(
      state.step(0.3, from: time(11), at: time(12), thresholds) == .disturbed(since: time(10)))
  }

  @Test func whatIsKnownOfADisturbanceEndsWithIt() {
    var state = Self.recovering
    state.disturbance?.largestNorthError = 0.3
    #expect(state.disturbance?.largestNorthError == 0.3)
    _ = state.step(
      0, from: Self.began, at: Self.began.advanced(byMicroseconds: 700_000),
      Self.thresholds)
    #expect(state.interference == .undisturbed && state.disturbance?.largestNorthError == nil)
  }
}
