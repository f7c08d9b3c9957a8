import Quantities
import Testing

@testable import Storage

@Suite struct StartingPlaceTests {
  enum Expected: Sendable { case configured, lastKnown }

  private static let now: Int64 = 1_795_237_200_000_000  // 2026-11-21T05:00:00Z
  private static let day: Int64 = 24 * 3_600 * 1_000_000

  private func place(_ latitude: Double) throws -> Position {
    try Position(coordinates: try Coordinates(latitude: latitude, longitude: 2))
  }

  @Test(
    arguments: [
      (now, now, .lastKnown), (now - day / 2, now, .lastKnown),
      // exactly 24 h, and the microsecond after
      (now - day, now, .lastKnown), (now - day - 1, now, .configured),
      (now - 400 * day, now, .configured),
      // saved in the future: the clock ran backwards
      (now + 1, now, .configured), (now + day, now, .configured), (now, 0, .configured),
      // an unknown date on either side
      (nil, now, .configured), (now, nil, .configured), (nil, nil, .configured),
      // so far apart that the difference overflows
      (.min, .max, .configured), (.max, .min, .configured), (.min, now, .configured),
    ] as [(Int64?, Int64?, Expected)])
  func aRecentPlaceWinsOverTheConfiguredOneAndNoOther(
    saved: Int64?, now: Int64?, expected: Expected
  ) throws {
    let lastKnown = LastPlace(position: try place(1), utcMicroseconds: saved)
    let configured = try place(2)
    let chosen = StartingPlace.choose(
      lastKnown: lastKnown, configured: configured, utcMicroseconds: now)
    #expect(
      chosen == (expected == .configured ? .configured(configured) : .lastKnown(lastKnown)))
    #expect(chosen?.position == (expected == .configured ? configured : lastKnown.position))
    // without a configured place the last known one is better than none, however old
    #expect(
      StartingPlace.choose(lastKnown: lastKnown, configured: nil, utcMicroseconds: now)
        == .lastKnown(lastKnown))
    #expect(
      StartingPlace.choose(lastKnown: nil, configured: configured, utcMicroseconds: now)
        == .configured(configured))
    #expect(StartingPlace.choose(lastKnown: nil, configured: nil, utcMicroseconds: now) == nil)
  }
}
