private import Glibc
private import HeadingCheck
private import NIOPosix
private import QiblaClient
private import Quantities
internal import Wire

/// A heading of about a second while the device is held still, as the page keeps it until a check has all it needs.
struct Sight: Codable, Equatable, Sendable {
  /// The mean, degrees from north.
  var headingDeg: Double
  /// Whether that is true north.
  var isTrue: Bool
  /// The largest error that the daemon named, degrees, 68 %.
  var error68Deg: Double
  /// What the calibrated field alone gives, degrees from the same north; absent where the daemon does not send it.
  var fieldDeg: Double?
  /// Of the middle, seconds since 1970, on a clock that is known to be right; absent without one.
  var atS: Double?

  /// Whether it can be of a device: what comes from a browser is checked.
  var isPossible: Bool {
    let range = 0.0..<360
    return range.contains(headingDeg) && error68Deg.isFinite && (0...180).contains(error68Deg)
      && fieldDeg.map(range.contains) ?? true && atS?.isFinite ?? true
  }
}

/// Why there is no sight, as a sentence.
struct SightProblem: Error, Equatable {
  var sentence: String
}

/// Collects what the daemon sends for a sight.
struct SightCollector {
  /// s.
  private static let length = 1.0
  /// °/s; a device that turns faster is not held still.
  private static let fastest = 3.0

  private var readings: [Reading] = []
  private var fields: [Vector3] = []

  /// Takes a message; the rest that is no reading and no field is of no use.
  ///
  /// - Returns: whether a second of readings is there.
  mutating func take(_ message: Message) -> Bool {
    switch message {
    case .reading(let reading): readings.append(reading)
    case .field(let field): if let vector = field.vector { fields.append(vector) }
    default: break
    }
    guard let first = readings.first, let last = readings.last else { return false }
    return last.time.seconds(since: first.time) >= Self.length
  }

  /// - Parameter now: of the device's clock at the last reading, seconds since 1970; `nil` where that is not known to be right.
  /// - Throws: where there was no heading, or the device turned.
  func sight(now: Double?) throws(SightProblem) -> Sight {
    let usable = readings.filter { $0.error68Degrees != nil && $0.headingMagnetic != nil }
    let isTrue = usable.allSatisfy { $0.headingTrue != nil }
    let headings = usable.compactMap {
      isTrue ? $0.headingTrue?.degrees : $0.headingMagnetic?.degrees
    }
    guard let mean = DirectionMean(headings), let last = usable.last,
      usable.count * 2 > readings.count
    else { throw SightProblem(sentence: "there is no heading") }
    let turn = usable.compactMap(\.turnRateDegreesPerSecond).map(abs).max() ?? 0
    guard turn <= Self.fastest else {
      throw SightProblem(sentence: "the device turned: hold it still")
    }
    let received = usable[usable.count / 2].utcMicroseconds.map { Double($0) / 1e6 }
    return Sight(
      headingDeg: mean.degrees, isTrue: isTrue,
      error68Deg: usable.compactMap(\.error68Degrees).max() ?? 180,
      fieldDeg: field(last, declination: isTrue ? last.declination?.degrees : 0),
      atS: received ?? now.map { $0 - Self.length / 2 })
  }

  private func field(_ reading: Reading, declination: Double?) -> Double? {
    guard let pitch = reading.pitchDegrees, let roll = reading.rollDegrees, let declination,
      let mean = DirectionMean(
        fields.compactMap { fieldAzimuth($0, pitchDegrees: pitch, rollDegrees: roll) })
    else { return nil }
    return Azimuth<TrueNorth>(degrees: mean.degrees + declination).degrees
  }
}

/// Waits for a second of readings.
///
/// - Throws: `SightProblem`.
func takeSight(socketDirectory: String?, now: @escaping @Sendable () -> Double?) async throws
  -> Sight
{
  try await NIOThreadPool.singleton.runIfActive {
    var collector = SightCollector()
    do {
      let connection = try Connection(socketDirectory: socketDirectory)
      try connection.send(
        .watch([.reading: WatchOptions(rateHz: 20), .field: WatchOptions(rateHz: 10)]))
      while case .value(let message) = try connection.nextMessage(timeout: .seconds(3)) {
        if collector.take(message) { return try collector.sight(now: now()) }
      }
    } catch let error as ConnectionError { throw SightProblem(sentence: "\(error)") }
    throw SightProblem(sentence: "the daemon sends no reading")
  }
}
