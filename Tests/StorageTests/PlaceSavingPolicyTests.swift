import Quantities
import Testing

@testable import Storage

/// When a place is written down, and what is written at the end.
@Suite struct PlaceSavingPolicyTests {
  private func fix(_ latitude: Double, _ longitude: Double, utc: Int64? = nil) throws -> Fix {
    let place = try Position(
      coordinates: try Coordinates(latitude: latitude, longitude: longitude))
    return Fix(mode: .threeDimensional(place), utcMicroseconds: utc)
  }

  private func second(_ seconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64(seconds * 1e6))
  }

  @Test func theFirstPlaceIsWrittenAndWhoStaysIsWrittenOnceAnHour() throws {
    var policy = PlaceSavingPolicy()
    var written: [Int] = []
    for time in 0..<8000 {
      if policy.take(try fix(10, 20), at: second(Double(time))) != nil { written.append(time) }
    }
    #expect(written == [0, 3601, 7202])
    #expect(policy.unwritten != nil)
  }

  // A degree of latitude is 111.2 km on a sphere of 6,371 km.
  @Test func whoMovesIsWrittenEveryKilometre() throws {
    var policy = PlaceSavingPolicy()
    #expect(policy.take(try fix(10, 20), at: second(0)) != nil)
    #expect(policy.take(try fix(10.008, 20), at: second(1)) == nil)
    #expect(policy.unwritten?.position.coordinates.latitude == 10.008)
    #expect(policy.take(try fix(10.0091, 20), at: second(2)) != nil)
    #expect(policy.unwritten == nil)
  }

  @Test func noPlaceIsNothingToWrite() throws {
    var policy = PlaceSavingPolicy()
    #expect(policy.take(Fix(mode: .none), at: second(0)) == nil)
    #expect(policy.take(try fix(0, 0), at: second(1)) == nil)  // confused receivers claim it
    #expect(policy.unwritten == nil)
  }

  // 1980, where receivers begin, and 2026-11-21, from `date -u -d 2026-11-21 +%s`.
  @Test(arguments: [
    (Int64(315_964_800_000_000), Int64?.none), (1_795_219_200_000_000, 1_795_219_200_000_000),
  ])
  func aDateThatCannotBeRightIsNotWritten(told: Int64, kept: Int64?) throws {
    var policy = PlaceSavingPolicy()
    let place = policy.take(try fix(10, 20, utc: told), at: second(0))
    #expect(place?.utcMicroseconds == kept && place != nil)
  }

  // 2026-11-21, µs since 1970. Instants from before do not compare with those to come.
  @Test func afterTimeRanBackwardsADateOfBeforeIsNotKept() throws {
    var policy = PlaceSavingPolicy()
    #expect(
      policy.take(try fix(10, 20, utc: 1_795_219_200_000_000), at: second(100))?.utcMicroseconds
        != nil)
    let place = try #require(policy.take(try fix(30, 20), at: second(0.5)))
    #expect(place.utcMicroseconds == nil)
  }

  @Test func timeThatRunsBackwardsIsNoReasonToWaitForEver() throws {
    var policy = PlaceSavingPolicy()
    #expect(policy.take(try fix(10, 20), at: second(1000)) != nil)
    #expect(policy.take(try fix(10, 20), at: second(0)) != nil)
  }
}
