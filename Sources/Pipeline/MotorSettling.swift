package import Quantities

/// Source: SI prefixes.
let microsecondsPerMillisecond = 1000.0

/// How long after a motor's end the field is off, found from what the magnetometer measures then.
///
/// After each run the field is watched for 1.6 s. Where the device rests meanwhile, the last half second says
/// what the field is without the motor and how much it scatters; the run took until the field was further
/// from that than its scatter explains for the last time. The magnet may come to rest at another angle, so
/// nothing is compared with the field before.
package struct MotorSettling: Equatable, Sendable {

  /// How long a run is watched, µs after the motor's end.
  /// Source: derived; the longest settling time, and half a second of the quiet field.
  private static let watch: Int64 = 1_600_000
  /// From here on the field is taken to be quiet, µs after the motor's end. Source: derived; as above.
  private static let quiet: Int64 = 1_100_000
  /// Samples that are kept of a run. Source: a size; all of them at 300 Hz.
  private static let most = 480
  /// Samples in the last half second from which its scatter is known. Source: derived; its error is 18 %.
  private static let least = 15
  /// The longest time between two samples, µs. Source: derived; a longer gap could hide the settling time.
  private static let longestGap: Int64 = 100_000
  /// The limit in root mean squares of the scatter. Source: derived; 5.2 σ of an axis, which noise exceeds once
  /// in a million samples.
  private static let scatters = 3.0
  private let parameters: MotorSettlingParameters

  private struct Moment: Equatable {
    /// µs after the motor's end.
    var time: Int64
    var field: Vector3
    var rate: Vector3?
  }

  /// ms: the longest of the last three runs that could be measured, `MotorSettlingParameters.guess` until there are three.
  package private(set) var milliseconds: Double
  private var end: Timestamp?
  private var moments: [Moment] = []
  private var measured: [Double] = []

  package init(_ parameters: MotorSettlingParameters = MotorSettlingParameters()) {
    self.parameters = parameters
    milliseconds = parameters.guess
    moments.reserveCapacity(Self.most)
  }

  /// The motor is about to run: what was watched until now is of no use.
  package mutating func start() { end = nil }

  /// The motor rests.
  package mutating func end(at time: Timestamp) {
    end = time
    moments.removeAll(keepingCapacity: true)
  }

  /// Takes a sample with the field as it was measured.
  ///
  /// - Returns: whether `milliseconds` is new.
  package mutating func take(_ sample: Sample) -> Bool {
    guard let end, let field = sample.magneticField else { return false }
    let time = sample.time.microseconds(since: end)
    guard time > 0 else { return false }
    if moments.count < Self.most {
      moments.append(
        Moment(
          time: time, field: field.microtesla, rate: sample.angularRate?.radiansPerSecond))
    }
    guard time >= Self.watch else { return false }
    self.end = nil
    guard let settled = settled() else { return false }
    measured = Array(measured.suffix(parameters.runs - 1)) + [settled]
    guard measured.count == parameters.runs, let longest = measured.max(), longest != milliseconds
    else {
      return false
    }
    milliseconds = longest
    return true
  }

  /// ms that this run took; `nil` where it cannot be told.
  private func settled() -> Double? {
    let rest = moments.filter { $0.time >= Self.quiet }
    guard rest.count >= Self.least, !hasGap, !turns else { return nil }
    let mean = Self.mean(rest[...])
    func distance(_ moment: Moment) -> Double { (moment.field - mean).length }
    let square = rest.reduce(0) { $0 + distance($1) * distance($1) } / Double(rest.count)
    let scatter = square.squareRoot()
    let limit = max(Self.scatters * scatter, parameters.smallest)
    let halves = Self.mean(rest.suffix(rest.count / 2)) - Self.mean(rest.prefix(rest.count / 2))
    guard scatter <= parameters.noisiest,
      halves.length <= parameters.drift * scatter,
      rest.allSatisfy({ distance($0) <= limit })
    else { return nil }
    guard let last = moments.lastIndex(where: { distance($0) > limit }) else {
      return parameters.range.lowerBound
    }
    // With the next sample it was over.
    let milliseconds = Double(moments[last + 1].time) / microsecondsPerMillisecond
    guard milliseconds <= parameters.range.upperBound else { return nil }
    return max(milliseconds, parameters.range.lowerBound)
  }

  private static func mean(_ moments: ArraySlice<Moment>) -> Vector3 {
    moments.reduce(Vector3.zero) { $0 + $1.field } * (1 / Double(moments.count))
  }

  private var hasGap: Bool {
    zip([0] + moments.map(\.time), moments.map(\.time)).contains { $1 - $0 > Self.longestGap }
  }

  /// Whether the device was turned meanwhile; without a gyro the field alone says.
  private var turns: Bool {
    let rates = moments.compactMap(\.rate)
    guard !rates.isEmpty else { return false }
    let mean = rates.reduce(Vector3.zero, +) * (1 / Double(rates.count))
    return rates.contains { ($0 - mean).length > parameters.turning }
  }
}
