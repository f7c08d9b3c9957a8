import Foundation

/// The sentences of NMEA 0183 that receivers send: position and time (RMC), height (GGA), satellites (GSA).
package enum NMEA {
  /// One burst of a receiver at an instant, s since 1970.
  package static func burst(_ sky: Receiver.Sky, at seconds: Double) -> String {
    var instant = time_t(seconds.rounded(.down))
    var utc = tm()
    gmtime_r(&instant, &utc)
    let hundredths = Int((seconds - seconds.rounded(.down)) * 100)
    let time = String(
      format: "%02d%02d%02d.%02d", utc.tm_hour, utc.tm_min, utc.tm_sec, hundredths)
    let date = String(format: "%02d%02d%02d", utc.tm_mday, utc.tm_mon + 1, utc.tm_year % 100)
    guard sky.hasFix else {
      return sentence("GPRMC,\(time),V,,,,,,,\(date),,,N")
        + sentence("GPGGA,\(time),,,,,0,00,,,M,,M,,") + sentence("GPGSA,A,1,,,,,,,,,,,,,,,")
    }
    let place =
      degrees(sky.latitude, "NS", digits: 2) + "," + degrees(sky.longitude, "EW", digits: 3)
    let motion = String(format: "%.2f,%.1f", sky.speed, sky.course)
    let height = String(format: "%.1f", sky.altitude)
    return sentence("GPRMC,\(time),A,\(place),\(motion),\(date),,,A")
      + sentence("GPGGA,\(time),\(place),1,08,1.0,\(height),M,20.0,M,,")
      + sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5")
  }

  /// `3352.12800,S`: degrees and minutes, and on which side.
  private static func degrees(_ value: Double, _ sides: String, digits: Int) -> String {
    let size = abs(value)
    let minutes = (size - size.rounded(.down)) * 60
    let side = value < 0 ? sides.suffix(1) : sides.prefix(1)
    return String(format: "%0\(digits)d%08.5f", Int(size), minutes) + ",\(side)"
  }

  private static func sentence(_ body: String) -> String {
    let checksum = body.utf8.reduce(0, ^)
    return "$\(body)*" + String(format: "%02X", checksum) + "\r\n"
  }
}
