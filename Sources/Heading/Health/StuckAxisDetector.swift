private import Glibc

/// Stuck detection for one axis of a magnetometer: how long its value has not changed, and whether
/// noise or motion should have changed it.
///
/// Noise shows as reversals of the step from sample to sample; a turn has hardly any. An axis whose noise
/// is under its resolution has none either, and nothing is concluded from a constant value of it.
struct StuckAxisDetector {
  /// s for which the value has not changed.
  private(set) var same = 0.0
  /// Samples after the first that had the same value.
  private(set) var count = 0
  /// Whether the value did not change although it had to; until it does.
  private(set) var isStuck = false

  private var value: Double?
  private var largest = 0.0
  private var lastStep = 0.0
  /// The change that the gyro expects since the last one, as a part of the field's strength.
  private var expected = 0.0
  /// The uncertainty of `expected`, from the gyro's bias.
  private var expectedUncertainty = 0.0
  /// The part of the samples that are reversals, over about a hundred.
  private var noise = 0.0
  /// s between two changes of the value, over about ten.
  private var changeInterval = 0.0

  /// Part of the field's strength: values that differ by less are equal. No magnetometer resolves less.
  private static let resolution = 1e-6
  /// Part of the field's strength: a larger expected change has to be seen. A turn of about 15°.
  private static let clearChange = 0.25
  /// s without a change after which an axis is stuck where the gyro expects one. Chosen.
  private static let stuckAfter = 1.0
  /// Samples without a change at the least.
  private static let fewest = 10
  /// Intervals between two changes at the least: a slow magnetometer may be read more often than it
  /// measures.
  private static let changeIntervals = 4.0
  /// s without a change after which an axis is stuck where only its noise should have changed it; as in
  /// `SensorFaultParameters`.
  private static let stuckAtRestAfter = 3.0
  /// Reversals that noise should have made meanwhile: the probability of none is e⁻²¹.
  private static let missedReversals = 21.0
  /// Part of the samples that are reversals, above which the axis has noise. Chosen.
  private static let leastNoise = 0.05

  /// Whether the axis has shown noise.
  var isNoisy: Bool { noise > Self.leastNoise }

  /// Whether the value has stood at the largest that it ever had for at least `seconds`.
  func isPinned(for seconds: Double) -> Bool {
    same >= seconds && count >= Self.fewest / 2 && abs(value ?? 0) >= largest
  }

  /// Takes in a sample.
  ///
  /// - Parameters:
  ///   - strength: of the whole field, in the sample's unit.
  ///   - motion: what the gyro expects of this axis.
  mutating func update(
    _ sample: Double, strength: Double, motion: FieldMotion, interval: Double
  ) {
    guard let value, abs(sample - value) <= Self.resolution * max(strength, abs(value)) else {
      change(to: sample, interval: interval)
      return
    }
    same += interval
    count += 1
    expected += motion.change * interval
    expectedUncertainty += motion.uncertainty * interval
    if missesMotion || missesNoise { isStuck = true }
  }

  private mutating func change(to sample: Double, interval: Double) {
    if let value {
      let step = sample - value
      noise = noise * exp(-0.01 * Double(count + 1)) + (step * lastStep < 0 ? 0.01 : 0)
      lastStep = step
      changeInterval += (same + interval - changeInterval) * 0.1
    }
    value = sample
    largest = max(largest, abs(sample))
    (same, count, expected, expectedUncertainty, isStuck) = (0, 0, 0, 0, false)
  }

  private var missesMotion: Bool {
    same > max(Self.stuckAfter, Self.changeIntervals * changeInterval) && count >= Self.fewest
      && abs(expected) > Self.clearChange + expectedUncertainty
  }

  private var missesNoise: Bool {
    same > Self.stuckAtRestAfter && noise * Double(count) > Self.missedReversals
  }
}

/// The change of one axis of the magnetometer that the gyro expects, in a field that is constant.
struct FieldMotion {
  /// Part of the field's strength, in a second.
  var change: Double
  /// 3 σ of the error of `change` that the gyro's bias makes, in the same unit.
  var uncertainty: Double

  /// No gyro.
  static let unknown = FieldMotion(change: 0, uncertainty: 0)
}
