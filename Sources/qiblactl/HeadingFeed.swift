import Quantities
import QiblaClient
import Wire

/// The heading of a running daemon while the device is held still.
struct HeadingFeed {
  /// A heading over about a second.
  struct Look {
    /// The mean, degrees from north.
    var degrees: Double
    var isTrue: Bool
    /// The largest error that the daemon named, degrees, 68 %.
    var error68: Double
    var status: Reading.Status
    /// UTC of the middle, µs since 1970, of a satellite receiver; `nil` where there was none.
    var utcMicroseconds: Int64?
  }

  let socketDirectory: String?

  /// s.
  private static let length = 1.0
  /// °/s; a device that turns faster is not held still.
  private static let fastest = 3.0
  private static let silence = Duration.seconds(3)

  /// The heading of the next second.
  ///
  /// - Throws: `CommandFailure` without a daemon or a heading, or where the device turns.
  func look() throws -> Look {
    let readings = try readings()
    let usable = readings.filter { $0.error68Degrees != nil && $0.headingMagnetic != nil }
    guard let last = usable.last, usable.count * 2 > readings.count else {
      throw CommandFailure("there is no heading; qiblactl status says why")
    }
    if let turn = usable.compactMap(\.turnRateDegreesPerSecond).map(abs).max(),
      turn > Self.fastest
    {
      throw CommandFailure("the device turned by \(turn.text(decimals: 1))°/s: hold it still")
    }
    let isTrue = usable.allSatisfy { $0.headingTrue != nil }
    let headings = usable.compactMap {
      isTrue ? $0.headingTrue?.degrees : $0.headingMagnetic?.degrees
    }
    let first = headings.first ?? 0
    let mean =
      headings.reduce(0) { $0 + RelativeBearing(degrees: $1 - first).degrees }
      / Double(headings.count)
    return Look(
      degrees: Azimuth<TrueNorth>(degrees: first + mean).degrees, isTrue: isTrue,
      error68: usable.compactMap(\.error68Degrees).max() ?? 180, status: last.status,
      utcMicroseconds: usable[usable.count / 2].utcMicroseconds)
  }

  private func readings() throws -> [Reading] {
    do {
      let connection = try Connection(socketDirectory: socketDirectory)
      try connection.send(.watch([.reading: WatchOptions(rateHz: 20)]))
      var readings: [Reading] = []
      while true {
        switch try connection.nextUnderstood(timeout: Self.silence) {
        case .value(.reading(let reading)):
          readings.append(reading)
          guard let first = readings.first, reading.time.seconds(since: first.time) < Self.length
          else { return readings }
        case .value(.error(let error)): throw CommandFailure("\(error.message); \(error.hint)")
        case .value, .interrupted: continue
        case .timeout: throw CommandFailure("\(connection.path): no reading comes")
        case .ended: throw CommandFailure("\(connection.path): the daemon closed the connection")
        }
      }
    } catch let error as ConnectionError { throw CommandFailure("\(error)") }
  }
}
