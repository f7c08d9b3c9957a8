import HeadingCheck
import Quantities
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
    /// UTC of the middle, µs since 1970, of a satellite receiver; `nil` where there was none.
    var utcMicroseconds: Int64?
  }

  let socketDirectory: String?

  /// s.
  private static let length = 1.0
  /// °/s; a device that turns faster is not held still.
  private static let fastest = 3.0

  /// The heading of the next second.
  ///
  /// - Throws: `CommandFailure` without a daemon or a heading, or where the device turns.
  func look() throws -> Look {
    let readings = try readings()
    let usable = readings.filter { $0.error68Degrees != nil && $0.headingMagnetic != nil }
    let isTrue = usable.allSatisfy { $0.headingTrue != nil }
    let headings = usable.compactMap {
      isTrue ? $0.headingTrue?.degrees : $0.headingMagnetic?.degrees
    }
    guard let mean = DirectionMean(headings), usable.count * 2 > readings.count else {
      throw CommandFailure("there is no heading; qiblactl status says why")
    }
    if let turn = usable.compactMap(\.turnRateDegreesPerSecond).map(abs).max(),
      turn > Self.fastest
    {
      throw CommandFailure("the device turned by \(turn.text(decimals: 1))°/s: hold it still")
    }
    return Look(
      degrees: mean.degrees, isTrue: isTrue,
      error68: usable.compactMap(\.error68Degrees).max() ?? 180,
      utcMicroseconds: usable[usable.count / 2].utcMicroseconds)
  }

  private func readings() throws -> [Reading] {
    try messages(
      of: .reading, WatchOptions(rateHz: 20), for: Self.length, socketDirectory: socketDirectory,
      silence: "no reading comes"
    ) { message in
      if case .reading(let reading) = message { (reading.time, reading) } else { nil }
    }
  }
}
