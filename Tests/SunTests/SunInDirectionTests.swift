import Quantities
import Testing

@testable import Sun

@Suite struct SunInDirectionTests {
  // 277.5° at Sydney, 2026-11-25; PyEphem: the sun there at 04:35:40, the shadow at 21:03:20 UTC.
  @Test func theSunAndAShadowHaveADirectionWhenPyEphemSaysSo() throws {
    let sydney = try Coordinates(latitude: -33.87, longitude: 151.21)
    let moments = sunInDirection(
      Azimuth(degrees: 277.5), at: sydney, from: 1_795_564_800, above: 3)
    #expect(moments.count == 2)
    // The azimuth is good to 0.002°, and changes by 0.0025° a second.
    #expect(abs(try #require(moments.first).unixSeconds - 1_795_581_340.3) < 2)
    #expect(abs(try #require(moments.last).unixSeconds - 1_795_640_600.5) < 2)
    #expect(moments.map(\.isOpposite) == [false, true])
  }

  // On the longest day there the sun rises far north of the direction, and comes to it high: 49.39° by PyEphem.
  @Test func theSunOfLondonReachesTheQiblaInSummerOnly() throws {
    let london = try Coordinates(latitude: 51.5, longitude: -0.13)
    let qibla = Azimuth<TrueNorth>(degrees: 119)
    let june = sunInDirection(qibla, at: london, from: 1_782_000_000, above: 3)
    // The sun in the morning, and the shadow in the evening.
    #expect(june.map(\.isOpposite) == [false, true])
    let moment = try #require(june.first)
    #expect(abs(moment.unixSeconds - 1_782_034_135.7) < 2)
    #expect(abs(moment.sun.altitude - 49.394) < 0.01)
    #expect(sunInDirection(qibla, at: london, from: 1_795_564_800, above: 3).isEmpty)
  }
}
