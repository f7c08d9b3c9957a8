package import Quantities

/// The samples of a tumble in a fixed amount of memory, for a fit of all nine axes.
///
/// A sensor that measures more often than 100 times a second is thinned: turn rates and specific forces to their means,
/// fields to every n-th. What comes after the log is full is left out.
package struct TumbleLog: Sendable {
  /// A sample without its source, in single precision.
  private struct Entry {
    /// µs since the first one, long pauses left out.
    var time: UInt32
    /// Which of the three there are.
    var kinds: UInt8
    var values: (Triple, Triple, Triple)
  }

  /// The bits of `Entry.kinds`.
  fileprivate enum Kind {
    static let field: UInt8 = 0b001
    static let force: UInt8 = 0b010
    static let rate: UInt8 = 0b100
  }

  private struct Triple {
    var (x, y, z) = (Float(0), Float(0), Float(0))

    init(_ vector: Vector3?) {
      if let vector { (x, y, z) = (Float(vector.x), Float(vector.y), Float(vector.z)) }
    }

    var vector: Vector3 { Vector3(Double(x), Double(y), Double(z)) }
  }

  /// Samples that are kept, 44 bytes each. Source: a size; five minutes of field and motion at 100 Hz, 2.6 MB.
  package static let capacity = 60_000
  /// The memory of a full log, bytes.
  package static var bytes: Int { capacity * MemoryLayout<Entry>.stride }
  /// µs between two samples of a sensor, at the least. Source: chosen; 100 Hz with a tenth for their jitter.
  private static let interval: Int64 = 9_000
  /// µs; a longer pause counts as one of this length. Source: chosen; longer than any gap that a fit bridges.
  private static let longestPause: Int64 = 1_000_000

  private var entries: [Entry] = []
  private var first: Timestamp?
  private var last: Timestamp?
  /// µs that were left out.
  private var pauses: Int64 = 0
  private var field = Thinning()
  private var force = Thinning()
  private var rate = Thinning()
  /// Whether an accelerometer measured.
  package private(set) var hasForce = false

  package init() { entries.reserveCapacity(Self.capacity) }

  /// Adds a sample; they come in the order of time.
  package mutating func add(_ sample: Sample) {
    guard entries.count < Self.capacity, sample.hasMeasurement else { return }
    if let last {
      let pause = sample.time.microseconds(since: last)
      guard pause >= 0 else { return }
      pauses += Swift.max(pause - Self.longestPause, 0)
    }
    last = sample.time
    let start = first ?? sample.time
    first = start
    let measured = sample.magneticField?.microtesla
    let kept = field.take(measured, at: sample.time, after: Self.interval) == nil ? nil : measured
    let force = force.take(
      sample.acceleration?.metresPerSecondSquared, at: sample.time, after: Self.interval)
    let rate = rate.take(
      sample.angularRate?.radiansPerSecond, at: sample.time, after: Self.interval)
    if force != nil { hasForce = true }
    guard kept != nil || force != nil || rate != nil else { return }
    guard let time = UInt32(exactly: sample.time.microseconds(since: start) - pauses) else {
      return
    }
    let kinds =
      (kept == nil ? 0 : Kind.field) | (force == nil ? 0 : Kind.force)
      | (rate == nil ? 0 : Kind.rate)
    entries.append(
      Entry(time: time, kinds: kinds, values: (Triple(kept), Triple(force), Triple(rate))))
  }
}

/// The mean of a sensor's readings, at most every so many µs.
private struct Thinning: Sendable {
  private var sum = Vector3.zero
  private var count = 0.0
  private var last: Timestamp?

  /// - Returns: the mean since the last one, where it is time for that.
  mutating func take(_ value: Vector3?, at time: Timestamp, after interval: Int64) -> Vector3? {
    guard let value, value.isFinite else { return nil }
    (sum, count) = (sum + value, count + 1)
    if let last, time >= last, time.microseconds(since: last) < interval { return nil }
    defer { (sum, count, last) = (.zero, 0, time) }
    return sum / count
  }
}

extension TumbleLog: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(index: Int) -> Sample {
    let entry = entries[index]
    var sample = Sample(time: Timestamp(microseconds: Int64(entry.time)))
    if entry.kinds & TumbleLog.Kind.field != 0 {
      sample.magneticField = MagneticField(microtesla: entry.values.0.vector)
    }
    if entry.kinds & TumbleLog.Kind.force != 0 {
      sample.acceleration = Acceleration(metresPerSecondSquared: entry.values.1.vector)
    }
    if entry.kinds & TumbleLog.Kind.rate != 0 {
      sample.angularRate = AngularRate(radiansPerSecond: entry.values.2.vector)
    }
    return sample
  }
}
