import JSON
import Quantities

/// The number of decimals of a degree: enough for a nanometre on the ground.
let degreeDecimals = 12
/// The number of decimals of a kilometre: 10 nm.
let kilometreDecimals = 11
/// The number of decimals of a nanotesla.
let nanoteslaDecimals = 6

extension JSONWriter {
  /// Writes an azimuth with all its decimals; nothing for `nil`. A value that rounds to 360 is 0.
  mutating func fixed<Reference: North>(_ name: StaticString, _ azimuth: Azimuth<Reference>?) {
    fixed(name, azimuth.map { $0.degrees(below360With: degreeDecimals) }, degreeDecimals)
  }

  /// Writes the member with all its decimals; nothing for `nil`.
  mutating func fixed(_ name: StaticString, _ value: Double?, _ decimals: Int) {
    guard let value else { return }
    key(name)
    number(value, fixedDecimals: decimals)
  }
}

extension Azimuth {
  /// The degrees; 0 if they round to 360 with this number of decimals.
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
  /// The number as text with this number of decimals.
  func text(decimals: Int) -> String {
    var writer = JSONWriter(capacity: 32)
    writer.number(self, fixedDecimals: decimals)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The number as text with its sign, `+` included.
  func signed(decimals: Int) -> String { (self < 0 ? "" : "+") + text(decimals: decimals) }
}

extension String {
  /// Padded on the right with blanks to `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// Padded on the left with blanks to `width` characters.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
