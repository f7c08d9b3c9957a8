/// The kinds of NMEA 0183 sentences that `NMEAFormat` writes.
///
/// Source: NMEA 0183 version 4.11, as the manuals of receivers quote it.
package enum NMEASentence: String, CaseIterable, Sendable {
  /// Magnetic heading with deviation and variation.
  case hdg = "HDG"
  /// Magnetic heading.
  case hdm = "HDM"
  /// True heading.
  case hdt = "HDT"
  /// True heading with the mode of the sensor.
  case ths = "THS"
  /// Rate of turn.
  case rot = "ROT"

  /// The kinds with their names, for messages.
  package static let list = allCases.map(\.rawValue).joined(separator: ", ")
}

/// The two letters at the beginning of a sentence that say which kind of device sends it.
package struct NMEATalker: Equatable, Sendable {
  /// A magnetic compass.
  package static let magneticCompass = NMEATalker(letters: "HC")

  /// Two letters from A to Z.
  package let letters: String

  private init(letters: String) { self.letters = letters }

  /// Parses two capital letters; `nil` for anything else, and for `P`, which begins the sentences
  /// that a maker defines.
  package init?(parsing text: String) {
    let bytes = Array(text.utf8)
    let isLetters = bytes.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    guard bytes.count == 2, isLetters, bytes[0] != UInt8(ascii: "P") else { return nil }
    letters = text
  }
}

extension [UInt8] {
  /// Appends one sentence with `$`, checksum, CR and LF.
  ///
  /// - Parameter body: what is between `$` and `*`: ASCII without control characters.
  mutating func append(nmea body: String) {
    append(UInt8(ascii: "$"))
    append(contentsOf: body.utf8)
    let checksum = nmeaChecksum(body.utf8)
    append(UInt8(ascii: "*"))
    append(hexadecimal(checksum >> 4))
    append(hexadecimal(checksum & 0xF))
    append(UInt8(ascii: "\r"))
    append(UInt8(ascii: "\n"))
  }
}

/// The exclusive or of all bytes between `$` and `*`.
package func nmeaChecksum(_ body: some Sequence<UInt8>) -> UInt8 { body.reduce(0, ^) }

private func hexadecimal(_ digit: UInt8) -> UInt8 {
  digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
}
