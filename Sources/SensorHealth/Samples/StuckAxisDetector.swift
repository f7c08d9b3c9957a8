private import Glibc
import Quantities

/// Stuck detection for one axis of a sensor: how long its value has not changed, and whether
/// noise or motion should have changed it.
///
/// Noise shows as reversals of the step from sample to sample; a turn has hardly any. An axis whose noise
/// is under its resolution has none either, and nothing is concluded from a constant value of it.
struct StuckAxisDetector {
  private var run = AxisRun()
  /// s for which the value has not changed.
  var same: Double { run.same }
  /// Samples after the first that had the same value.
  var count: Int { run.count }
  /// Whether the value did not change although it had to; until it does.
  private(set) var isStuck = false

  private var largest = 0.0
  /// The change that the gyro expects since the last one, as a part of the field's strength.
  private var expected = 0.0
  /// The uncertainty of `expected`, from the gyro's bias.
  private var expectedUncertainty = 0.0
  /// s between two changes of the value, over about ten.
  private var changeInterval = 0.0

  /// Part of the field's strength: a larger expected change has to be seen.
  private let clearChange: Double

  /// The same limits as for the chips' counts.
  static let limits = SensorFaultParameters()
  /// s without a change after which an axis is stuck where a turn expects one.
  static let stuckAfter = Double(limits.stuckInMotion.microseconds) / microsecondsPerSecond
  /// s without a change after which an axis is stuck where only its noise should have changed it.
  static let stuckAtRestAfter = Double(limits.stuck.microseconds) / microsecondsPerSecond
  /// Source: SI.
  private static let microsecondsPerSecond = 1e6
  /// Samples without a change at the least. Source: numerical; an average over ten of them is known.
  static let fewest = 10
  /// Reversals that noise should have made meanwhile.
  /// Source: derived; the probability of none is e⁻²¹, once in five months at 100 Hz.
  static let missedReversals = 21.0

  init(_ parameters: FieldHealthParameters) { clearChange = sin(parameters.clearTurn) }

  /// Whether the axis has shown noise: more than one reversal in about a hundred samples.
  var isNoisy: Bool { run.reversals.value > ReversalShare.gain }

  /// Whether the value has stood at the largest that it ever had for at least `seconds`.
  func isPinned(for seconds: Double) -> Bool {
    same >= seconds && count >= Self.fewest / 2 && abs(run.value ?? 0) >= largest
  }

  /// Takes in a sample.
  ///
  /// - Parameters:
  ///   - strength: of the whole field, in the sample's unit.
  ///   - motion: what the gyro expects of this axis.
  mutating func update(
    _ sample: Double, strength: Double, motion: FieldMotion, interval: Double
  ) {
    let lasted = run.take(sample, strength: strength, interval: interval)
    if let lasted { changeInterval += (lasted - changeInterval) * gainOfTenSamples }
    guard count > 0 else {
      largest = max(largest, abs(sample))
      (expected, expectedUncertainty, isStuck) = (0, 0, false)
      return
    }
    expected += motion.change * interval
    expectedUncertainty += motion.uncertainty * interval
    if missesMotion || missesNoise { isStuck = true }
  }

  private var missesMotion: Bool {
    // A slow magnetometer may be read more often than it measures.
    same > max(Self.stuckAfter, SensorActivity.silentIntervals * changeInterval)
      && count >= Self.fewest && abs(expected) > clearChange + expectedUncertainty
  }

  private var missesNoise: Bool {
    same > Self.stuckAtRestAfter && run.reversals.missing(in: count) > Self.missedReversals
  }
}

/// How long one axis of a sensor has had the same value, and how noisy its values were.
struct AxisRun {
  /// The newest value that differed from the one before; `nil` before the first.
  private(set) var value: Double?
  /// s for which it has not changed.
  private(set) var same = 0.0
  /// Samples after the first that had the same value.
  private(set) var count = 0
  private(set) var reversals = ReversalShare()
  private var lastStep = 0.0
  /// Whether there was another value than the first.
  var hasChanged: Bool { lastStep != 0 }

  /// Part of a value's length: values that differ by less are equal.
  /// Source: numerical; no sensor resolves less.
  static let resolution = 1e-6

  /// Takes in a sample.
  ///
  /// - Parameter strength: of all axes, in the sample's unit.
  /// - Returns: for how many s the former value lasted, where this is another one; `nil` for the first value, and where it
  ///   is the same.
  @discardableResult @inline(__always)
  mutating func take(_ sample: Double, strength: Double, interval: Double) -> Double? {
    guard let former = value else {
      value = sample
      return nil
    }
    if abs(sample - former) <= Self.resolution * max(strength, abs(former)) {
      same += interval
      count += 1
      return nil
    }
    let (step, lasted) = (sample - former, same + interval)
    reversals.take(isReversal: step * lastStep < 0, repetitions: count)
    (value, lastStep, same, count) = (sample, step, 0, 0)
    return lasted
  }
}

/// The change of one axis of the magnetometer that the gyro expects, in a field that is constant.
package struct FieldMotion: Sendable {
  /// Part of the field's strength, in a second.
  package var change: Double
  /// 3 σ of the error of `change` that the gyro's bias makes, in the same unit.
  package var uncertainty: Double

  package init(change: Double, uncertainty: Double) {
    (self.change, self.uncertainty) = (change, uncertainty)
  }

  /// No gyro.
  package static let unknown = FieldMotion(change: 0, uncertainty: 0)
}
