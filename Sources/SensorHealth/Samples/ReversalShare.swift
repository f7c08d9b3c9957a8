private import Glibc

/// How often a value's step from sample to sample reverses the one before it: noise does that in two of three samples, a turn
/// hardly ever.
struct ReversalShare {
  /// Part of the samples, over about a hundred.
  private(set) var value = 0.0 {
    didSet { if value > Self.clearNoise { hasBeenClear = true } }
  }
  /// Whether it has ever shown noise that is larger than the resolution.
  private(set) var hasBeenClear = false

  /// The gain of an average over about a hundred samples. Source: derived; a hundredth.
  static let gain = 0.01
  /// What one sample leaves of that average: e to the power of −`gain`. Source: computed; written out, because each sample
  /// asks for it, and a constant that a function computes is looked up behind a lock.
  private static let keptOfOneSample = 0.990_049_833_749_168_1
  /// Source: derived; noise of half a count makes more, and noise far above the resolution two thirds.
  private static let clearNoise = 0.25

  /// Takes a sample with another value, after `repetitions` that had the same one.
  @inline(__always) mutating func take(isReversal: Bool, repetitions: Int) {
    let kept = repetitions == 0 ? Self.keptOfOneSample : exp(-Self.gain * Double(repetitions + 1))
    value = value * kept + (isReversal ? Self.gain : 0)
  }

  /// Reversals that noise should have made in so many repetitions of one value.
  func missing(in repetitions: Int) -> Double { value * Double(repetitions) }
}
