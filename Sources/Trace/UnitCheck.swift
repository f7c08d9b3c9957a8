import Quantities

/// Whether the first measurements of a trace can be in the units of a trace: µT, m/s², rad/s and s.
///
/// A recording in other units replays without an error and gives a wrong heading, so that only its numbers can tell.
/// The limits lie far outside of what sensors measure in the hand, in a vehicle and beside iron.
struct UnitCheck: Equatable, Sendable {
  /// Measurements of each kind that are looked at: some seconds. The memory is bounded.
  private static let most = 512
  /// Fewer than this say nothing.
  private static let least = 8

  private let isFieldInMicrotesla: Bool
  /// The rate that the header names, Hz.
  private let rateHz: Double?
  private var fields: [Double] = []
  private var accelerations: [Double] = []
  private var rates: [Double] = []
  private var intervals: [Double] = []
  private var lastTime: Timestamp?

  init(isFieldInMicrotesla: Bool, rateHz: Double?) {
    (self.isFieldInMicrotesla, self.rateHz) = (isFieldInMicrotesla, rateHz)
  }

  mutating func take(_ sample: Sample) {
    Self.add(sample.magneticField?.microtesla.length, to: &fields)
    Self.add(sample.acceleration?.metresPerSecondSquared.length, to: &accelerations)
    Self.add(sample.angularRate?.radiansPerSecond.length, to: &rates)
    if let lastTime {
      let seconds = Double(sample.time.microseconds(since: lastTime)) * 1e-6
      if seconds > 0 { Self.add(seconds, to: &intervals) }
    }
    lastTime = sample.time
  }

  private static func add(_ value: Double?, to values: inout [Double]) {
    if let value, values.count < most { values.append(value) }
  }

  /// Which numbers cannot be in their unit, which unit they look like, and what to do.
  var warnings: [String] {
    [fieldWarning, accelerationWarning, rateWarning, timeWarning].compactMap(\.self)
  }

  private static func median(_ values: [Double]) -> Double? {
    guard values.count >= least else { return nil }
    return values.sorted()[values.count / 2]
  }

  /// The Earth's field has 22 to 67 µT; hard iron adds some hundred at most. 1 G is 100 µT.
  private var fieldWarning: String? {
    guard isFieldInMicrotesla, let median = Self.median(fields) else { return nil }
    switch median {
    case 1e-6..<1e-3: return Self.text("mag", "tesla", "multiply by 1,000,000", "µT")
    case 0.01..<0.15: return Self.text("mag", "millitesla", "multiply by 1,000", "µT")
    case 0.15..<5: return Self.text("mag", "gauss", "multiply by 100", "µT")
    case 2_000..<15_000: return Self.counts
    case 15_000..<80_000: return Self.text("mag", "nanotesla", "divide by 1,000", "µT")
    case 80_000...: return Self.counts
    default: return nil
    }
  }

  private static let counts =
    "the values of \"mag\" are too large for µT; if they are counts of a sensor, write "
    + "\"units\":{\"mag\":\"counts\"} into the header"

  /// At rest an accelerometer measures 9.8 m/s².
  private var accelerationWarning: String? {
    guard let median = Self.median(accelerations) else { return nil }
    switch median {
    case 0.5..<2: return Self.text("accel", "g", "multiply by 9.80665", "m/s²")
    case 500..<2_000:
      return Self.text("accel", "thousandths of g", "multiply by 0.00980665", "m/s²")
    default: return nil
    }
  }

  /// No gyro here measures over 4,000 °/s, which is 70 rad/s; no hand turns at 8 rad/s for seconds.
  private var rateWarning: String? {
    guard let median = Self.median(rates), let most = rates.max(), median > 8 || most > 75
    else { return nil }
    return Self.text("gyro", "°/s", "multiply by 0.0174533", "rad/s")
  }

  /// Where the header names a rate, that one counts; else samples are seldom over 2 s apart.
  private var timeWarning: String? {
    guard let median = Self.median(intervals) else { return nil }
    let samplesLost = rateHz.map { median * $0 } ?? median * 500
    switch samplesLost {
    case 300..<3_000 where rateHz != nil, 1_000..<1_000_000 where rateHz == nil:
      return Self.text("t", "milliseconds", "divide by 1,000", "s")
    case 300_000..<3_000_000 where rateHz != nil, 1_000_000... where rateHz == nil:
      return Self.text("t", "microseconds", "divide by 1,000,000", "s")
    default: return nil
    }
  }

  private static func text(_ key: String, _ unit: String, _ cure: String, _ own: String) -> String {
    "the values of \"\(key)\" look like \(unit), and a trace has \(own): \(cure)"
  }
}
