import Pipeline
import Quantities
import TestSamples
import Wire

/// How well the headings of some cases agree with their truth.
///
/// The rule is that of docs/accuracy.md: readings of axis x from 5 s on, where x is at most 60° steep.
struct Score {
  private(set) var motionSquare = 0.0
  private(set) var motionCount = 0
  private(set) var restSquare = 0.0
  private(set) var restCount = 0
  private(set) var within = 0
  private(set) var accurate = 0
  private(set) var overconfident = 0
  private(set) var count = 0
  /// The readings, for a comparison: heading, error, status and reasons.
  private(set) var traits: [Int] = []
  /// The states, likewise: what kind of interference, and what is known of the mount.
  private var states: [Int] = []

  /// Degrees.
  var motionRMSE: Double? { Self.root(motionSquare, motionCount) }
  /// Degrees.
  var restRMSE: Double? { Self.root(restSquare, restCount) }
  /// The part of the headings within their error.
  var coverage: Double { Double(within) / Double(max(count, 1)) }
  /// The part that is called accurate.
  var accurateShare: Double { Double(accurate) / Double(max(count, 1)) }
  /// The part that is called accurate and is off by more than 10° and three times its error.
  var overconfidentShare: Double { Double(overconfident) / Double(max(count, 1)) }

  private static func root(_ square: Double, _ count: Int) -> Double? {
    count > 0 ? (square / Double(count)).squareRoot() : nil
  }

  /// Runs a case with other parameters.
  init(_ given: Case, _ parameters: PipelineParameters) {
    var settings = given.settings
    settings.parameters = parameters
    var pipeline = Pipeline(settings)
    var timeline = Timeline()
    for sample in given.samples {
      while let tick = timeline.tick(before: sample.time) {
        process(&pipeline, .tick(tick), given.truths)
      }
      if let gap = timeline.accept(.sample(sample)) { process(&pipeline, gap, given.truths) }
      process(&pipeline, .sample(sample), given.truths)
    }
  }

  private mutating func process(
    _ pipeline: inout Pipeline, _ input: Input, _ truths: [RecordedTruth]
  ) {
    pipeline.process(input) { output in
      guard case .reading(let reading) = copy output else {
        if case .state(let state) = copy output { add(state) }
        return
      }
      add(reading)
      let time = Double(reading.time.microseconds) / 1e6
      guard time >= 5, reading.axis == .forward, let heading = reading.headingMagnetic,
        let truth = truths.at(time)
      else { return }
      let error = RelativeBearing(degrees: heading.degrees - truth.heading).degrees
      count(error, reading, isMoving: truth.isMoving)
    }
  }

  private mutating func add(_ reading: Reading) {
    var hasher = Hasher()
    hasher.combine(reading.headingMagnetic?.degrees)
    hasher.combine(reading.headingTrue?.degrees)
    hasher.combine(reading.error68Degrees)
    hasher.combine(reading.status)
    for reason in reading.why { hasher.combine(reason) }
    traits.append(hasher.finalize())
  }

  /// A state's time and counters are left out: they are the pipeline's and not a number's.
  private mutating func add(_ state: StateMessage) {
    var hasher = Hasher()
    hasher.combine(state.status)
    for reason in state.why { hasher.combine(reason) }
    hasher.combine(state.interference.kind)
    hasher.combine(state.declination.valid)
    if let mount = state.mount {
      hasher.combine(mount.isWrong)
      hasher.combine(mount.chip)
      hasher.combine(mount.isMirrored)
      hasher.combine(mount.turns)
      hasher.combine(mount.isUpsideDown)
    }
    states.append(hasher.finalize())
  }

  private mutating func count(_ error: Double, _ reading: Reading, isMoving: Bool) {
    count += 1
    if isMoving {
      motionSquare += error * error
      motionCount += 1
    } else {
      restSquare += error * error
      restCount += 1
    }
    let error68 = reading.error68Degrees ?? 0
    if abs(error) <= error68 { within += 1 }
    guard reading.status == .accurate else { return }
    accurate += 1
    if abs(error) > max(10, 3 * error68) { overconfident += 1 }
  }

  /// The readings and states that differ from those of the same case with other parameters.
  func differing(from other: Score) -> Int {
    differences(traits, other.traits) + differences(states, other.states)
  }
}

private func differences(_ some: [Int], _ others: [Int]) -> Int {
  zip(some, others).count { $0 != $1 } + abs(some.count - others.count)
}
