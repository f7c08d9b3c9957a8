package import Quantities

/// Whether a gyro is turned faster than it can tell: then an unknown part of the turn is missing.
///
/// At the end of its range an axis says the very same again and again, and never more; elsewhere
/// noise prevents that.
package struct GyroRange: Sendable {
  private var axes = (Axis(), Axis(), Axis())
  /// rad/s, on any axis.
  private var largest = 0.0

  /// rad/s. Source: data sheets; the largest range of a gyro for a moving device is 4000°/s.
  private static let largestRate = 4200.0.inRadians

  /// Whether the newest sample is at the end of the range or no rate at all, or was so in this turn:
  /// what the other sensors say in a fast turn is no beginning.
  package private(set) var isExceeded = false

  package init() {}

  /// Takes in a sample, rad/s, along the chip's own axes.
  package mutating func update(_ sample: Vector3) {
    axes.0.update(sample.x)
    axes.1.update(sample.y)
    axes.2.update(sample.z)
    if sample.length > Self.largestRate * 3.0.squareRoot() {
      isExceeded = true
      return
    }
    largest = max(largest, abs(sample.x), abs(sample.y), abs(sample.z))
    let isPinned =
      axes.0.isPinned(at: largest) || axes.1.isPinned(at: largest)
      || axes.2.isPinned(at: largest)
    // Where all three say the same there is no noise, and so no end of a range to be seen by it.
    let isNoisy = axes.0.isNew || axes.1.isNew || axes.2.isNew
    isExceeded = isPinned && isNoisy || isExceeded && sample.length > Axis.smallest
  }

  private struct Axis {
    private var value = 0.0
    private var repeats = 0

    /// How often in a row a rate has to be the same. Source: counted; two alike occur in every fast turn.
    private static let enough = 3
    /// rad/s. A turn at less is within every range. Source: data sheets; the smallest range is 125°/s.
    static let smallest = 120.0.inRadians
    /// Part of the range. Source: derived; axes of one chip end a digit apart.
    private static let tolerance = 0.999
    /// Part of a rate. Source: numerical; no gyro resolves less.
    private static let resolution = 1e-6

    /// Whether the newest value is another one than before.
    var isNew: Bool { repeats == 0 }

    func isPinned(at largest: Double) -> Bool {
      repeats >= Self.enough && abs(value) > Self.smallest
        && abs(value) >= Self.tolerance * largest
    }

    mutating func update(_ sample: Double) {
      let isSame = abs(sample - value) <= Self.resolution * max(abs(value), Self.resolution)
      repeats = isSame ? repeats + 1 : 0
      value = sample
    }
  }
}
