internal import Quantities
package import Wire

/// Writes readings as NMEA 0183 sentences.
package struct NMEAFormat: Sendable {
  package var talker: NMEATalker
  /// The sentences to write, in this order.
  package var sentences: [NMEASentence]
  package var limit: HeadingLimit
  /// Whether a heading over the limit gives `THS` without a heading and with the mode `V` (not
  /// valid). Without it nothing is written then.
  package var reportsInvalid: Bool

  package init(
    talker: NMEATalker = .magneticCompass, sentences: [NMEASentence] = NMEASentence.allCases,
    limit: HeadingLimit = HeadingLimit(), reportsInvalid: Bool = false
  ) {
    self.talker = talker
    self.sentences = sentences
    self.limit = limit
    self.reportsInvalid = reportsInvalid
  }

  /// The sentences for one reading; empty if its heading is not good enough.
  ///
  /// `HDT` and `THS` are left out while the true heading is not known, `ROT` while the rate is not.
  ///
  /// - Parameter isSimulated: whether no sensor measures the heading now; the mode of `THS` is then
  ///   `S`.
  package func bytes(for reading: Reading, isSimulated: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    let isAllowed = limit.allows(reading)
    for sentence in sentences {
      let fields =
        isAllowed ? fields(of: sentence, reading, isSimulated) : invalidFields(of: sentence)
      if let fields { bytes.append(nmea: "\(talker.letters)\(sentence.rawValue),\(fields)") }
    }
    return bytes
  }

  /// The sentences for a daemon that does not answer.
  package var bytesWithoutReading: [UInt8] {
    bytes(for: Reading(sequence: 0, time: Timestamp(microseconds: 0)), isSimulated: false)
  }

  private func fields(
    of sentence: NMEASentence, _ reading: Reading, _ isSimulated: Bool
  ) -> String? {
    switch sentence {
    case .hdg:
      // The deviation is empty: the calibration has removed it.
      reading.headingMagnetic.map { "\(azimuthText($0.degrees)),,,\(variation(reading))" }
    case .hdm: reading.headingMagnetic.map { "\(azimuthText($0.degrees)),M" }
    case .hdt: reading.headingTrue.map { "\(azimuthText($0.degrees)),T" }
    case .ths:
      reading.headingTrue.map { "\(azimuthText($0.degrees)),\(mode(reading, isSimulated))" }
    case .rot:
      // Degrees a minute; negative: the bow turns to port.
      reading.turnRateDegreesPerSecond.flatMap { fixedText($0 * 60, decimals: 1) }.map { "\($0),A" }
    }
  }

  private func invalidFields(of sentence: NMEASentence) -> String? {
    sentence == .ths && reportsInvalid ? ",V" : nil
  }

  /// Magnitude and side of the declination; both empty while it is not known.
  private func variation(_ reading: Reading) -> String {
    guard let degrees = reading.declination?.degrees,
      let text = fixedText(abs(degrees), decimals: 1)
    else { return "," }
    return "\(text),\(degrees < 0 ? "W" : "E")"
  }

  /// `E` (estimated) while the gyro alone holds the heading, else `A` (autonomous).
  private func mode(_ reading: Reading, _ isSimulated: Bool) -> String {
    if isSimulated { return "S" }
    return reading.source == .gyroHold ? "E" : "A"
  }
}
