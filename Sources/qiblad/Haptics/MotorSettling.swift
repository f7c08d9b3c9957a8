import Quantities

/// Measures how long after a motor's end its field disturbs one magnetometer.
///
/// After each run the field is recorded for 1.6 s. If the device rests meanwhile, the last half second gives
/// the field without the motor and its scatter; the field had decayed once it was further from that than its
/// scatter explains for the last time. The motor's magnet may come to rest at another angle, so nothing is
/// compared with the field before the run.
struct MotorSettling: Equatable, Sendable {
  /// ms. A guess for a coin motor that runs out without a brake, until runs were measured.
  static let guess = 150.0
  /// ms between which a measured time lies.
  static let range = 20.0...1000.0

  /// µs after the motor's end: the field is recorded until `watch`, and counts as quiet from `quiet` on.
  private static let watch: Int64 = 1_600_000
  private static let quiet: Int64 = 1_100_000
  /// Samples that are kept of a run; at 300 Hz all of them.
  private static let maximumSamples = 480
  /// Samples in the last half second, below which its scatter is unknown.
  private static let minimumQuietSamples = 15
  /// µs. A longer gap could hide how long it took.
  private static let longestGap: Int64 = 100_000
  /// A multiple of the root mean square of the scatter in three dimensions: 5.2 times that of an axis, which chance exceeds once in a
  /// million samples.
  private static let scatterFactor = 3.0
  /// µT. What is nearer than this moves no heading by as much as its error.
  private static let smallest = 0.5
  /// Of the scatter, by which the means of the last half second's halves may differ: a field that drifts by
  /// more is that of a device that turns.
  private static let drift = 0.6
  /// µT, above which the device does not rest.
  private static let noisiest = 2.0
  /// rad/s, by which the rate may differ from its mean in a device that rests.
  private static let turning = 0.03
  /// Runs of which the longest counts.
  private static let runs = 3

  private struct Moment: Equatable {
    /// µs after the motor's end.
    var time: Int64
    var field: Vector3
    var rate: Vector3?
  }

  /// ms: the longest of the last three runs that could be measured, `guess` until there are three.
  private(set) var milliseconds = MotorSettling.guess
  private var end: Timestamp?
  private var moments: [Moment] = []
  private var measured: [Double] = []

  init() { moments.reserveCapacity(Self.maximumSamples) }

  /// The motor is about to run: the samples until now are of no use.
  mutating func start() { end = nil }

  /// The motor rests.
  mutating func end(at time: Timestamp) {
    end = time
    moments.removeAll(keepingCapacity: true)
  }

  /// Takes a sample with the field as it was measured.
  ///
  /// - Returns: whether `milliseconds` is new.
  mutating func take(_ sample: Sample) -> Bool {
    guard let end, let field = sample.magneticField else { return false }
    let time = sample.time.microseconds(since: end)
    guard time > 0 else { return false }
    if moments.count < Self.maximumSamples {
      moments.append(
        Moment(
          time: time, field: field.microtesla, rate: sample.angularRate?.radiansPerSecond))
    }
    guard time >= Self.watch else { return false }
    self.end = nil
    guard let settled = settled() else { return false }
    measured = Array(measured.suffix(Self.runs - 1)) + [settled]
    guard measured.count == Self.runs, let longest = measured.max(), longest != milliseconds else {
      return false
    }
    milliseconds = longest
    return true
  }

  /// ms that the field of this run took to decay; `nil` where that cannot be measured.
  private func settled() -> Double? {
    let rest = moments.filter { $0.time >= Self.quiet }
    guard rest.count >= Self.minimumQuietSamples, !hasGap, !turns else { return nil }
    let mean = Self.mean(rest[...])
    func distance(_ moment: Moment) -> Double { (moment.field - mean).length }
    let square = rest.reduce(0) { $0 + distance($1) * distance($1) } / Double(rest.count)
    let scatter = square.squareRoot()
    let limit = max(Self.scatterFactor * scatter, Self.smallest)
    let halves = Self.mean(rest.suffix(rest.count / 2)) - Self.mean(rest.prefix(rest.count / 2))
    guard scatter <= Self.noisiest, halves.length <= Self.drift * scatter,
      rest.allSatisfy({ distance($0) <= limit })
    else { return nil }
    guard let last = moments.lastIndex(where: { distance($0) > limit }) else {
      return Self.range.lowerBound
    }
    // With the next sample it was over.
    let milliseconds = Double(moments[last + 1].time) / 1000
    guard milliseconds <= Self.range.upperBound else { return nil }
    return max(milliseconds, Self.range.lowerBound)
  }

  private static func mean(_ moments: ArraySlice<Moment>) -> Vector3 {
    moments.reduce(Vector3.zero) { $0 + $1.field } * (1 / Double(moments.count))
  }

  private var hasGap: Bool {
    zip([0] + moments.map(\.time), moments.map(\.time)).contains { $1 - $0 > Self.longestGap }
  }

  /// Whether the device was turned meanwhile; without a gyro only the field shows it.
  private var turns: Bool {
    let rates = moments.compactMap(\.rate)
    guard !rates.isEmpty else { return false }
    let mean = rates.reduce(Vector3.zero, +) * (1 / Double(rates.count))
    return rates.contains { ($0 - mean).length > Self.turning }
  }
}
