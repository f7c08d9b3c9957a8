internal import HeadingCheck
private import NIOPosix
private import QiblaClient

/// A heading of about a second while the device is held still, as the page keeps it until a check has all it needs.
struct Sight: Codable, Equatable, Sendable {
  /// The mean, degrees from north.
  var headingDeg: Double
  /// Whether that is true north.
  var isTrue: Bool
  /// The largest error that the daemon reported, degrees, 68 %.
  var error68Deg: Double
  /// What the calibrated field alone gives, degrees from the same north; absent where the daemon does not send it.
  var fieldDeg: Double?
  /// Time of the middle of the sight, seconds since 1970, on a clock that is known to be right; absent without one.
  var atS: Double?

  /// - Parameter now: time of the device's clock at the last reading, seconds since 1970; `nil` where that is not known to be right.
  init(_ sight: HeadingSight, now: Double?) {
    (headingDeg, isTrue, error68Deg) = (sight.degrees, sight.isTrue, sight.error68)
    fieldDeg = sight.fieldDegrees
    atS =
      sight.utcMicroseconds.map { Double($0) / 1e6 } ?? now.map { $0 - SightCollector.length / 2 }
  }

  /// For the library that compares it.
  var sight: HeadingSight {
    HeadingSight(degrees: headingDeg, isTrue: isTrue, error68: error68Deg, fieldDegrees: fieldDeg)
  }

  /// Seconds since 1970 of the years 1900 to 2099, for which the sun is computed.
  private static let instants = -2_208_988_800.0..<4_102_444_800

  /// Whether it can be of a device: what comes from a browser is checked.
  var isPossible: Bool {
    let range = 0.0..<360
    return range.contains(headingDeg) && error68Deg.isFinite && (0...180).contains(error68Deg)
      && fieldDeg.map(range.contains) ?? true && atS.map(Self.instants.contains) ?? true
  }
}

/// Why there is no sight, as a sentence.
struct SightProblem: Error, Equatable {
  var sentence: String
}

/// Waits for a second of readings.
///
/// - Parameter now: the device's clock, seconds since 1970; `nil` where that is not known to be right.
/// - Throws: `SightProblem`.
func takeSight(socketDirectory: String?, now: @escaping @Sendable () -> Double?) async throws
  -> Sight
{
  try await NIOThreadPool.singleton.runIfActive {
    var collector = SightCollector()
    do {
      let connection = try Connection(socketDirectory: socketDirectory)
      try connection.send(.watch(SightCollector.topics))
      while case .value(let message) = try connection.nextMessage(timeout: .seconds(3)) {
        if collector.take(message) { return Sight(try collector.sight(), now: now()) }
      }
    } catch let error as ConnectionError {
      throw SightProblem(sentence: "\(error)")
    } catch let refusal as SightRefusal { throw SightProblem(sentence: "\(refusal)") }
    throw SightProblem(sentence: "the daemon sends no reading")
  }
}
