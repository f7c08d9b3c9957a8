import JSON
import Quantities

/// Behind the point of a degree: a nanometre on the ground, so that nothing is lost.
let degreeDecimals = 12
/// Behind the point of a kilometre: 10 nm.
let kilometreDecimals = 11
/// Behind the point of a nanotesla.
let nanoteslaDecimals = 6

extension JSONWriter {
  /// An azimuth with all its decimals, or nothing where it is not known; what rounds to 360 is 0.
  mutating func fixed<Reference: North>(_ name: StaticString, _ azimuth: Azimuth<Reference>?) {
    fixed(name, azimuth.map { $0.degrees(below360With: degreeDecimals) }, degreeDecimals)
  }

  /// The member with all its decimals, or nothing where its value is not known.
  mutating func fixed(_ name: StaticString, _ value: Double?, _ decimals: Int) {
    guard let value else { return }
    key(name)
    number(value, fixedDecimals: decimals)
  }
}

extension Azimuth {
  /// Its degrees, or 0 where so many decimals would show them as 360.
  func degrees(below360With decimals: Int) -> Double {
    let half = (0..<decimals).reduce(0.5) { half, _ in half / 10 }
    return degrees < 360 - half ? degrees : 0
  }
}

extension Coordinates {
  /// `51.5074° N, 0.1278° W`.
  var text: String {
    let north = abs(latitude).text(decimals: 4) + "° " + (latitude < 0 ? "S" : "N")
    return north + ", " + abs(longitude).text(decimals: 4) + "° " + (longitude < 0 ? "W" : "E")
  }
}

extension Double {
  /// With so many decimals.
  func text(decimals: Int) -> String {
    var writer = JSONWriter(capacity: 32)
    writer.number(self, fixedDecimals: decimals)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// With its sign, also where it is positive.
  func signed(decimals: Int) -> String { (self < 0 ? "" : "+") + text(decimals: decimals) }
}

extension String {
  /// With blanks behind it up to `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// With blanks before it up to `width` characters.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
