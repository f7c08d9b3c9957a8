import Quantities
import Testing

@testable import Trace

@Suite struct FixTests {
  private func fix(_ json: String) throws -> Fix? {
    try readAll(trace(#"{"t":1,"fix":\#(json)}"#)).samples.first?.fix
  }

  private func reason(_ json: String) throws -> BadLine? {
    try readAll(trace(#"{"t":1,"fix":\#(json)}"#)).skipped.first.first?.reason
  }

  @Test func aFixIsReadWhole() throws {
    let found = try #require(
      try fix(
        #"{"mode":3,"latitude_deg":-33.87,"longitude_deg":151.21,"altitude_m":58.5,"error_m":2.5,"#
          + #""time":"2026-11-21T05:00:00.123Z","satellites":[1,2,3]}"#))
    let place = try Coordinates(latitude: -33.87, longitude: 151.21)
    let position = try Position(coordinates: place, altitudeMetres: 58.5, error68Metres: 2.5)
    // `date -u -d 2026-11-21T05:00:00 +%s` is 1795237200
    let expected = Fix(
      mode: .threeDimensional(position), utcMicroseconds: 1_795_237_200_123_000)
    #expect(found == expected)
  }

  @Test func aLongitudeCountedTo360IsTheSamePlace() throws {
    let found = try fix(#"{"mode":2,"latitude_deg":40.7,"longitude_deg":286}"#)
    #expect(found?.position?.coordinates.longitude == -74)
  }

  @Test func theModeSaysHowMuchThereIs() throws {
    #expect(try fix(#"{"mode":0}"#) == Fix(mode: .none))
    #expect(try fix(#"{"mode":1,"time":"1970-01-01T00:00:01Z"}"#)?.utcMicroseconds == 1_000_000)
    // a place without a fix is a leftover
    #expect(try fix(#"{"mode":1,"latitude_deg":1,"longitude_deg":2}"#) == Fix(mode: .none))
    let flat = try fix(#"{"mode":2,"latitude_deg":1,"longitude_deg":2}"#)
    guard case .twoDimensional(let position) = flat?.mode else {
      Issue.record("not two-dimensional: \(String(describing: flat))")
      return
    }
    #expect(position.altitudeMetres == nil && position.error68Metres == nil)
  }

  @Test(arguments: [
    ("[]", TraceKey.fix), ("null", .fix), ("3", .fix), ("{}", .fixMode), (#"{"mode":4}"#, .fixMode),
    (#"{"mode":-1}"#, .fixMode), (#"{"mode":2.5,"latitude_deg":1,"longitude_deg":2}"#, .fixMode),
    (#"{"mode":"3"}"#, .fixMode), (#"{"mode":3}"#, .fixLatitude),
    (#"{"mode":2,"latitude_deg":1}"#, .fixLongitude),
    (#"{"mode":2,"latitude_deg":90.01,"longitude_deg":2}"#, .fixLatitude),
    (#"{"mode":2,"latitude_deg":1,"longitude_deg":-180.5}"#, .fixLongitude),
    (#"{"mode":2,"latitude_deg":1,"longitude_deg":360.5}"#, .fixLongitude),
    (#"{"mode":2,"latitude_deg":null,"longitude_deg":2}"#, .fixLatitude),
    (#"{"mode":3,"latitude_deg":1,"longitude_deg":2,"altitude_m":"high"}"#, .fixAltitude),
    (#"{"mode":3,"latitude_deg":1,"longitude_deg":2,"altitude_m":1e300}"#, .fixAltitude),
    (#"{"mode":3,"latitude_deg":1,"longitude_deg":2,"error_m":-1}"#, .fixError),
    (#"{"mode":1,"time":5}"#, .fixTime), (#"{"mode":1,"time":"yesterday"}"#, .fixTime),
    (#"{"mode":1,"time":"2026-02-29T00:00:00Z"}"#, .fixTime),
  ])
  func aWrongMemberIsNamed(json: String, key: TraceKey) throws {
    #expect(try reason(json) == .badValue(key))
  }

  @Test func aBrokenFixDropsItsLine() throws {
    let reading = try readAll(trace(#"{"t":1,"mag":[1,2,3],"fix":{"mode":7}}"#))
    #expect(reading.items.isEmpty)
    #expect(reading.skipped.total == 1)
  }
}
