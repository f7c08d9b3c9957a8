internal import Quantities
private import Sun

/// The device's clock, and where the sun stands: the message `sun`, docs/page.md.
struct SunMessage: Encodable {
  struct Place: Encodable {
    var latitudeDeg, longitudeDeg: Double
  }

  /// Seconds since 1970-01-01 UTC.
  var atS: Double
  /// From true north, and above the horizon as it is seen, with refraction; absent without a place.
  var azimuthDeg, altitudeDeg: Double?
  /// Where the sun is in the zenith.
  var overhead: Place?

  /// - Parameters:
  ///   - instant: of the device's clock, seconds since 1970-01-01 UTC, from 1900 to 2100.
  ///   - isClockTrusted: whether it is known to be right; without that the sun's place is not known.
  init(at instant: Double, from place: Coordinates?, isClockTrusted: Bool) {
    atS = rounded(instant, 1000)
    guard isClockTrusted else { return }
    let sun = SunCoordinates(unixSeconds: instant)
    let degree = Double.pi / 180
    let longitude = (sun.rightAscension - sun.siderealTime) / degree
    overhead = Place(
      latitudeDeg: rounded(sun.declination / degree, 100),
      longitudeDeg: rounded(longitude - 360 * (longitude / 360).rounded(), 100))
    guard let place else { return }
    let direction = SunDirection(from: place, unixSeconds: instant)
    azimuthDeg = rounded(direction.azimuth.degrees, 100).truncatingRemainder(dividingBy: 360)
    altitudeDeg = rounded(direction.seenAltitude(), 100)
  }
}

private func rounded(_ value: Double, _ steps: Double) -> Double {
  (value * steps).rounded() / steps
}
