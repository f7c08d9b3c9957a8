private import Glibc

/// One axis of a magnetometer: for how long it has said the same, and whether that is a wonder.
///
/// Noise shows as reversals, up and down again from sample to sample: a turn has hardly any. An axis
/// that is so quiet that its last digit stands has none either, and nothing follows from its silence.
struct FieldAxis {
  /// s for which it has said the same.
  private(set) var same = 0.0
  /// Samples that said the same, but for the first of them.
  private(set) var count = 0
  /// Whether it has said the same where it had to say something else; until it does.
  private(set) var isStuck = false

  private var value: Double?
  private var largest = 0.0
  private var lastStep = 0.0
  /// By how much it should have changed meanwhile, as a part of the field's strength.
  private var expected = 0.0
  private var uncertainty = 0.0
  /// The part of the samples that are reversals, over about a hundred.
  private var noise = 0.0
  /// s between its changes, over about ten.
  private var usual = 0.0

  /// Parts of the field's strength. No magnetometer tells less from nothing.
  private static let resolution = 1e-6
  /// Part of the field's strength by which it should have changed: a turn of about 15°.
  private static let clearChange = 0.25
  /// s after which an axis that has to change is stuck …
  private static let patience = 1.0
  /// … in so many samples …
  private static let fewest = 10
  /// … and times of those between its changes: a slow magnetometer is read more often than it measures.
  private static let usualTimes = 4.0
  /// s after which it is stuck if nothing says that it has to change, but for its own noise.
  private static let patienceAtRest = 3.0
  /// Reversals that should have come meanwhile: none of them has a chance of e⁻²¹.
  private static let missedReversals = 21.0
  /// Reversals in a hundred samples that make noise.
  private static let leastNoise = 0.05

  /// Whether it lives by its noise.
  var isNoisy: Bool { noise > Self.leastNoise }

  /// Whether it ended at its largest value for at least `seconds`.
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
    uncertainty += motion.uncertainty * interval
    if hasToChange || isSilent { isStuck = true }
  }

  private mutating func change(to sample: Double, interval: Double) {
    if let value {
      let step = sample - value
      noise = noise * exp(-0.01 * Double(count + 1)) + (step * lastStep < 0 ? 0.01 : 0)
      lastStep = step
      usual += (same + interval - usual) * 0.1
    }
    value = sample
    largest = max(largest, abs(sample))
    (same, count, expected, uncertainty, isStuck) = (0, 0, 0, 0, false)
  }

  private var hasToChange: Bool {
    same > max(Self.patience, Self.usualTimes * usual) && count >= Self.fewest
      && abs(expected) > Self.clearChange + uncertainty
  }

  private var isSilent: Bool {
    same > Self.patienceAtRest && noise * Double(count) > Self.missedReversals
  }
}

/// How the turning device changes what one axis of the magnetometer says, if the field stands.
struct FieldMotion {
  /// Part of the field's strength, in a second.
  var change: Double
  /// How far that may be off because of the gyro's bias.
  var uncertainty: Double

  /// Nothing is known.
  static let unknown = FieldMotion(change: 0, uncertainty: 0)
}
